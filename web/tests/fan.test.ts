import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { tick } from "svelte";
import Fan, { type Held } from "../src/cards/Fan.svelte";
import { pack, SKIS, SUITS, type Face, type Rank } from "../src/cards/faces";
import { buttonName } from "../src/cards/pictures";
import { settings } from "../src/settings/settings.svelte";
import { words } from "../src/i18n/texts.svelte";
import { keepStill } from "./still";

const cards: Held[] = [
  { id: "h10", face: { suit: "h", rank: "10" }, name: "ten of hearts", playable: true },
  { id: "cq", face: { suit: "c", rank: "q" }, name: "queen of clubs", playable: false },
  { id: "s9", face: { suit: "s", rank: "9" }, name: "nine of spades", playable: true },
];

const onplay = vi.fn<(card: Held) => void>();
const onrefused = vi.fn<(card: Held) => void>();

beforeAll(async () => {
  keepStill();
  await words.speak("en");
});
beforeEach(() => {
  vi.clearAllMocks();
  settings.set("oneTap", false);
  render(Fan, { cards, active: true, onplay, onrefused });
});
afterEach(cleanup);

const card = (name: RegExp) => screen.getByRole("button", { name });

function key(name: string, at: Element = document.body): void {
  at.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
}

test("the first tap lifts a card, the second plays it", async () => {
  card(/ten of hearts/).click();
  await tick();
  expect(card(/ten of hearts/).getAttribute("aria-pressed")).toBe("true");
  expect(onplay).not.toHaveBeenCalled();
  card(/ten of hearts/).click();
  expect(onplay).toHaveBeenCalledWith(cards[0]);
});

test("one tap plays where that is wished", () => {
  settings.set("oneTap", true);
  card(/nine of spades/).click();
  expect(onplay).toHaveBeenCalledWith(cards[2]);
});

test("a tap on a card that cannot be played asks why, and plays nothing", () => {
  card(/queen of clubs/).click();
  expect(onrefused).toHaveBeenCalledWith(cards[1]);
  expect(onplay).not.toHaveBeenCalled();
});

test("those who listen hear what is playable", () => {
  expect(card(/ten of hearts/).getAttribute("aria-label")).toBe("ten of hearts, playable");
  expect(card(/queen of clubs/).getAttribute("aria-label")).toBe("queen of clubs");
});

test("a number plays the card at that place in two strokes", async () => {
  key("3");
  await tick();
  key("3");
  expect(onplay).toHaveBeenCalledWith(cards[2]);
});

test("numbers written into a field play nothing", () => {
  const field = document.body.appendChild(document.createElement("input"));
  key("1", field);
  key("1", field);
  field.remove();
  expect(onplay).not.toHaveBeenCalled();
});

test("arrows go from card to card", async () => {
  card(/ten of hearts/).focus();
  key("ArrowRight", document.activeElement!);
  await tick();
  expect(document.activeElement).toBe(card(/queen of clubs/));
});

test("several cards are chosen where several are to be given away", async () => {
  cleanup();
  render(Fan, { cards, active: true, choose: { most: 1 }, onplay, onrefused });
  card(/ten of hearts/).click();
  card(/nine of spades/).click();
  await tick();
  // Where enough are chosen already, the newest takes the place of the one before.
  expect(card(/ten of hearts/).getAttribute("aria-pressed")).toBe("false");
  expect(card(/nine of spades/).getAttribute("aria-pressed")).toBe("true");
  expect(onplay).not.toHaveBeenCalled();
});

test.each([
  ["is played when it is one's turn, where that is wished", true, /nine of spades/, true],
  ["waits for the second tap, where nothing else is wished", false, /nine of spades/, false],
  ["is not played if it may not be", true, /queen of clubs/, false],
])("a card that was lifted beforehand %s", async (_, wished, which, played) => {
  cleanup();
  vi.useFakeTimers();
  settings.set("playAhead", wished);
  const { rerender } = render(Fan, { cards, active: false, onplay, onrefused });
  card(which).click();
  await rerender({ active: true });
  vi.runAllTimers();
  expect(onplay).toHaveBeenCalledTimes(played ? 1 : 0);
  settings.set("playAhead", false);
  vi.useRealTimers();
});

