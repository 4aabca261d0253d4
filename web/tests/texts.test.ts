import { afterAll, beforeAll, describe, expect, test } from "vitest";
import filled from "../../tests/i18n/filled.json";
import reasons from "../../tests/i18n/reasons.json";
import { fill, signed, type Blanks } from "../src/i18n/filling";
import { systemLanguage, type Language } from "../src/i18n/languages";
import { faceName, type Suit } from "../src/cards/faces";
import { loadReasons, reasonName } from "../src/i18n/naming";
import { words } from "../src/i18n/texts.svelte";
import de from "../src/i18n/de";
import en from "../src/i18n/en";
import sl from "../src/i18n/sl";
import refused from "@i18n/common/de.json";

describe("blanks", () => {
  test("are filled by name", () => {
    expect(fill("Table {number}", { number: 3 }, "en")).toBe("Table 3");
  });

  test("take the form of the number, of which Slovenian has four", () => {
    const sentence = "{count|one:# gledalec|two:# gledalca|few:# gledalci|other:# gledalcev}";
    const said = [1, 2, 3, 5].map((count) => fill(sentence, { count }, "sl"));
    expect(said).toEqual(["1 gledalec", "2 gledalca", "3 gledalci", "5 gledalcev"]);
  });

  test("stay visible when nothing fills them", () => {
    expect(fill("{what}", {}, "en")).toBe("{what}");
  });

  test.each(filled as [Language, string, Blanks, string][])(
    "are filled as the terminal fills them: %s %s",
    (language, sentence, blanks, said) => expect(fill(sentence, blanks, language)).toBe(said),
  );
});

test("points have a sign, and a real minus", () => {
  expect([3, 0, -2].map(signed)).toEqual(["+3", "0", "−2"]);
});

test("the first language of the system that the page has is taken", () => {
  expect(systemLanguage(["fr-FR", "sl-SI", "de"])).toBe("sl");
  expect(systemLanguage(["fr"])).toBe("en");
});

test("every language has the same blanks in every sentence", () => {
  const blanks = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort();
  for (const [key, text] of Object.entries(en)) {
    for (const other of [de, sl]) {
      expect([key, blanks((other as Record<string, string>)[key]!)]).toEqual([key, blanks(text)]);
    }
  }
});

test("suits are called as people call them, whatever was translated", async () => {
  const named: [Language, Record<Suit, string>][] = [
    ["de", { c: "Kreuz Zehn", s: "Pik Zehn", h: "Herz Zehn", d: "Karo Zehn" }],
    ["en", { c: "ten of clubs", s: "ten of spades", h: "ten of hearts", d: "ten of diamonds" }],
    ["sl", { c: "križ desetka", s: "pik desetka", h: "srce desetka", d: "karo desetka" }],
  ];
  for (const [language, names] of named) {
    await words.speak(language);
    for (const suit of ["c", "s", "h", "d"] as const) {
      expect(faceName({ suit, rank: "10" }, false).toLowerCase()).toBe(names[suit].toLowerCase());
    }
  }
  await words.speak("en");
});

describe("refusals", () => {
  beforeAll(() => words.speak("de"));
  afterAll(() => words.speak("en"));

  test("are said in the language of the page", () => {
    const said = words.refusal({ code: "full", message: "All seats are taken.", data: {} });
    expect(said).toBe(refused["refusal.full"]);
  });

  test("are said in the server's words where the page has none", () => {
    const said = words.refusal({ code: "odd", message: "That is odd.", data: {} });
    expect(said).toBe("That is odd.");
  });
});

describe("reasons", () => {
  beforeAll(loadReasons);
  afterAll(() => words.speak("en"));

  test.each(reasons.reasons as [Language, string, Blanks, string | null][])(
    "are told as in the terminal: %s %s %o",
    async (language, code, data, told) => {
      await words.speak(language);
      const sentence = "Something new.";
      expect(reasonName({ code, data, sentence })).toBe(told ?? sentence);
    },
  );
});
