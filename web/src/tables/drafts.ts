/** What somebody is writing survives a reconnect, a reload, and a look at another screen. */

const PREFIX = "stammtisch.draft.";

export function draft(name: string): string {
  return sessionStorage.getItem(PREFIX + name) ?? "";
}

export function keepDraft(name: string, text: string): void {
  if (text) sessionStorage.setItem(PREFIX + name, text);
  else sessionStorage.removeItem(PREFIX + name);
}
