/** What every score sheet is made of. */

export interface ScoreItem {
  name: string;
  /** Nothing for what only explains. */
  value?: number | string;
}

export interface ScoreRow {
  /** "3", "deal 3". */
  label: string;
  /** What was played: "Normal", "Herzsolo". */
  title: string;
  /** What each seat won or lost in it. */
  change: readonly number[];
  /** The totals after it. */
  totals: readonly number[];
  items: readonly ScoreItem[];
}
