import type { EntityClass } from '@mikro-orm/core';
import { ActionRow } from '../entities/action-row.ts';
import { Campaign } from '../entities/campaign.ts';
import { CampaignMember } from '../entities/campaign-member.ts';
import { ChronicleEntry } from '../entities/chronicle-entry.ts';
import { KeptPack } from '../entities/kept-pack.ts';
import { MemoryRow } from '../entities/memory-row.ts';
import { ModelCall } from '../entities/model-call.ts';
import { NarrationChoice } from '../entities/narration-choice.ts';
import { NarrationVersion } from '../entities/narration-version.ts';
import { OpenRetelling } from '../entities/open-retelling.ts';
import { QueuedHistory } from '../entities/queued-history.ts';
import { RelationRow } from '../entities/relation-row.ts';
import { RollRow } from '../entities/roll-row.ts';
import { Scene } from '../entities/scene.ts';
import { Session } from '../entities/session.ts';
import { SettleJob } from '../entities/settle-job.ts';
import { SummaryRow } from '../entities/summary-row.ts';
import { Turn } from '../entities/turn.ts';
import { TurnEvent } from '../entities/turn-event.ts';
import { TurnRecording } from '../entities/turn-recording.ts';
import { HISTORY_JOB } from '../jobs.ts';

/** What tells the rows of one campaign from those of all others. */
export type Scope = {
  readonly campaignId: string;
  readonly sessionIds: readonly string[];
  readonly packHashes: readonly string[];
};

type Where = (scope: Scope) => object;

/** One table as it stands in an archive. */
export type ArchivedTable = {
  readonly entity: EntityClass<object>;
  readonly where: Where;
  /** The columns rows are ordered by, so that equal campaigns give equal files. */
  readonly order: readonly string[];
  /** Columns that mean something on one server alone; each is null, or left to the database, in a file. */
  readonly local: readonly string[];
  /** Columns that files of earlier versions do not have; null where they are missing. */
  readonly later: readonly string[];
  /** Columns that say who has a row in hand, which nobody has who opens the file, and what they say there instead. */
  readonly atRest: Readonly<Record<string, (value: unknown) => unknown>>;
};

const ofSessions: Where = ({ sessionIds }) => ({ session: { $in: [...sessionIds] } });
const ofScenes: Where = ({ sessionIds }) => ({ scene: { session: { $in: [...sessionIds] } } });
const ofTurns: Where = ({ sessionIds }) => ({ turn: { session: { $in: [...sessionIds] } } });
const ofCampaign: Where = ({ campaignId }) => ({ campaign: campaignId });

const table = (
  entity: EntityClass<object>,
  where: Where = ofSessions,
  order: readonly string[] = ['id'],
  local: readonly string[] = [],
  later: readonly string[] = [],
): ArchivedTable => ({ entity, where, order, local, later, atRest: {} });

/** Everything that makes a campaign, each table after those it refers to. Who may come in, by token or invitation, is not part of it. */
export const ARCHIVED: Readonly<Record<string, ArchivedTable>> = {
  pack: table(KeptPack, ({ packHashes }) => ({ hash: { $in: [...packHashes] } }), ['hash']),
  campaign: table(Campaign, ({ campaignId }) => ({ id: campaignId })),
  member: table(CampaignMember, ofCampaign, ['viewerId']),
  // A turn whose server is gone comes along as the one that holds its session, and is failed wherever the file is opened.
  session: table(Session, ofCampaign, ['id'], ['leaseExpiresAt'], ['diceIndex']),
  scene: table(Scene, ofSessions, ['id'], ['snapshotBase', 'worldDay'], ['flags', 'diceIndex']),
  narration: table(NarrationVersion, ofScenes, ['scene', 'version'], [], ['flags']),
  narrationChoice: table(NarrationChoice, ofScenes, ['scene', 'ordinal']),
  retelling: table(OpenRetelling),
  turn: table(Turn),
  event: table(TurnEvent, ofSessions, ['session', 'sequence']),
  recording: table(TurnRecording, ofTurns),
  call: table(ModelCall),
  memory: table(MemoryRow),
  chronicle: table(ChronicleEntry, ofSessions, ['session', 'eventId']),
  roll: table(RollRow),
  action: table(ActionRow),
  relation: table(RelationRow),
  summary: table(SummaryRow),
  job: {
    ...table(
      SettleJob,
      (scope) => ({ ...ofSessions(scope), kind: { $ne: HISTORY_JOB } }),
      ['id'],
      ['claimedUntil'],
    ),
    atRest: { status: (status) => (status === 'claimed' ? 'waiting' : status) },
  },
  // What waits for the index of one server is made anew on another. Files that were written with it are read without it.
  queuedHistory: table(QueuedHistory, () => ({ id: { $in: [] } }), ['id'], ['id', 'claimedUntil']),
};
