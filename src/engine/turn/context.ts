import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import type { ResolvedOutcome, Revealed, RolledRow, VisibleAction } from '#engine/contracts/narrate-input.ts';
import type { Narration, OfferedTableRow } from '#engine/contracts/narration.ts';
import type { Outcome } from '#engine/contracts/outcome.ts';
import type { Plan } from '#engine/contracts/plan.ts';
import type { ProposedObservation } from '#engine/contracts/proposed-changes.ts';
import type { Reaction } from '#engine/contracts/reaction.ts';
import type { Reading, RollType } from '#engine/contracts/reading.ts';
import type { Lineage } from '#engine/domain/lineage.ts';
import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { MemoryRow } from '#engine/memory/observation.ts';
import type { PromptPins } from '#engine/prompt/registry.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { PersonaProtection } from '#engine/state/operation.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { LeasedTurn } from './engine-services.ts';
import type { EarlySearch } from './knowledge/find-records.ts';
import type { Finding } from './narration/decide-on-findings.ts';
import type { PreparedFacts } from './narration/exact-checks.ts';
import type { ProseFacts } from './narration/prose-facts.ts';
import type { Conversation } from './packet/conversation.ts';
import type { Playbook } from './playbook.ts';
import type { AllowedAction } from './rule/validate-actions.ts';

/** From `intake`: the world as the current scene has it, who acts, the conversation, what the packs say. */
export type TurnContext = LeasedTurn & {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly said: Conversation;
  /** Indexes of the scenes of these exchanges, in the same order. */
  readonly saidScenes: readonly number[];
  /** Index of the last narrated scene; 0 before the first. */
  readonly lastNarrated: number;
  /** Prompt versions the campaign is pinned to. */
  readonly promptPins: PromptPins;
  readonly seed: string;
  /** Index of the scene this turn makes. */
  readonly sceneIndex: number;
  /** Position of this turn's dice in the stream of the seed; scenes without story are not counted. */
  readonly diceIndex: number;
  readonly campaignId: string;
  /** The acting persona's latest profile along this branch; null before the first. */
  readonly profile: string | null;
  /** Condensed story before the latest exchanges, oldest first. */
  readonly storySoFar: ContextPacket['storySoFar'];
  /** Summary of the chapter before this one; null when there is none. */
  readonly lastChapter: string | null;
  /** Latest chronicle entries, oldest first. */
  readonly recent: readonly ChronicleEntry[];
  /** Scenes this branch grew from, up to the current one. */
  readonly lineage: Lineage;
  readonly persona: Character & { readonly id: CharacterId };
  /** The world as the acting persona knows it. */
  readonly view: PlayerView;
  /** The player's words, a chosen action written out, with their answer to a question; empty when the player said nothing. */
  readonly playerText: string;
  /** Search on the raw player text, started at intake and awaited in `recall`. */
  readonly earlySearch: EarlySearch;
};

/** From `read`: what the player means, with names resolved to ids. */
export type ReadingResult = {
  readonly reading: Reading;
  /** BCP 47 tag the narration is written in; empty for the pack's own language. */
  readonly language: string;
};

/** From `recall`: the knowledge of the scene. */
export type Recalled = {
  readonly sceneLore: SceneLore;
  /** Ids of those who were present from the beginning of the last narration. */
  readonly witnesses: readonly string[];
  /** World-affecting events of the session before, told where another session takes the story up. Empty in every other turn. */
  readonly worldEvents: readonly string[];
};

/** A d100 table that decides an attempt. Nothing the attempt would bring about has happened yet. */
type TableDue = {
  readonly type: RollType;
  readonly purpose: string;
  /** Triggers the player's words met; the row that is hit decides whether they are set off. */
  readonly held: readonly { readonly id: string; readonly when: string }[];
};

