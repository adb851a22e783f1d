import type { ApiTokenStore, StreamTicketStore } from './api-tokens.ts';
import type { CampaignArchiveStore } from './archive/campaign-archives.ts';
import type { CampaignStore } from './campaigns.ts';
import type { ChatAnswerStore } from './chat-answers.ts';
import type { EventRowStore } from './event-rows.ts';
import type { ImageStore } from './images.ts';
import type { JobStore } from './jobs.ts';
import type { KeptReplyStore } from './leases/kept-replies.ts';
import type { LeaseStore } from './leases.ts';
import type { InvitationStore, MemberStore } from './members.ts';
import type { MemoryStore } from './memories.ts';
import type { CallReservationStore, ModelCallStore, SideCallStore, ViewerTurnStore } from './model-usage.ts';
import type { NarrationStore, RetellingStore } from './narrations.ts';
import type { RollStore } from './rolls.ts';
import type { ActionStore } from './scene-rows/actions.ts';
import type { ChronicleStore } from './scene-rows/chronicle.ts';
import type { HistoryLogStore } from './scene-rows/history-log.ts';
import type { RelationStore } from './scene-rows/relations.ts';
import type { SceneStore } from './scenes.ts';
import type { ServerNodeStore } from './server-nodes.ts';
import type { SessionStore } from './sessions.ts';
import type { HomebrewVersionStore, KeptPackStore, SegmentSwitchStore } from './stored-packs.ts';
import type { SummaryStore } from './summaries.ts';
import type { TurnEndingStore } from './turn-endings.ts';
import type { TurnStore } from './turns.ts';
import type { WakeChannel } from './wake-channel.ts';

/** Everything the engine keeps. Each method is one short transaction or one read; none waits for a model. */
export type Store = {
  /** `sqlite` or `postgresql`, for people. */
  readonly kind: 'sqlite' | 'postgresql';
  /** True when this process is the only one that can write. A turn found running at the start is then dead. */
  readonly isExclusive: boolean;
  readonly campaigns: CampaignStore;
  readonly archives: CampaignArchiveStore;
  readonly sessions: SessionStore;
  readonly scenes: SceneStore;
  readonly narrations: NarrationStore;
  readonly retellings: RetellingStore;
  readonly turns: TurnStore;
  readonly leases: LeaseStore;
  readonly replies: KeptReplyStore;
  readonly endings: TurnEndingStore;
  readonly events: EventRowStore;
  readonly calls: ModelCallStore;
  readonly sideCalls: SideCallStore;
  readonly reservations: CallReservationStore;
  readonly memories: MemoryStore;
  readonly chronicle: ChronicleStore;
  readonly rolls: RollStore;
  readonly actions: ActionStore;
  readonly relations: RelationStore;
  readonly summaries: SummaryStore;
  readonly jobs: JobStore;
  readonly history: HistoryLogStore;
  readonly homebrew: HomebrewVersionStore;
  readonly keptPacks: KeptPackStore;
  readonly segments: SegmentSwitchStore;
  readonly tokens: ApiTokenStore;
  readonly tickets: StreamTicketStore;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly viewerTurns: ViewerTurnStore;
  readonly chatAnswers: ChatAnswerStore;
  readonly images: ImageStore;
  readonly nodes: ServerNodeStore;
  /** Between the servers on this database; null where there can be only one. */
  readonly wakes: WakeChannel | null;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Resolves when the database takes a write; rejects when its disk is full or can only be read. */
  readonly checkWritable: () => Promise<void>;
  readonly close: () => Promise<void>;
};
