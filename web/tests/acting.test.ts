import { describe, expect, test } from "vitest";
import { Refusal } from "../src/client/connection";
import type { Action, ObservationInfo } from "../src/client/types.gen";
import { TableStore, type Asker } from "../src/tables/table.svelte";
import { seated } from "./socket";

const TALK = { type: "talk", text: "have a nice day" } as Action;

/** A table at which something happens before each of the first asks arrives. */
function hurried(times: number): { table: TableStore; asked: number[] } {
  const asked: number[] = [];
  const asker = {
    ask: (_: string, { seq }: { seq: number }) => {
      asked.push(seq);
      if (asked.length > times) return Promise.resolve({});
      const observation = { ...table.observation!, view: { ...table.observation!.view, round: asked.length } } as ObservationInfo;
      table.told({ type: "events", table: table.id, seq: seq + 1, at: 0, events: [], observation });
      return Promise.reject(new Refusal("stale", "Something has happened meanwhile: look again."));
    },
  } as unknown as Asker;
  const table = new TableStore(asker, seated());
  return { table, asked };
}

describe("what is done while others do something", () => {
  test("words are said all the same, and only once", async () => {
    const { table, asked } = hurried(2);
    const first = table.seq;
    await table.act(TALK, () => true);
    expect(asked).toEqual([first, first + 1, first + 2]);
    expect(table.acting).toBe(false);
  });

  test("what was meant for another moment is not done", async () => {
    const { table, asked } = hurried(1);
    await expect(table.act(TALK)).rejects.toMatchObject({ code: "stale" });
    expect(asked).toHaveLength(1);
  });

  test("what happened decides whether it is still meant", async () => {
    const { table, asked } = hurried(3);
    const still = (now: ObservationInfo) => (now.view as unknown as { round: number }).round < 2;
    await expect(table.act(TALK, still)).rejects.toMatchObject({ code: "stale" });
    expect(asked).toHaveLength(2);
  });

  test("nobody asks for ever, nor twice for the same moment", async () => {
    const { table, asked } = hurried(100);
    await expect(table.act(TALK, () => true)).rejects.toMatchObject({ code: "stale" });
    expect(asked).toHaveLength(5);
    const deaf = { ask: () => Promise.reject(new Refusal("stale", "Look again.")) } as unknown as Asker;
    await expect(new TableStore(deaf, seated()).act(TALK, () => true)).rejects.toMatchObject({ code: "stale" });
  });
});
