import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, hasNoBarrier, test, STAMMTISCH } from "./server";

test("who administers the house does it in the page, and nobody else can", async ({ guest, page, server }) => {
  await page.goto("/admin");
  await expect(page.getByText("This is for who administers the house.")).toBeVisible();
  await page.goto("/account");
  await page.getByLabel("Your name").fill("Wirtin");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Signed in as Wirtin.")).toBeVisible();
  await promisify(execFile)(STAMMTISCH, ["admin", "appoint", "Wirtin", "--data", server.data]);

  const mallory = await guest("Mallory");
  await mallory.goto("/");
  await mallory.getByRole("button", { name: "Play with friends" }).click();
  await expect(mallory.getByRole("button", { name: "Ready", exact: true })).toBeVisible();

  await page.goto("/");
  await page.getByRole("link", { name: "The house" }).click();
  const person = page.getByRole("listitem").filter({ hasText: "Mallory" }).first();
  await person.getByText("Mallory").first().click();
  await hasNoBarrier(page);
  await person.getByLabel("Another name").fill("Mal");
  await person.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Mallory is called Mal now.").first()).toBeVisible();

  await page.getByLabel("To everybody who is here").fill("Last round!");
  await page.getByRole("button", { name: "Announce" }).click();
  await expect(mallory.getByRole("button", { name: /Last round!/ })).toBeVisible();

  const mal = page.getByRole("listitem").filter({ hasText: /^M Mal/ }).first();
  // Whether the list was read again, and is folded, depends on what came first.
  await expect(async () => {
    const ban = mal.getByRole("button", { name: "Ban" });
    if (!(await ban.isVisible())) await mal.getByText("Mal", { exact: true }).click({ timeout: 2000 });
    await expect(ban).toBeVisible({ timeout: 2000 });
  }).toPass();
  await mal.getByLabel("Reason (they are told)").fill("shouting");
  await mal.getByRole("button", { name: "Ban" }).click();
  await expect(mallory.getByRole("alert")).toContainText("shouting");
  await expect(mallory.getByText("The connection is lost")).toHaveCount(0);
  await page.getByLabel("Whom to list").selectOption({ label: "who is banned" });
  await page.getByText("Mal", { exact: true }).click();
  await page.getByRole("button", { name: "Let in again" }).click();
  await expect(page.getByText("Nobody.")).toBeVisible();

  await page.getByRole("button", { name: "Make an invitation" }).click();
  await expect(page.getByLabel("Whoever is new comes in with this link:")).toHaveValue(/\/\?key=\w+/);
  await hasNoBarrier(page);
});
