/** The languages of the page. */

export const LANGUAGES = { de: "Deutsch", en: "English", sl: "Slovenščina" } as const;
export type Language = keyof typeof LANGUAGES;

export function isLanguage(code: string): code is Language {
  return code in LANGUAGES;
}

/** The first of the system's languages that the page has. */
export function systemLanguage(wished: readonly string[] = navigator.languages ?? []): Language {
  for (const tag of wished) {
    const code = tag.slice(0, 2).toLowerCase();
    if (isLanguage(code)) return code;
  }
  return "en";
}
