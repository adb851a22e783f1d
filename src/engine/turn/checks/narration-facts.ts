import type { Roll } from '#engine/rules/roll.ts';

/** Somebody as the prose may name them. */
export type NamedPerson = {
  readonly name: string;
  /** Other names that mean this person and nobody else. */
  readonly aliases: readonly string[];
  /** As the sheet has them: `she/her`; null when nobody said. */
  readonly pronouns: string | null;
};

/** What may not be done in a player's stead. */
export type AgencyKind = 'act' | 'speak' | 'move' | 'think' | 'feel';
export const AGENCY_KINDS: readonly AgencyKind[] = ['act', 'speak', 'move', 'think', 'feel'];

export type RollFact = Pick<Roll, 'faces' | 'modifier' | 'total'> & Partial<Pick<Roll, 'target'>>;

/** The row of a d100 table that binds, and the rows it could have been. */
export type BindingRow = { readonly outcome: string; readonly others: readonly string[] };

/** Words below and above which a narration is out of bounds. */
export type WordLimits = { readonly fewest: number; readonly most: number };

/** Everything narration is held against, as plain values: what is so after the turn's operations. */
export type NarrationFacts = {
  readonly personas: readonly NamedPerson[];
  readonly present: readonly NamedPerson[];
  /** On record, alive, and neither here before nor after this turn. */
  readonly absent: readonly NamedPerson[];
  /** Dead since before this turn. */
  readonly dead: readonly NamedPerson[];
  /** The places the turn plays in: one, or two when it went somewhere. */
  readonly places: readonly string[];
  readonly otherPlaces: readonly string[];
  /** What the personas carry, before or after the turn. */
  readonly held: readonly string[];
  /** Things of the campaign that no persona carries. */
  readonly otherItems: readonly string[];
  readonly rolls: readonly RollFact[];
  /** Other numbers of the rules that may be told: damage after resistance, hit points left. */
  readonly numbers: readonly number[];
  readonly row: BindingRow | null;
  /** What no persona has discovered. */
  readonly secrets: readonly string[];
  /** What players may read already; nothing of it can be given away. */
  readonly known: readonly string[];
  /** Labels the game master plays people by. */
  readonly internalLabels: readonly string[];
  /** What players wrote this turn; their characters may be shown doing it. */
  readonly playerWords: readonly string[];
  /** What the engine settled that their characters do or suffer: outcome, row, what came to light. */
  readonly settled: readonly string[];
  /** What has come about lately in plain sight, without the players: it may be told, whoever has a part in it. */
  readonly cameAbout: readonly string[];
  readonly guarded: readonly AgencyKind[];
  readonly limits: WordLimits;
};
