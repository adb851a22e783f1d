import { z } from 'zod';
import { ContextPacket, Exchange, GameMasterSecrets } from './context-packet.ts';
import { CallType, RollType } from './reading.ts';

const Text = z.string();

/** Result of the player's action by the rules. The narrator tells this and may not better or worsen it. */
export const ResolvedOutcome = z.strictObject({
  /** One or two sentences of what is now so. */
  text: Text,
  /** The ruleset's word for how it went; null when nothing was uncertain. */
  band: Text.nullable(),
  degree: z.enum(['critical', 'success', 'mixed', 'failure']).nullable(),
  /** Each roll as players read it: `Perception: 1d20+3 = 15+3 = 18 vs DC 15 (Success)`. */
  rolls: z.array(Text),
  costs: z.array(Text),
  consequences: z.array(Text),
});
export type ResolvedOutcome = z.infer<typeof ResolvedOutcome>;

/** Visible action of one character this turn. Private thoughts are never included. */
export const VisibleAction = z.strictObject({
  characterId: Text,
  name: Text,
  action: Text,
  intents: z.array(Text),
});
export type VisibleAction = z.infer<typeof VisibleAction>;

/** The row of a d100 table that was rolled, and the number that hit it. */
export const RolledRow = z.strictObject({
  type: RollType,
  purpose: Text,
  value: z.int().min(1).max(100),
  from: z.int().min(1).max(100),
  to: z.int().min(1).max(100),
  outcome: Text,
});
export type RolledRow = z.infer<typeof RolledRow>;

/** Requests a game master can make of the narrator. */
export const Direction = z.strictObject({
  type: z.enum(['scene_direction', 'time_skip', 'chapter_start']),
  text: Text,
});
export type Direction = z.infer<typeof Direction>;

/** A pack's text for a call type, beside the engine's template or in place of it. */
const CallTemplateText = z.strictObject({ call: CallType, text: Text, replaces: z.boolean() });

/** Something that comes to light this turn: the text, the trigger that was met, and the person who says it. */
export const Revealed = z.strictObject({
  text: Text,
  how: Text,
  saidBy: Text.nullable(),
  /** Id of the entity it is about, where that is a fact's. */
  aboutId: Text.optional(),
});
export type Revealed = z.infer<typeof Revealed>;

/** Everything the narrator writes from. */
export const NarrateInput = z.strictObject({
  callType: CallType,
  personaId: Text,
  /** The player's own words; empty in the opening. */
  playerText: Text,
  /** Actions of the player's character by those words: the Reading's allowed actions, and its movement. */
  playerActs: z.array(Text),
  opening: z
    .strictObject({ text: Text, prologue: Text.nullable(), stakes: Text, goals: z.array(Text) })
    .nullable(),
  /** The prologue, at the place where the story begins: the players have read of what is there. */
  prologueHere: Text.optional(),
  /** The same wherever the scene is, once the story has opened. */
  prologue: Text.exactOptional(),
  packet: ContextPacket,
  conversation: z.array(Exchange),
  /** Number of exchanges before the first one given. */
  conversationStart: z.int().min(0),
  /** Milliseconds by the players' clock between one exchange and the next, oldest first. */
  pauses: z.array(z.number().min(0)).optional(),
  /** Number of exchanges there had been when SceneLore was last rebuilt. */
  loreBoundary: z.int().min(0).optional(),
  outcome: ResolvedOutcome.nullable(),
  /** Changes the rules have already made this turn, as sentences: things taken or given, ways gone, rest, payment. */
  done: z.array(Text),
  /** Actions of other characters this turn. */
  actions: z.array(VisibleAction),
  plan: z.strictObject({ beats: z.array(Text), tensionMove: Text, suggestions: z.array(Text) }).nullable(),
  revealed: z.array(Revealed),
  /** Authored answers that are given this turn. They bind word for word; absent when there are none. */
  responses: z.array(Revealed).exactOptional(),
  /** Commands the author offers as choices after this turn, the freshest first. Absent when there are none. */
  offers: z.array(Text).exactOptional(),
  /** The ending the story reaches with this turn; players read the epilogue after the prose. Absent while the story goes on. */
  ending: z.strictObject({ title: Text, epilogue: Text }).exactOptional(),
  /** Events that passing time brings this turn: deadlines, clocks, agendas, warnings; as sentences to tell. */
  fallsDue: z.array(Text),
  /** Duration of the turn in words: `about ten minutes`. Empty when nothing fixes it. */
  span: Text,
  /** Report for a chapter's opening or a year's end. */
  briefing: z.array(Text),
  direction: Direction.exactOptional(),
  /** The packs' own templates for call types; absent when there are none. */
  templates: z.array(CallTemplateText).exactOptional(),
  blocked: z.array(z.strictObject({ action: Text, reason: Text })),
  /** Parts of the last turn's outcome that the engine refused, so that the story does not build on them. */
  refusedBefore: z.array(Text),
  /** The narrator's own notes from the last turns, oldest first. */
  notes: z.array(Text),
  /** Assumptions the Reading made. */
  assumptions: z.array(Text),
  /** Things the player tries to notice. */
  notices: z.array(Text),
  rolled: RolledRow.nullable(),
  secrets: GameMasterSecrets.nullable(),
  /** The d100 table type that is due; null when the narrator writes choices instead. */
  tableDue: RollType.nullable(),
  /** BCP 47 tag of the language the narration is written in; empty for the pack's own. */
  language: Text,
  eventTypes: z.array(Text),
});
export type NarrateInput = z.infer<typeof NarrateInput>;
