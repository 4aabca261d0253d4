import type { Page } from "@playwright/test";
import { expect, hasNoBarrier, test } from "./server";
import { moveByClicks, playUntil } from "./play";

async function hosting(page: Page, game = "Doppelkopf"): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: game }).click();
  await page.getByRole("button", { name: "Play with friends" }).click();
  await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
  return page.getByLabel("Whoever opens this link").inputValue();
}

test("a friend who opens the link has a seat, and both can talk", async ({ guest, page }) => {
  const link = await hosting(page);
  const beate = await guest("Beate");
  await beate.goto(link);
  await expect(beate.getByText("Beate", { exact: true })).toBeVisible();
  await expect(page.getByText("Beate", { exact: true })).toBeVisible();
  await beate.getByRole("button", { name: "Talk" }).click();
  await beate.getByLabel("Say something").fill("Good evening");
  await beate.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("button", { name: /Talk.*1/ })).toBeVisible();
  await page.getByRole("button", { name: /Talk/ }).click();
  await expect(page.getByRole("log")).toContainText("Beate Good evening");
  // What was read is read after a reload, what was said meanwhile is not.
  await page.goto("about:blank");
  await beate.getByLabel("Say something").fill("Where are you?");
  await beate.getByRole("button", { name: "Send" }).click();
  await expect(beate.getByRole("log")).toContainText("Where are you?");
  await page.goto(link);
  await expect(page.getByRole("button", { name: /Talk.*1/ })).toBeVisible();
  await hasNoBarrier(page);
});

