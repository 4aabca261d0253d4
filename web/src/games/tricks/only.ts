/**
 * The card that is played by itself, where that is wished: the only one, while nothing else can be done.
 * Whoever may still call something is asked.
 */
export function onlyPlay<Action extends { type: string }>(
  legal: readonly Action[],
): Extract<Action, { type: "play" }> | null {
  const [only, ...others] = legal;
  if (only?.type !== "play" || others.length > 0) return null;
  return only as Extract<Action, { type: "play" }>;
}
