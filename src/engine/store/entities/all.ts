import { ActionRow } from './action-row.ts';
import { ApiToken } from './api-token.ts';
import { Campaign } from './campaign.ts';
import { CampaignInvitation } from './campaign-invitation.ts';
import { CampaignMember } from './campaign-member.ts';
import { ChronicleEntry } from './chronicle-entry.ts';
import { HomebrewVersion } from './homebrew-version.ts';
import { KeptPack } from './kept-pack.ts';
import { MemoryRow } from './memory-row.ts';
import { ModelCall } from './model-call.ts';
import { NarrationChoice } from './narration-choice.ts';
import { NarrationVersion } from './narration-version.ts';
import { OpenRetelling } from './open-retelling.ts';
import { QueuedHistory } from './queued-history.ts';
import { RelationRow } from './relation-row.ts';
import { RollRow } from './roll-row.ts';
import { Scene } from './scene.ts';
import { SegmentSwitch } from './segment-switch.ts';
import { Session } from './session.ts';
import { SettleJob } from './settle-job.ts';
import { SideCall } from './side-call.ts';
import { SummaryRow } from './summary-row.ts';
import { Turn } from './turn.ts';
import { TurnEvent } from './turn-event.ts';
import { TurnRecording } from './turn-recording.ts';
import { ViewerTurn } from './viewer-turn.ts';

/** Every table of the store. */
export const ENTITIES = [
  Campaign,
  Session,
  Scene,
  NarrationVersion,
  NarrationChoice,
  OpenRetelling,
  Turn,
  TurnEvent,
  TurnRecording,
  ModelCall,
  SideCall,
  MemoryRow,
  ChronicleEntry,
  RollRow,
  ActionRow,
  RelationRow,
  SummaryRow,
  SettleJob,
  QueuedHistory,
  HomebrewVersion,
  KeptPack,
  SegmentSwitch,
  ApiToken,
  CampaignMember,
  CampaignInvitation,
  ViewerTurn,
];
