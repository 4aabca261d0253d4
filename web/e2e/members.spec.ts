import { expect, hasNoBarrier, test, withMembersServer } from "./server";

const KEY = "open sesame & co";

test("a house for its members asks a stranger for its key, once", async ({ guest }) => {
  await withMembersServer(KEY, async (server) => {
    const olga = await guest("Olga");
    await olga.goto(server.url);
    await expect(olga.getByText("This house is for its members.")).toBeVisible();
    await hasNoBarrier(olga);
    const field = olga.getByLabel("Password of the house, or invitation");
    await field.fill("guess");
    await olga.getByRole("button", { name: "Come in" }).click();
    await expect(olga.getByRole("alert")).toContainText("neither the password of this server nor an invitation");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await hasNoBarrier(olga);
    await field.fill(KEY);
    await field.press("Enter");
    await expect(olga.getByRole("heading", { name: "What shall we play?" })).toBeVisible();
    await olga.getByRole("button", { name: "Play with friends" }).click();
    await expect(olga.getByText("Whoever is new here needs the password of the house")).toBeVisible();
    expect(olga.url()).not.toContain("key");
    await olga.goto(server.url);
    await expect(olga.getByRole("heading", { name: "What shall we play?" })).toBeVisible();
  });
});

test("a link with the key leads in, and the key leaves the address", async ({ guest }) => {
  await withMembersServer(KEY, async (server) => {
    const paul = await guest("Paul");
    await paul.goto(`${server.url}?key=${encodeURIComponent(KEY)}`);
    await expect(paul.getByRole("heading", { name: "What shall we play?" })).toBeVisible();
    expect(paul.url()).toBe(server.url);
    await paul.getByRole("button", { name: "Play against bots" }).click();
    await expect(paul.locator(".fan button")).toHaveCount(12);
  });
});

test("a friend with a table's link is asked for the key, and then has the seat", async ({ guest }) => {
  await withMembersServer(KEY, async (server) => {
    const quinn = await guest("Quinn");
    await quinn.goto(`${server.url}?key=${encodeURIComponent(KEY)}`);
    await quinn.getByRole("button", { name: "Play with friends" }).click();
    const link = await quinn.getByLabel("Whoever opens this link").inputValue();
    const rosa = await guest("Rosa");
    await rosa.goto(link);
    await rosa.getByLabel("Password of the house, or invitation").fill(`${server.url}?key=open+sesame+%26+co`);
    await rosa.getByRole("button", { name: "Come in" }).click();
    await expect(quinn.getByText("Rosa", { exact: true })).toBeVisible();
    expect(rosa.url()).toBe(link);
  });
});
