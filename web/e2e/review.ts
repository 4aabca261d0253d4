/** Looks at a deal that has just been scored, and comes back to the table. */

import type { Page } from "@playwright/test";
import { expect, hasNoBarrier } from "./server";
import { moveByClicks, playUntil } from "./play";

export async function reviewTheDeal(page: Page): Promise<void> {
  const review = page.getByRole("button", { name: "Review", exact: true });
  await review.click();
  await expect(page.getByRole("heading", { name: "Review" })).toBeVisible();
  await expect(page.getByText(/Step 1 of \d+/).first()).toBeVisible();
  // With all hands open, what each could know, where it was lost, and a proof of this deal.
  await expect(page.locator(".open")).toHaveCount(3);
  await expect(page.getByText(/What .+ could know/)).toHaveCount(4);
  await expect(page.getByText("This deal was fixed before you sat down")).toBeVisible();
  await expect(page.getByText(/^(A good player would|Moves that a good player)/)).toBeVisible();
  await hasNoBarrier(page);
  await page.getByRole("button", { name: "To the end" }).click();
  // The result is there; it does not offer what one is looking at.
  await expect(page.getByText(/Step (\d+) of \1/).first()).toBeVisible();
  await expect(review).toHaveCount(0);
  await mayNotLook(page);
  await page.getByRole("button", { name: "To the table" }).click();
  await expect(review).toBeVisible();
  await page.reload();
  await expect(review).toBeVisible();
  // And the match goes on from there.
  await playUntil(page, page.locator(".fan button[aria-label*=playable]"), moveByClicks);
  await expect(review).toHaveCount(0);
}

/** Nobody may who is not at the table, as long as the match is on. */
async function mayNotLook(page: Page): Promise<void> {
  const asked = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name).find((name) => name.includes("/replay?")),
  );
  expect((await page.request.get(asked!)).status()).toBe(404);
}
