import { expect, hasNoBarrier, playAgainstBots, test } from "./server";

test("a stranger plays against bots, reloads, and has the same seat", async ({ page }) => {
  await playAgainstBots(page, "Doppelkopf");
  await expect(page.getByRole("heading", { name: /Doppelkopf/ })).toBeVisible();
  await hasNoBarrier(page);
  const address = page.url();
  await page.reload();
  expect(page.url()).toBe(address);
  await expect(page.getByRole("heading", { name: /Doppelkopf/ })).toBeVisible();
  await expect(page.getByText("You are watching")).toHaveCount(0);
});

for (const path of ["/", "/new/doppelkopf", "/ranking", "/settings", "/account"]) {
  for (const colorScheme of ["dark", "light"] as const) {
    test(`no barrier on ${path}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Connecting …")).toHaveCount(0);
      await hasNoBarrier(page);
    });
  }
}

test("no barrier before and in a match", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play with friends" }).click();
  await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
  await hasNoBarrier(page);
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(page.getByRole("button", { name: "Hint" })).toBeEnabled();
  await hasNoBarrier(page);
});
