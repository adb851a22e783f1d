/** Name and number of a character sheet, as players read them: `Harm` and `3`, `HP` and `12/20`, `Edge` and `+2`. */
export type SheetNumber = { readonly label: string; readonly value: string };

/** Everything the exact checks hold prose against, as plain values. */
export type ProseFacts = {
  /** Undiscovered texts: hidden facts, things people withhold, hidden lore. */
  readonly secrets: readonly string[];
  /**
   * Texts players were shown or wrote: this turn's announcements (clock and deadline texts, table rows, revealed facts), public
   * facts and lore, earlier narration, the player's own words. Nothing in them can be leaked.
   */
  readonly known: readonly string[];
  /** Internal labels of the ruleset and its records: alignments, personality types, tiers, internal names of bands. */
  readonly labels: readonly string[];
  readonly sheet: readonly SheetNumber[];
  /** Lines of the rolls that were made, as players read them. Their numbers may be told. */
  readonly rolls: readonly string[];
  /** Words a narration may have. */
  readonly lengths: { readonly most: number; readonly mostInMajorScenes: number };
  /** Openings, chapters, battles and answers to a binding roll may be longer. */
  readonly isMajorScene: boolean;
};