/** From `rule`: what the engine decided before anything is told. */
export type Ruled = {
  /** The world once the rules have spoken. The narrator tells from it and later changes build on it. */
  readonly resolvedSnapshot: Snapshot;
  /** That world as the acting persona knows it; it replaces the view from `intake`. */
  readonly view: PlayerView;
  readonly actions: readonly AllowedAction[];
  readonly blocked: readonly { readonly action: string; readonly reason: string }[];
  readonly resolved: ResolvedOutcome | null;
  /** The row of an offered table that was hit. It binds. */
  readonly rolled: RolledRow | null;
  /** The d100 table the narrator has to offer; null when none is due. */
  readonly tableDue: TableDue | null;
  /** Characters the rules have hurt this turn; no model hurts them again. */
  readonly harmed: readonly string[];
  /** Every roll of the turn so far; the next one gets the following ordinal. */
  readonly rolls: readonly Roll[];
  readonly effects: readonly Effect[];
  readonly observations: readonly ProposedObservation[];
  readonly revealed: readonly Revealed[];
  /** News for the acting persona alone; told to its player apart from the narration. */
  readonly privately: readonly string[];
  /** Authored answers of characters and places that are given this turn, word for word. */
  readonly responses: readonly Revealed[];
  /** Sentences of what the rules have done, for the narrator and for `record`. */
  readonly done: readonly string[];
  /** Sentences of what passing time brought. */
  readonly fallsDue: readonly string[];
  /** Minutes the rules fixed for this turn, and the most that may pass. */
  readonly span: { readonly fixed: number; readonly most: number };
  /** Limits on what a model may take from players' characters this turn. */
  readonly protection: PersonaProtection;
};

/** From `react`: the characters' visible actions. Thoughts go into rows only the game master can read. */
export type Reacted = {
  readonly reactions: readonly {
    readonly characterId: string;
    readonly name: string;
    readonly reaction: Reaction;
  }[];
  readonly visibleActions: readonly VisibleAction[];
};

/** From `plan`; null where nothing is planned. */
export type Planned = { readonly plan: Plan | null };

/** From `narrate`, before it has finished: its prose, as soon as it is complete and choices are known to follow it. */
export type ProseWritten = {
  readonly written: {
    readonly prose: string;
    /** Rows of the table that was due. */
    readonly rows: readonly OfferedTableRow[];
    /** Whether the narrator offered nothing a player can choose, so that `record` has to. */
    readonly needsChoices: boolean;
  };
  /** Sentences of the prose, as `record` and `judge` number them. */
  readonly sentences: readonly string[];
  /** Facts the prose is checked against, plain and with their indexes. */
  readonly facts: ProseFacts;
  readonly prepared: PreparedFacts;
  /** Findings of the exact checks while the prose was released. */
  readonly found: readonly Finding[];
  /** The outcome the narrator wrote itself (`outcome: inline`); null when `record` reads it. */
  readonly inlineOutcome: Outcome | null;
  /** Whether readers have seen the prose. */
  readonly isReleased: boolean;
};

/** From `narrate` at its end: the narration as it was written, still unjudged. */
export type Narrated = {
  readonly narration: Narration;
  /** The working set as the scene keeps it, with whose sheets and which lore the prompt held. */
  readonly loreToKeep: SceneLore;
};

/** From `record`: what the narration made true, with names resolved to ids. */
export type RecordedOutcome = { readonly outcome: Outcome };

/** From `judge`: verified findings of a model. */
export type Judged = { readonly judged: readonly Finding[] };

/** From `check`: the prose that stands, and the outcome without what was repaired away. */
export type Checked = {
  readonly prose: string;
  readonly findings: readonly Finding[];
  /** Report of the turn for the game master only: the result of a command. */
  readonly report?: string;
};

/** From `apply`: the world after the turn and the rows that tell how it came about. */
export type AppliedTurn = {
  readonly nextSnapshot: Snapshot;
  readonly rows: TurnResultRows;
  /** The working set the scene keeps. A change by hand invalidates it. */
  readonly loreAfter: SceneLore | 'as-before' | 'invalidated';
};

/** Append-only rows that name the scene the turn makes. */
export type TurnResultRows = {
  readonly memories: readonly MemoryRow[];
  readonly chronicle: readonly ChronicleEntry[];
  readonly rolls: readonly Roll[];
  readonly actions: readonly TurnActionRow[];
  readonly relations: readonly TurnRelationRow[];
};

export type TurnActionRow = {
  readonly characterId: string;
  readonly action: string;
  readonly intents: readonly string[];
  /** Game master only. */
  readonly thought: string;
};

export type TurnRelationRow = Extract<Effect, { readonly type: 'relation-changed' }>;
