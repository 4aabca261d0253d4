import { expect, playAgainstBots, test } from "./server";

// What it keeps for later is not part of the first load.
test.use({ serviceWorkers: "block" });

test("the page and a table weigh little without their card faces", async ({ page }) => {
  const parts: Promise<[string, number]>[] = [];
  page.on("requestfinished", (request) => {
    if (!new URL(request.url()).pathname.startsWith("/static/assets/")) return;
    const weight = request.sizes().then(({ responseBodySize }) => responseBodySize);
    parts.push(weight.then((bytes) => [request.url(), bytes]));
  });
  await playAgainstBots(page, "Doppelkopf");
  await expect(page.getByRole("group", { name: "Your hand" })).toBeVisible();
  const weighed = (await Promise.all(parts)).filter(([url]) => !url.endsWith(".svg"));
  expect(weighed.length).toBeGreaterThan(3);
  const kilobytes = weighed.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
  test.info().annotations.push({ type: "KB", description: kilobytes.toFixed(0) });
  expect(kilobytes).toBeLessThan(250);
});