function drag(from: Element, up: number): void {
  const at = (type: string, y: number) =>
    from.dispatchEvent(
      new PointerEvent(type, { clientX: 50, clientY: y, button: 0, isPrimary: true, bubbles: true }),
    );
  at("pointerdown", 300);
  at("pointermove", 300 - up / 2);
  at("pointermove", 300 - up);
  at("pointerup", 300 - up);
  // A mouse clicks where it was pressed and let go.
  (from as HTMLElement).click();
}

test("a drag past a line plays a card, and the click that ends it does nothing", async () => {
  drag(card(/nine of spades/), 90);
  expect(onplay).toHaveBeenCalledTimes(1);
  expect(onplay).toHaveBeenCalledWith(cards[2]);
  await tick();
  expect(card(/nine of spades/).getAttribute("aria-pressed")).toBe("false");
});

test("a card that is dragged a little goes back to the hand", async () => {
  drag(card(/nine of spades/), 20);
  expect(onplay).not.toHaveBeenCalled();
  await tick();
  expect(card(/nine of spades/).getAttribute("aria-pressed")).toBe("false");
});

test("a finger that trembles taps", async () => {
  drag(card(/nine of spades/), 4);
  await tick();
  expect(card(/nine of spades/).getAttribute("aria-pressed")).toBe("true");
});

test("a tap counts again after a drag that no click ended", async () => {
  const nine = card(/nine of spades/);
  for (const [type, y] of [["pointerdown", 300], ["pointermove", 280], ["pointerup", 280]] as const) {
    nine.dispatchEvent(new PointerEvent(type, { clientX: 50, clientY: y, isPrimary: true, bubbles: true }));
  }
  await new Promise((later) => setTimeout(later));
  nine.click();
  await tick();
  expect(nine.getAttribute("aria-pressed")).toBe("true");
});

test("a drag of a card that cannot be played asks why", () => {
  drag(card(/queen of clubs/), 90);
  expect(onrefused).toHaveBeenCalledWith(cards[1]);
  expect(onplay).not.toHaveBeenCalled();
});

test("no card that is to be given away is dragged: it is marked by a tap", async () => {
  cleanup();
  render(Fan, { cards, active: true, choose: { most: 1 }, onplay, onrefused });
  drag(card(/ten of hearts/), 90);
  await tick();
  expect(onplay).not.toHaveBeenCalled();
  expect(card(/ten of hearts/).getAttribute("aria-pressed")).toBe("true");
});

describe("the name of a card holds what is written on it", () => {
  const ranks = ["a", "k", "q", "n", "j", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"] as const;
  const taroks = Array.from({ length: SKIS }, (_, at): Face => ({ tarok: at + 1 }));
  const faces = [...pack(SUITS, ranks satisfies readonly Rank[]), ...taroks];
  /** Words and numbers; single letters are signs, and star and suits pictures. */
  const read = (text: string) =>
    text.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => /\d|../u.test(word));

  for (const language of ["en", "de", "sl"] as const) {
    for (const deck of ["french", "german"] as const) {
      test(`in ${language}, on ${deck} cards`, async () => {
        cleanup();
        settings.set("deck", deck);
        settings.set("largeIndex", true);
        await words.speak(language);
        const held = faces.map((face, at): Held => ({ id: `${at}`, face, name: buttonName(face), playable: false }));
        render(Fan, { cards: held, active: true, onplay, onrefused });
        const buttons = screen.getAllByRole("button");
        expect(buttons.length).toBe(faces.length);
        for (const button of buttons) {
          const written = read([...button.querySelectorAll("text")].map((one) => one.textContent).join(" "));
          const name = read(button.getAttribute("aria-label") ?? "");
          expect(` ${name.join(" ")} `).toContain(` ${written.join(" ")} `.replace("  ", " "));
        }
      });
    }
  }

  afterEach(async () => {
    settings.set("deck", "french");
    settings.set("largeIndex", false);
    await words.speak("en");
  });
});
