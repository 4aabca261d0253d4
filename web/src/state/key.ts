/** What lets one into a house that is closed to strangers: it stands in the link one was given. */

const KEY = "stammtisch.key";

/** The query for the server: empty where there is no key. One that was given once is kept. */
export function houseKey(): string {
  const given = new URLSearchParams(location.search).get("key");
  if (given) localStorage.setItem(KEY, given);
  const key = localStorage.getItem(KEY);
  return key ? `?key=${encodeURIComponent(key)}` : "";
}
