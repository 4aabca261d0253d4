// What a table is like that is opened by one tap.

import { expect, test, vi } from "vitest";
import { server } from "../src/state/server.svelte";
import { playBots, playFriends } from "../src/lobby/starting";

test.each([playBots, playFriends])("%o leaves time to read how a deal of Tarock was scored", async (play) => {
  const open = vi.spyOn(server, "open").mockRejectedValue(new Error("asked enough"));
  await expect(play("tarock", "hard")).rejects.toThrow("asked enough");
  expect(open).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ game: "tarock", bots: "hard", options: { pause: 30 }, private: true }),
  );
  open.mockRestore();
});
