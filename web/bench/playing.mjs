// Plays a seat of Doppelkopf in a page by clicks: one tap plays a card, as set beforehand.

export const WISHES = { language: "en", oneTap: true, sound: false, tipsSeen: [] };

export async function guest(browser, name, size) {
  const context = await browser.newContext({ viewport: size, serviceWorkers: "block" });
  await context.addInitScript((wishes) => {
    localStorage.setItem("stammtisch.settings", JSON.stringify(wishes));
  }, { ...WISHES, name });
  return context;
}

/** One click, if there is anything to be clicked: an answer, or the first card that may be played. */
export function move(page) {
  return page.evaluate(() => {
    const first = document.querySelector("section.choice .options button.main:enabled");
    // After a round whoever has voted could only change the vote.
    const over = document.querySelector("section.result") !== null;
    const answer = first ?? (over ? null : document.querySelector("section.choice .options button:enabled"));
    const card = document.querySelector(".fan button[aria-label*=playable]");
    const target = answer ?? card;
    if (!target) return null;
    const { left, top } = target.getBoundingClientRect();
    return { x: left + 8, y: top + 30, card: answer === null };
  });
}
