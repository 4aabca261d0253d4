/** Something to decide that is no card to be played: a question with its answers. */

export interface Option<Action> {
  label: string;
  action: Action;
  /** What is said most often: one tap is enough. */
  main?: boolean;
  danger?: boolean;
  /** Seldom wanted: behind the others, so that these stay in sight. */
  seldom?: boolean;
  /** To be asked before it is done, because it cannot be taken back or is against the rules. */
  warning?: string;
  /** A few words more. */
  note?: string;
  /** Cards that belong to it. */
  cards?: readonly string[];
}

export interface Choice<Action> {
  /** The same as long as it is the same question. */
  subject: string;
  title: string;
  notes: readonly string[];
  options: readonly Option<Action>[];
  /** Cards that the question is about. */
  shown: readonly string[];
  /** There are many, and none can be taken back: the first tap marks one, and this one says it. */
  confirm?: (label: string) => string;
}
