import type { EntityClass } from '@mikro-orm/core';
import { Campaign, CampaignMember } from '../entities/campaign.ts';
import { KeptPack } from '../entities/content.ts';
import { Portrait } from '../entities/images.ts';
import { JobEntity } from '../entities/jobs.ts';
import { ModelCall } from '../entities/model-calls.ts';
import { NarrationChoice, NarrationVersion, OpenRetelling, Scene } from '../entities/scene.ts';
import {
  ActionEntity,
  ChronicleEntity,
  MemoryEntity,
  RelationEntity,
  RollEntity,
  SummaryEntity,
} from '../entities/scene-rows.ts';
import { Session } from '../entities/session.ts';
import { Turn, TurnEventEntity, TurnRecording } from '../entities/turn.ts';
import { HISTORY_JOB } from '../jobs.ts';

/** Ids that select the rows of one campaign. */
export type ArchiveScope = {
  readonly campaignId: string;
  readonly sessionIds: readonly string[];
  readonly packHashes: readonly string[];
};

type Where = (scope: ArchiveScope) => object;

/** Description of one table in an archive. */
export type ArchivedTable = {
  readonly entity: EntityClass<object>;
  readonly where: Where;
  /** The columns rows are ordered by, so that equal campaigns give equal files. */
  readonly order: readonly string[];
  /** Columns that mean something on one server alone; each is null, or left to the database, in a file. */
  readonly local: readonly string[];
  /** Columns that files of earlier versions do not have; null where they are missing. */
  readonly later: readonly string[];
  /**
   * Columns that name the current holder of a row, with the value a file has instead. A row in a file has no holder.
   */
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

/** Tables of a campaign, each after those it refers to. Tokens and invitations are not part of it. */
export const ARCHIVED_TABLES: Readonly<Record<string, ArchivedTable>> = {
  pack: table(KeptPack, ({ packHashes }) => ({ hash: { $in: [...packHashes] } }), ['hash']),
  campaign: table(
    Campaign,
    ({ campaignId }) => ({ id: campaignId }),
    ['id'],
    ['archivedAt', 'deletedAt', 'startKey'],
    ['lastPlayedAt'],
  ),
  member: table(
    CampaignMember,
    ofCampaign,
    ['viewerId'],
    ['seenAt', 'typingUntil'],
    ['readSessionId', 'readSceneIndex'],
  ),
  portrait: table(Portrait, ofCampaign, ['characterId']),
  // A turn whose server is gone is exported as the holder of its session. The importing server fails it.
  session: table(Session, ofCampaign, ['id'], ['leaseExpiresAt'], ['diceIndex']),
  scene: table(Scene, ofSessions, ['id'], ['snapshotBase', 'worldDay'], ['flags', 'diceIndex', 'audience']),
  narration: table(NarrationVersion, ofScenes, ['scene', 'version'], [], ['flags']),
  narrationChoice: table(NarrationChoice, ofScenes, ['scene', 'ordinal']),
  retelling: table(OpenRetelling),
  turn: table(Turn),
  event: table(TurnEventEntity, ofSessions, ['session', 'sequence'], [], ['personas']),
  recording: table(TurnRecording, ofTurns),
  call: table(ModelCall),
  memory: table(MemoryEntity),
  chronicle: table(ChronicleEntity, ofSessions, ['session', 'eventId']),
  roll: table(RollEntity),
  action: table(ActionEntity),
  relation: table(RelationEntity),
  summary: table(SummaryEntity),
  job: {
    ...table(
      JobEntity,
      (scope) => ({ ...ofSessions(scope), kind: { $ne: HISTORY_JOB } }),
      ['id'],
      ['claimedUntil'],
    ),
    atRest: { status: (status) => (status === 'claimed' ? 'waiting' : status) },
  },
};

/** Tables of older files whose rows are ignored: the server that imports makes its own. */
export const IGNORED_TABLES: readonly string[] = ['queuedHistory'];
