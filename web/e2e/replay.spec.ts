import { expect, hasNoBarrier, playAgainstBots, test } from "./server";
import { moveTiles, playUntil } from "./play";

test.describe.configure({ timeout: 180_000 });

test("a finished match is looked at again, was fair, and can be shared", async ({
  context,
  guest,
  page,
}) => {
  await playAgainstBots(page, "Tiles");
  const result = page.getByRole("button", { name: "To the result" });
  await playUntil(page, result, moveTiles, 1500);
  await result.click();
  await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
  await hasNoBarrier(page);
  await page.getByRole("link", { name: "Review the match" }).click();
  await expect(page).toHaveURL(/\/m\/\w+/);
  // The page itself has dealt again.
  await expect(page.getByText("This deal was fixed before you sat down")).toBeVisible();
  await page.getByText("This deal was fixed before you sat down").click();
  await expect(page.getByText("Bot 1: no nonce of their own; the house gave it.")).toBeVisible();
  await expect(page.getByText(/: a nonce that was fixed before any was opened/)).toHaveCount(1);
  await expect(page.getByText(/Step 1 of \d+/).first()).toBeVisible();
  await page.getByRole("button", { name: "One step on" }).click();
  await expect(page.getByText(/Step 2 of \d+/).first()).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByLabel("All hands").check();
  await expect(page.locator(".open")).toHaveCount(3);
  await hasNoBarrier(page);
  await page.getByRole("button", { name: "Where was it lost?" }).click();
  await expect(page.getByText(/good player/).first()).toBeVisible();
  // Played at a table of one's own: a stranger needs the link that a player has made.
  const other = await guest("Britta");
  await other.goto(page.url());
  await expect(other.getByRole("alert")).toContainText("no finished match");
  // Over plain HTTP from another machine a page has no clipboard: the link is there to be selected.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Link to this match")).toHaveValue(/\/m\/.+\?share=/);
  await page.evaluate(() => Reflect.deleteProperty(navigator, "clipboard"));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("The link is copied.").first()).toBeVisible();
  // And whoever has played stands in the ranking.
  await page.goto("/ranking/tiles");
  await expect(page.getByRole("row").filter({ hasText: "bot (medium)" })).toBeVisible();
  await hasNoBarrier(page);
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByText(/Step 1 of \d+/).first()).toBeVisible();
});
