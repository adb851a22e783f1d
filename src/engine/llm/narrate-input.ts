import { z } from 'zod';
import { CallType, RollType } from './call-type.ts';
import { ContextPacket, Exchange, GameMasterSecrets } from './context-packet.ts';

const Text = z.string();

/** What the rules made of the player's action. The narrator tells this and may not better or worsen it. */
export const ResolvedOutcome = z.strictObject({
  /** One or two sentences of what is now so. */
  text: Text,
  /** The ruleset's word for how it went: `success`, `mixed`, `fail`; null when nothing was uncertain. */
  band: Text.nullable(),
  /** How well it went, whatever the ruleset calls it; null when nothing was uncertain. */
  degree: z.enum(['critical', 'success', 'mixed', 'failure']).nullable(),
  /** Each roll as players read it: `Perception: 1d20+3 = 15+3 = 18 vs DC 15 (Success)`. */
  rolls: z.array(Text),
  costs: z.array(Text),
  consequences: z.array(Text),
});
export type ResolvedOutcome = z.infer<typeof ResolvedOutcome>;

/** What one character visibly did this turn. Private thoughts never come here. */
export const VisibleAction = z.strictObject({
  characterId: Text,
  name: Text,
  action: Text,
  intents: z.array(Text),
});
export type VisibleAction = z.infer<typeof VisibleAction>;

/** A row of the d100 table that was rolled on, and the number that hit it. */
export const RolledRow = z.strictObject({
  type: RollType,
  purpose: Text,
  value: z.int().min(1).max(100),
  from: z.int().min(1).max(100),
  to: z.int().min(1).max(100),
  outcome: Text,
});
export type RolledRow = z.infer<typeof RolledRow>;

/** A change of state that may be proposed: its name, what is not clear from it, and its fields. */
export const OfferedOperation = z.strictObject({
  op: Text,
  summary: Text,
  fields: Text,
  /** What it is told together with; on a line of its own when absent. */
  group: Text.optional(),
  /** It is offered for this moment only, so it stands with what changes from turn to turn. */
  passing: z.literal(true).optional(),
});
export type OfferedOperation = z.infer<typeof OfferedOperation>;

/** What a game master can ask the storyteller for, and how. */
export const Direction = z.strictObject({
  type: z.enum(['scene_direction', 'time_skip', 'chapter_start']),
  text: Text,
});
export type Direction = z.infer<typeof Direction>;

/** Everything the narrator is asked to write from. */
export const NarrateInput = z.strictObject({
  callType: CallType,
  /** The persona whose player spoke. */
  personaId: Text,
  /** The player's own words; empty in the opening. */
  playerText: Text,
  opening: z
    .strictObject({ text: Text, prologue: Text.nullable(), stakes: Text, goals: z.array(Text) })
    .nullable(),
  packet: ContextPacket,
  /** The conversation along this line of scenes, oldest first; the assembly chooses its window. */
  conversation: z.array(Exchange),
  /** How many exchanges came before the first one given: the window is cut by the number of an exchange, not by its place. */
  conversationStart: z.int().min(0),
  /** Milliseconds by the players' clock between one exchange given and the next, oldest first; absent when nobody keeps count. */
  pauses: z.array(z.number().min(0)).optional(),
  /** How many exchanges had been had when the lore of the scene was last made anew; absent when nobody keeps count. */
  loreBoundary: z.int().min(0).optional(),
  outcome: ResolvedOutcome.nullable(),
  actions: z.array(VisibleAction),
  plan: z.strictObject({ beats: z.array(Text), tensionMove: Text }).nullable(),
  /** What came to light this very turn, as sentences: tell these. */
  revealed: z.array(Text),
  /** Which of these somebody present says, and who: they are to be told in that mouth. */
  revealedBy: z.array(z.strictObject({ text: Text, characterId: Text })).optional(),
  /** What a chapter's opening or a year's end has to report: the chapter before, the lines of the accounts. */
  briefing: z.array(Text),
  /** What the game master asks for instead of a player; absent where a player acts or nobody does. */
  direction: Direction.exactOptional(),
  blocked: z.array(z.strictObject({ action: Text, reason: Text })),
  rolled: RolledRow.nullable(),
  secrets: GameMasterSecrets.nullable(),
  /** Whether the narrator may offer a d100 table and wait for the player's roll. */
  mayOfferRoll: z.boolean(),
  /** Changes of state the narrator is offered. */
  operations: z.array(OfferedOperation),
  eventTypes: z.array(Text),
});
export type NarrateInput = z.infer<typeof NarrateInput>;
