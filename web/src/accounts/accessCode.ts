/** What lets one into a server that is for its members: its password, or an invitation. */

const KEY = "stammtisch.key";

/** The one that is kept in this browser. */
export function keptKey(): string | null {
  return localStorage.getItem(KEY);
}

export function keepKey(key: string): void {
  localStorage.setItem(KEY, key);
}

export function forgetKey(): void {
  localStorage.removeItem(KEY);
}

/** A link may have a key in it: it is kept, and nobody sees it in the address any more. */
export function takeKeyFromAddress(): void {
  const address = new URL(location.href);
  const given = address.searchParams.get("key");
  if (given === null) return;
  address.searchParams.delete("key");
  history.replaceState(history.state, "", address);
  if (given) keepKey(given);
}

/** What was typed or pasted: a key, or the whole link with the key in it. */
export function keyIn(text: string): string {
  const typed = text.trim();
  if (!URL.canParse(typed)) return typed;
  return new URL(typed).searchParams.get("key") ?? typed;
}