test("a friend who came by the link says who it is, and the host sees it", async ({ guest, page }) => {
  const link = await hosting(page);
  const friend = await guest("Wanderer");
  await friend.goto(link);
  await expect(page.getByText("Wanderer", { exact: true })).toBeVisible();
  await friend.getByLabel("Your name").fill("Zenzi");
  await friend.getByLabel("Your name").press("Enter");
  await expect(page.getByText("Zenzi", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveCount(0);
  await hasNoBarrier(friend);
});

test("a line that is being written survives a reload", async ({ page }) => {
  await hosting(page);
  await page.getByRole("button", { name: "Talk" }).click();
  await page.getByLabel("Say something").fill("half a thou");
  await page.reload();
  await page.getByRole("button", { name: "Talk" }).click();
  await expect(page.getByLabel("Say something")).toHaveValue("half a thou");
});

test("the host changes the rules, the order, the host, and sends away", async ({ guest, page }) => {
  const link = await hosting(page);
  const emma = await guest("Emma");
  await emma.goto(link);
  await expect(page.getByText("Emma", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("For the host").click();
  await page.getByRole("button", { name: "Move Emma one seat up" }).click();
  await expect(page.getByRole("button", { name: "Move Emma one seat up" })).toBeDisabled();
  await page.getByText("Change rules and table").click();
  await page.getByRole("combobox", { name: "Rules", exact: true }).selectOption("ddv");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(emma.getByRole("heading", { name: /tournament rules/ })).toBeVisible();
  await page.getByRole("button", { name: "Send away" }).last().click();
  await page.getByLabel("Reason (they are told)").fill("Bedtime");
  await page.getByRole("button", { name: "Really send away" }).click();
  await expect(emma.getByText("The host has sent you away from this table.")).toBeVisible();
  await expect(emma.getByText("“Bedtime”")).toBeVisible();
  await hasNoBarrier(emma);
  await emma.getByRole("button", { name: "To the lobby" }).click();
  await expect(emma.getByRole("heading", { name: "What shall we play?" })).toBeVisible();
});

test("somebody who is in the house is asked to the table by name", async ({ guest, page }) => {
  const jana = await guest("Jana");
  await jana.goto("/account");
  await hosting(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("complementary").getByText("Invite friends").click();
  const name = page.getByLabel("Invite somebody who is here (name)");
  // Whoever only looks at the page is nobody yet: a table of one's own makes Jana a guest.
  await hosting(jana, "Tiles");
  await name.fill("Jana");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("Jana is invited.").first()).toBeVisible();
  const asked = jana.getByRole("region", { name: "Invitation" });
  await expect(asked).toContainText("asks you to a table: Doppelkopf");
  await hasNoBarrier(jana);
  await asked.getByRole("button", { name: "Come in" }).click();
  await expect(jana.getByRole("heading", { name: /Doppelkopf/ })).toBeVisible();
  await expect(page.getByText("Jana", { exact: true }).first()).toBeVisible();
});

test("the host hands the table on, and has no tools of a host any more", async ({ guest, page }) => {
  const link = await hosting(page);
  const klaus = await guest("Klaus");
  await klaus.goto(link);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("For the host").click();
  await hasNoBarrier(page);
  await page.getByRole("button", { name: "Make host" }).click();
  await expect(page.getByText("For the host")).toHaveCount(0);
  await klaus.getByRole("button", { name: "More" }).click();
  await klaus.getByText("For the host").click();
  await expect(klaus.getByRole("button", { name: "Make host" })).toBeVisible();
});

test("the seat of somebody who left a match is taken over by the next who comes", async ({ guest, page }) => {
  const link = await hosting(page);
  const lena = await guest("Lena");
  await lena.goto(link);
  await expect(page.getByText("Lena", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await lena.getByRole("button", { name: "Ready", exact: true }).click();
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(lena.locator(".fan button")).toHaveCount(12);
  const max = await guest("Max");
  await max.goto(link);
  await expect(max.getByRole("alert")).toContainText("All seats of this table are taken.");
  await hasNoBarrier(max);
  await lena.getByRole("button", { name: "More" }).click();
  await lena.getByRole("button", { name: "Leave the table" }).click();
  await lena.getByRole("button", { name: "Leave the table" }).click();
  await expect(lena.getByRole("heading", { name: "What shall we play?" })).toBeVisible();
  await expect(page.getByText("bot sits in").first()).toBeVisible();
  await max.reload();
  await expect(max.locator(".fan button")).not.toHaveCount(0);
  await expect(max.getByText("You are watching")).toHaveCount(0);
  await expect(page.getByText("Max", { exact: true })).toBeVisible();
});

test("what is said to everybody is heard in the lobby", async ({ guest, page }) => {
  const nora = await guest("Nora");
  await hosting(nora);
  await nora.getByRole("button", { name: "More" }).click();
  await nora.getByRole("button", { name: "Leave the table" }).click();
  await expect(nora.getByRole("heading", { name: "Talk in the house" })).toBeVisible();
  await page.goto("/");
  await page.getByLabel("Say something to everybody").fill("Who plays Tarock?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(nora.getByRole("log")).toContainText("Who plays Tarock?");
  await expect(page.getByRole("log")).toContainText("Who plays Tarock?");
  await expect(page.getByLabel("Say something to everybody")).toHaveValue("");
  await hasNoBarrier(page);
});

test("a table with a password asks for it", async ({ guest, page }) => {
  await page.goto("/new/tiles");
  await page.getByLabel("Name of the table").fill("Snug");
  await page.getByLabel(/Password of the table/).fill("sesame");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/t\//);
  const gerd = await guest("Gerd");
  await gerd.goto("/");
  await gerd.locator("li", { hasText: "Snug" }).getByRole("link", { name: "Sit down" }).click();
  await gerd.getByLabel("Password").fill("sesame");
  await gerd.getByRole("button", { name: "Come in" }).click();
  await expect(page.getByText("Gerd", { exact: true })).toBeVisible();
});

test("who watches sees the table and sits down when a seat is free", async ({ guest, page }) => {
  await page.goto("/new/doppelkopf");
  await page.getByLabel("Name of the table").fill("Alcove");
  await page.getByRole("button", { name: "Open the table" }).click();
  const conny = await guest("Conny");
  await conny.goto("/");
  await conny.locator("li", { hasText: "Alcove" }).getByRole("link", { name: "Watch" }).click();
  await expect(conny.getByText("You are watching")).toBeVisible();
  await conny.reload();
  await expect(conny.getByText("You are watching")).toBeVisible();
  await expect(page.getByText("Conny", { exact: true })).toHaveCount(0);
  await conny.getByRole("button", { name: "Sit down" }).first().click();
  await expect(conny.getByText("You are watching")).toHaveCount(0);
  await expect(page.getByText("Conny", { exact: true })).toBeVisible();
  await expect(conny).toHaveURL(/\/t\/\w+$/);
  await conny.reload();
  await expect(conny.getByRole("button", { name: "Ready", exact: true })).toBeVisible();
});

test("who leaves is gone, and the seat is free", async ({ guest, page }) => {
  const link = await hosting(page);
  const hans = await guest("Hans");
  await hans.goto(link);
  await expect(page.getByText("Hans", { exact: true })).toBeVisible();
  await hans.getByRole("button", { name: "More" }).click();
  await hans.getByRole("button", { name: "Leave the table" }).click();
  await expect(hans.getByRole("heading", { name: "What shall we play?" })).toBeVisible();
  await expect(page.getByText("Hans", { exact: true })).toHaveCount(0);
  await expect(page.getByText("free", { exact: true })).toHaveCount(3);
});

test("a second tab has the same seat, and both follow", async ({ context, page }) => {
  const link = await hosting(page);
  const second = await context.newPage();
  await second.goto(link);
  await expect(second.getByRole("button", { name: "Ready", exact: true })).toBeVisible();
  await second.getByRole("button", { name: "Fill with bots" }).click();
  await expect(page.getByText("Waiting for")).toHaveCount(0);
  await expect(page.getByText("free", { exact: true })).toHaveCount(0);
});

test("without a network a banner says so; the table is there again after it", async ({ context, page }) => {
  await hosting(page);
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("The connection is lost")).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("button", { name: "Ready", exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("The connection is lost")).toHaveCount(0, { timeout: 20_000 });
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await expect(page.getByText("free", { exact: true })).toHaveCount(0);
});

test("the house restarts, and everybody sits where they sat", async ({ page, server }) => {
  await hosting(page);
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(page.getByRole("button", { name: "Hint" })).toBeEnabled();
  await server.stop("SIGKILL");
  await expect(page.getByText("The connection is lost")).toBeVisible();
  await server.start();
  await expect(page.getByText("The connection is lost")).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Hint" })).toBeEnabled();
  await expect(page.getByText("You are watching")).toHaveCount(0);
});

test("the page speaks the language that is chosen, at once", async ({ page }) => {
  await page.goto("/settings");
  await page.getByLabel("Language").selectOption("sl");
  await expect(page.getByRole("heading", { name: "Nastavitve" })).toBeVisible();
  await page.getByLabel("Jezik").selectOption("de");
  await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("a hint gives its reason in the language of the page", async ({ page }) => {
  await page.goto("/settings");
  await page.getByLabel("Language").selectOption("de");
  await page.goto("/");
  await page.getByRole("button", { name: "Steine", exact: true }).click();
  await page.getByRole("button", { name: "Gegen Bots spielen" }).click();
  // As soon as it is one's turn; before, a good player waits. Who begins puts a tile first.
  const draw = page.getByText("Zieh einen Stein.");
  await playUntil(page, draw, async () => {
    if (!(await page.getByText("Wähl einen Stein und leg ihn ab.").count())) return false;
    const put = page.getByRole("button", { name: /^(Ablegen|Trotzdem ablegen)$/ });
    if (!(await put.isEnabled())) await page.locator(".rack button:not([aria-label*=leer])").last().click({ timeout: 2000 });
    await put.click({ timeout: 2000 });
    return true;
  });
  await page.getByRole("button", { name: "Tipp", exact: true }).click();
  await expect(page.getByText(/bis zum Gewinn/)).toBeVisible({ timeout: 30_000 });
});

test("a guest becomes an account, and is the same person elsewhere", async ({ guest, page }) => {
  await page.goto("/account");
  await page.getByLabel("Your name").fill("Dagny");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Signed in as Dagny.")).toBeVisible();
  const other = await guest("Somebody");
  await other.goto("/account");
  await other.getByLabel("Your name").fill("Dagny");
  await other.getByLabel("Password").fill("a long password");
  await other.getByLabel("Password").press("Enter");
  await expect(other.getByText("Signed in as Dagny.")).toBeVisible();
});

test("a guest who mistypes a password is still the same guest", async ({ page }) => {
  await hosting(page);
  const name = await page.locator(".who").first().innerText();
  const address = page.url();
  await page.goto("/account");
  await page.getByLabel("Your name").fill("Nobody_of_that_name");
  await page.getByLabel("Password").fill("a wrong password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("That password is not right.").first()).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("button", { name: "Ready", exact: true })).toBeVisible();
  await expect(page.locator(".who").first()).toHaveText(name);
});

test("from another device, and after a look at the first screen, one finds the own seat", async ({ guest, page }) => {
  await page.goto("/account");
  await page.getByLabel("Your name").fill("Svea");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Signed in as Svea.")).toBeVisible();
  await hosting(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Back to your table (Doppelkopf)" }).click();
  await expect(page.getByRole("button", { name: "Ready", exact: true })).toBeVisible();
  const other = await guest("Somebody_else");
  await other.goto("/account");
  await other.getByLabel("Your name").fill("Svea");
  await other.getByLabel("Password").fill("a long password");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByText("Signed in as Svea.")).toBeVisible();
  await other.goto("/");
  await other.getByRole("link", { name: "Back to your table (Doppelkopf)" }).click();
  await expect(other.getByRole("button", { name: "Ready", exact: true })).toBeVisible();
  await expect(other).toHaveURL(page.url());
});

test("ten seconds without a network in the middle of a trick lose nothing, and play nothing twice", async ({ context, page }) => {
  await hosting(page);
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(page.locator(".fan button")).toHaveCount(12);
  await context.setOffline(true);
  await expect(page.getByText("The connection is lost")).toBeVisible();
  const banner = (await page.locator(".banner").boundingBox())!;
  const hand = (await page.locator(".fan").boundingBox())!;
  expect(banner.y + banner.height).toBeLessThan(hand.y);
  const header = (await page.locator(".room header").boundingBox())!;
  expect(header.y).toBeGreaterThanOrEqual(banner.y + banner.height);
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  expect(content).toBeLessThanOrEqual(screen!);
  // It tries again and again, less and less often: the fourth time is after some seconds.
  for (let tries = 0; tries < 4; tries++) await page.waitForEvent("websocket", { timeout: 60_000 });
  await page.evaluate(() => {
    const moved = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      document.documentElement.dataset.moved = "yes";
      return moved.apply(this, how);
    };
    new MutationObserver((_, watch) => {
      if (document.querySelector(".banner")) return;
      watch.disconnect();
      // In the same moment in which the connection is there again.
      document.documentElement.dataset.replayed = document.documentElement.dataset.moved ?? "no";
    }).observe(document.body, { childList: true, subtree: true });
  });
  await context.setOffline(false);
  await expect(page.getByText("The connection is lost")).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-replayed", "no");
  await expect(page.locator(".fan button")).toHaveCount(12);
  await playUntil(page, page.locator("section.result"), moveByClicks);
});
