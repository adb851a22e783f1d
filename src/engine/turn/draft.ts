import type { ContextPacket } from '#engine/llm/context-packet.ts';
import type { InterpretReply, ProposedAction } from '#engine/llm/interpret-reply.ts';
import type { ResolvedOutcome, RolledRow, VisibleAction } from '#engine/llm/narrate-input.ts';
import type { NarrateOutcome, ProposedObservation } from '#engine/llm/narrate-outcome.ts';
import type { PlanReply } from '#engine/llm/plan-reply.ts';
import type { RouteReply } from '#engine/llm/route-reply.ts';
import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { MemoryRow } from '#engine/memory/observation.ts';
import type { PromptPins } from '#engine/prompt/registry.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Lineage } from '#engine/store/lineage-query.ts';
import type { Discovery } from '#retrieval/discovered-by.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { NarrationFacts } from './checks/narration-facts.ts';
import type { Verdict } from './checks/verdict.ts';
import type { Conversation } from './conversation.ts';
import type { Playbook } from './playbook.ts';
import type { TurnStart } from './turn-tools.ts';
import type { SettledByRules } from './without-done.ts';

/** From `intake`: the world as the current scene has it, who acts, what was said, what the packs say. */
export type Moment = TurnStart & {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly said: Conversation;
  /** The index of the last scene that was told; 0 before the first. */
  readonly lastTold: number;
  /** The prompt versions the campaign holds on to. */
  readonly promptPins: PromptPins;
  readonly seed: string;
  /** The index of the scene this turn makes. */
  readonly sceneIndex: number;
  /** Where in the stream of the seed its dice stand: scenes in which the story stood still are not counted. */
  readonly diceIndex: number;
  readonly campaignId: string;
  /** Who the acting persona has become, as last written down along this branch; null before the first time. */
  readonly profile: string | null;
  /** What was played before the latest exchanges, as it was condensed along this branch, oldest first. */
  readonly storySoFar: ContextPacket['storySoFar'];
  /** What came of the chapter before this one; null when nothing was written of it. */
  readonly lastChapter: string | null;
  /** What happened lately, oldest first. */
  readonly recent: readonly ChronicleEntry[];
  /** The scenes this branch grew from, up to the current one. */
  readonly lineage: Lineage;
  readonly persona: Character & { readonly id: CharacterId };
  /** The world as the acting persona knows it. */
  readonly view: PlayerView;
  /** What the player said, a chosen action written out, with what they answered when asked; empty when nobody spoke. */
  readonly words: string;
};

/** From `route`: the knowledge of the scene, and which kind of telling the words call for. */
export type Routed = {
  readonly sceneLore: SceneLore;
  /** Who was there from its beginning when the scene before was told; whoever came later has not heard it. */
  readonly witnesses: readonly string[];
  readonly routedCallType: InterpretReply['call_type'];
  /** What was said to be needed; null when nobody was asked. */
  readonly routeReply: RouteReply | null;
};

/** From `interpret`; null where nobody interprets. */
export type Interpreted = { readonly interpretation: InterpretReply | null };

/** From `validate`: what may be tried, what cannot be and why, and what doing it may bring to light. */
export type Validated = {
  readonly actions: readonly ProposedAction[];
  readonly blocked: readonly { readonly action: string; readonly reason: string }[];
  readonly discoveries: readonly Discovery[];
};

/** From `plan`; null where nobody plans. */
export type Planned = { readonly plan: PlanReply | null };

/** From `resolve`: what the rules made of it. */
export type Resolved = {
  /** The world once the rules have spoken: the narrator tells from it and later changes build on it. */
  readonly standing: Snapshot;
  readonly resolved: ResolvedOutcome | null;
  /** The row of an offered table that was hit. It binds. */
  readonly rolled: RolledRow | null;
  /** Every roll of the turn so far; the next one gets the ordinal after the last. */
  readonly rolls: readonly Roll[];
  readonly effects: readonly Effect[];
  readonly observations: readonly ProposedObservation[];
  /** What came to light, as sentences to tell. */
  readonly revealed: readonly string[];
  /** Who says which of them: what nobody says was seen or found. */
  readonly revealedBy?: readonly { readonly text: string; readonly characterId: string }[];
  /** What rules that strike by themselves have done; nobody after them does it again. */
  readonly settledByRules?: SettledByRules;
};

/** From `reflect`: what each character visibly does. Thoughts go into rows the game master alone can read. */
export type Reflected = {
  readonly reflections: readonly VisibleAction[];
  readonly thoughts: readonly { readonly characterId: string; readonly thought: string }[];
};

/** From `narrate`: the prose as it was told and what it means for the world, both still unchecked as a whole. */
export type Narrated = {
  readonly prose: string;
  /** What the prose is held against. */
  readonly facts: NarrationFacts;
  readonly outcome: NarrateOutcome;
  /** What the checks found while the prose was on its way out. */
  readonly heldBack: readonly Verdict[];
};

/** From `check`: the prose that stands. */
export type Checked = {
  readonly narration: string;
  readonly verdicts: readonly Verdict[];
  /** What only the game master is told of the turn: what became of a command. */
  readonly report?: string;
};

/** From `apply`: the world after the turn and the rows that tell how it came about. */
export type Applied = {
  readonly nextSnapshot: Snapshot;
  readonly rows: TurnRows;
  /** What the scene keeps of the working set of knowledge. A hand from outside makes it be gathered anew. */
  readonly loreAfter: SceneLore | 'as-before' | 'invalidated';
};

/** Append-only rows that name the scene the turn makes. */
export type TurnRows = {
  readonly memories: readonly MemoryRow[];
  readonly chronicle: readonly ChronicleEntry[];
  readonly rolls: readonly Roll[];
  readonly actions: readonly ActionRow[];
  readonly relations: readonly RelationRow[];
};

export type ActionRow = {
  readonly characterId: string;
  readonly action: string;
  readonly intents: readonly string[];
  /** The game master's alone. */
  readonly thought: string;
};

export type RelationRow = Extract<Effect, { readonly type: 'relation-changed' }>;
