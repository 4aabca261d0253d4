import AxeBuilder from "@axe-core/playwright";
import { expect, playAgainstBots, test } from "./house";
import { moveTiles, playUntil } from "./play";

test.describe.configure({ timeout: 180_000 });

test("a finished match is looked at again, was fair, and can be shared", async ({ guest, page }) => {
  await playAgainstBots(page, "Tiles");
  const replay = page.getByRole("link", { name: "Review the match" });
  await playUntil(page, replay, moveTiles, 1500);
  await replay.first().click();
  await expect(page).toHaveURL(/\/m\/\w+/);
  // The page itself has dealt again.
  await expect(page.getByText("This deal was fixed before you sat down")).toBeVisible();
  await expect(page.getByText(/Step 1 of \d+/).first()).toBeVisible();
  await page.getByRole("button", { name: "One step on" }).click();
  await expect(page.getByText(/Step 2 of \d+/).first()).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByLabel("All hands").check();
  await expect(page.locator(".open")).toHaveCount(3);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole("button", { name: "Where was it lost?" }).click();
  await expect(page.getByText(/good player/).first()).toBeVisible();
  const other = await guest("Berta");
  await other.goto(page.url());
  await expect(other.getByText(/Step 1 of \d+/).first()).toBeVisible();
});
