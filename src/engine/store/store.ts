import type { ActionStore } from './actions.ts';
import type { ApiTokenStore } from './api-tokens.ts';
import type { CampaignArchiveStore } from './campaign-archives.ts';
import type { CampaignStore } from './campaigns.ts';
import type { ChronicleStore } from './chronicle.ts';
import type { EventRowStore } from './event-rows.ts';
import type { HistoryRowStore } from './history-rows.ts';
import type { HomebrewStore } from './homebrew.ts';
import type { InvitationStore } from './invitations.ts';
import type { JobStore } from './jobs.ts';
import type { KeptPackStore } from './kept-packs.ts';
import type { LeaseStore } from './leases.ts';
import type { MemberStore } from './members.ts';
import type { MemoryStore } from './memories.ts';
import type { ModelCallStore } from './model-calls.ts';
import type { NarrationStore } from './narrations.ts';
import type { RelationStore } from './relations.ts';
import type { RetellingStore } from './retellings.ts';
import type { RollStore } from './rolls.ts';
import type { SceneStore } from './scenes.ts';
import type { SegmentSwitchStore } from './segment-switches.ts';
import type { SessionStore } from './sessions.ts';
import type { SideCallStore } from './side-calls.ts';
import type { SummaryStore } from './summaries.ts';
import type { TurnEndingStore } from './turn-endings.ts';
import type { TurnStore } from './turns.ts';
import type { ViewerTurnStore } from './viewer-turns.ts';
import type { WakeChannel } from './wake-channel.ts';

/** Everything the engine keeps. Each method is one short transaction or one read; none waits for a model. */
export type Store = {
  /** `sqlite` or `postgresql`, for people. */
  readonly kind: 'sqlite' | 'postgresql';
  /** Whether this process is the only one that can write: then a turn found running at the start is dead. */
  readonly isExclusive: boolean;
  readonly campaigns: CampaignStore;
  readonly archives: CampaignArchiveStore;
  readonly sessions: SessionStore;
  readonly scenes: SceneStore;
  readonly narrations: NarrationStore;
  readonly retellings: RetellingStore;
  readonly turns: TurnStore;
  readonly leases: LeaseStore;
  readonly endings: TurnEndingStore;
  readonly events: EventRowStore;
  readonly calls: ModelCallStore;
  readonly sideCalls: SideCallStore;
  readonly memories: MemoryStore;
  readonly chronicle: ChronicleStore;
  readonly rolls: RollStore;
  readonly actions: ActionStore;
  readonly relations: RelationStore;
  readonly summaries: SummaryStore;
  readonly jobs: JobStore;
  readonly history: HistoryRowStore;
  readonly homebrew: HomebrewStore;
  readonly keptPacks: KeptPackStore;
  readonly segments: SegmentSwitchStore;
  readonly tokens: ApiTokenStore;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly viewerTurns: ViewerTurnStore;
  /** Between the servers on this database; null where there can be only one. */
  readonly wakes: WakeChannel | null;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
