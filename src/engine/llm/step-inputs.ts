import { z } from 'zod';
import { RollType } from './call-type.ts';
import { ContextPacket, Exchange } from './context-packet.ts';
import { ProposedAction } from './interpret-reply.ts';
import { OfferedOperation, ResolvedOutcome } from './narrate-input.ts';

const Id = z.string();
const Text = z.string();
const Stats = z.record(z.string(), z.json());

/** A line of the index of everyone on record. */
export const IndexedCharacter = z.strictObject({
  id: Id,
  name: Text,
  title: Text,
  location: Text,
  status: Text,
});
export type IndexedCharacter = z.infer<typeof IndexedCharacter>;

/** A line of the index of what has happened. */
export const IndexedEvent = z.strictObject({
  id: Id,
  date: Text,
  type: Text,
  summary: Text,
  characters: z.array(Id),
});
export type IndexedEvent = z.infer<typeof IndexedEvent>;

/** What the router decides from. */
export const RouteInput = z.strictObject({
  playerText: Text,
  persona: z.strictObject({ id: Id, name: Text }),
  date: Text,
  place: Text,
  /** Ids of records that are at hand already. */
  loaded: z.array(Id),
  characters: z.array(IndexedCharacter),
  events: z.array(IndexedEvent),
  eventTypes: z.array(Text),
  characterCategories: z.array(Text),
  lastExchange: Exchange.nullable(),
});
export type RouteInput = z.infer<typeof RouteInput>;

/** What the interpreter reads the player's words with. */
export const InterpretInput = z.strictObject({
  playerText: Text,
  personaId: Id,
  packet: ContextPacket,
  /** The rules in short. */
  rulebook: Text,
  lastExchange: Exchange.nullable(),
});
export type InterpretInput = z.infer<typeof InterpretInput>;

/** What a turn is planned from. Nothing undiscovered is in it. */
export const PlanInput = z.strictObject({
  playerText: Text,
  packet: ContextPacket,
  actions: z.array(ProposedAction),
  blocked: z.array(z.strictObject({ action: Text, reason: Text })),
  lastExchange: Exchange.nullable(),
});
export type PlanInput = z.infer<typeof PlanInput>;

/** Somebody the rules are about to be applied to. */
export const Involved = z.strictObject({
  characterId: Id,
  name: Text,
  stats: Stats,
  /** What they remember that bears on this, most pressing first. */
  memories: z.array(Text),
});
export type Involved = z.infer<typeof Involved>;

/** What the rules are applied to. */
export const ResolveInput = z.strictObject({
  playerText: Text,
  personaId: Id,
  packet: ContextPacket,
  rulebook: Text,
  operations: z.array(OfferedOperation),
  involved: z.array(Involved),
  actions: z.array(ProposedAction),
  plan: z.strictObject({ beats: z.array(Text), tensionMove: Text }).nullable(),
  /** The dice that have fallen, as players read them; empty while none were asked for. */
  rolls: z.array(Text),
  /** Under rules of tables, what kind of table the words call for; null where the rules have none. */
  tableType: RollType.nullable(),
});
export type ResolveInput = z.infer<typeof ResolveInput>;

/** What one character decides from: itself, its own memories, and what it perceives. Nobody else's thoughts. */
export const ReflectInput = z.strictObject({
  characterId: Id,
  name: Text,
  /** Who the character is, what it wants, and what it keeps to itself. */
  profile: Text,
  stats: Stats,
  /** The rules in short. */
  rulebook: Text,
  /** What the character can perceive now. */
  scene: Text,
  /** With how much each still matters, most pressing first. */
  memories: z.array(z.strictObject({ content: Text, priority: z.number() })),
  outcome: ResolvedOutcome.nullable(),
  /** What the character saw and heard just before. */
  lastNarration: Text,
});
export type ReflectInput = z.infer<typeof ReflectInput>;

/** A question outside the story, a command to the world, or a pause for thought. */
export const ModeInput = z.strictObject({
  playerText: Text,
  personaId: Id,
  packet: ContextPacket,
  rulebook: Text,
  /** Only GOD proposes changes. */
  operations: z.array(OfferedOperation),
});
export type ModeInput = z.infer<typeof ModeInput>;
