/** How far one has read the talk of a table: a reload or another tab makes nothing new again. */

const KEY = "stammtisch.read";
/** Of older tables nobody asks any more. */
const MOST = 20;

type Read = [table: string, at: number][];

function all(): Read {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Read;
  } catch {
    return [];
  }
}

/** When the last line was said that one has read; null: one has not been there before. */
export function readUpTo(table: string): number | null {
  return all().find(([of]) => of === table)?.[1] ?? null;
}

export function keepRead(table: string, at: number): void {
  const others = all().filter(([of]) => of !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, at], ...others].slice(0, MOST)));
  } catch {
    // Without storage what is there after a reload has been read.
  }
}
