// What a table is like that is opened by one tap.

import { expect, test, vi } from "vitest";
import { house } from "../src/state/house.svelte";
import { playBots, playFriends } from "../src/state/starting";

test.each([playBots, playFriends])("%o leaves time to read how a deal of Tarock was scored", async (play) => {
  const open = vi.spyOn(house, "open").mockRejectedValue(new Error("asked enough"));
  await expect(play("tarock", "hard")).rejects.toThrow("asked enough");
  expect(open).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ game: "tarock", bots: "hard", options: { pause: 30 }, private: true }),
  );
  open.mockRestore();
});
