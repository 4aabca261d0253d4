import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, playAgainstBots, test } from "./house";

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

async function fitsTheScreen(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(screen!);
}

test("a stranger plays against bots, reloads, and has the same seat", async ({ page }) => {
  await playAgainstBots(page, "Doppelkopf");
  await expect(page.getByRole("heading", { name: /Doppelkopf/ })).toBeVisible();
  await fitsTheScreen(page);
  const address = page.url();
  await page.reload();
  expect(page.url()).toBe(address);
  await expect(page.getByRole("heading", { name: /Doppelkopf/ })).toBeVisible();
  await expect(page.getByText("You are watching")).toHaveCount(0);
});

for (const path of ["/", "/new/doppelkopf", "/settings", "/account"]) {
  for (const colorScheme of ["dark", "light"] as const) {
    test(`no barrier on ${path}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Connecting …")).toHaveCount(0);
      await axe(page);
      await fitsTheScreen(page);
    });
  }
}

test("no barrier before and in a match", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play with friends" }).click();
  await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(page.getByRole("button", { name: "Hint" })).toBeEnabled();
  await axe(page);
  await fitsTheScreen(page);
});
