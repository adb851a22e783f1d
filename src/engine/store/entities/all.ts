import { ApiToken } from './api-token.ts';
import { Campaign } from './campaign.ts';
import { CampaignInvitation } from './campaign-invitation.ts';
import { CampaignMember } from './campaign-member.ts';
import { ChronicleEntry } from './chronicle-entry.ts';
import { HomebrewVersion } from './homebrew-version.ts';
import { KeptPack } from './kept-pack.ts';
import { MemoryRow } from './memory-row.ts';
import { ModelCall } from './model-call.ts';
import { Scene } from './scene.ts';
import { SegmentSwitch } from './segment-switch.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';
import { TurnEvent } from './turn-event.ts';
import { TurnRecording } from './turn-recording.ts';
import { ViewerTurn } from './viewer-turn.ts';

/** Every table of the store. */
export const ENTITIES = [
  Campaign,
  Session,
  Scene,
  Turn,
  TurnEvent,
  TurnRecording,
  ModelCall,
  MemoryRow,
  ChronicleEntry,
  HomebrewVersion,
  KeptPack,
  SegmentSwitch,
  ApiToken,
  CampaignMember,
  CampaignInvitation,
  ViewerTurn,
];
