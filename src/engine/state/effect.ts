import type { Roll } from '#engine/rules/roll.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import type { CharacterId, EntityId, EventId, FactId, LocationId, PairKey } from './ids.ts';
import type { CoreMemory, EconomyEntry, Relation } from './record.ts';
import type { StoredProposal } from './records/field-types.ts';
import type { Visibility } from './visibility.ts';

/** Audience of a notice. A notice for the game master never reaches a player. */
export type NoticeAudience = 'player' | 'gm';

/** An entry of the chronicle, complete but for the scene the caller files it under. */
export type ChronicleDraft = {
  readonly id: EventId;
  readonly time: WorldTime;
  readonly chapter: number;
  readonly type: string;
  readonly summary: string;
  readonly characterIds: readonly CharacterId[];
  readonly factionIds: readonly EntityId[];
  readonly placeId: LocationId | null;
  readonly tags: readonly string[];
  readonly status: 'ongoing' | 'resolved';
  readonly scope: 'campaign' | 'world_affecting';
  /** `hidden`: those who had a part in it and those in `knownTo` know of it. */
  readonly visibility: Visibility;
  readonly knownTo: readonly CharacterId[];
};

/** Source of a trigger's operations. */
export type TriggerSource = {
  readonly kind: 'clock' | 'deadline' | 'agenda' | 'resource' | 'fact' | 'consequence' | 'meter';
  readonly id: string;
};

/**
 * Result of an operation beside the new snapshot: rows to write, notices to send. A caller that ignores effects loses
 * only the record of the change, nothing of the world.
 */
export type Effect =
  | { readonly type: 'rolled'; readonly roll: Roll }
  | { readonly type: 'chronicle-entry'; readonly entry: ChronicleDraft }
  | { readonly type: 'core-memory'; readonly memory: CoreMemory }
  | { readonly type: 'clock-filled'; readonly clockId: string }
  | {
      readonly type: 'trigger-fired';
      readonly source: TriggerSource;
      readonly description: string;
      readonly operations: readonly StoredProposal[];
      /** Persona whose action set it off; absent when time did. */
      readonly personaId?: CharacterId;
    }
  | {
      readonly type: 'discovered';
      readonly subject:
        | { readonly kind: 'fact'; readonly id: FactId }
        | { readonly kind: 'entity'; readonly id: EntityId };
      readonly personaIds: readonly CharacterId[];
      readonly method: string;
    }
  | { readonly type: 'entity-introduced'; readonly id: EntityId }
  | { readonly type: 'place-changed'; readonly from: LocationId | null; readonly to: LocationId }
  | { readonly type: 'time-advanced'; readonly from: WorldTime; readonly to: WorldTime }
  | {
      readonly type: 'relation-changed';
      readonly pair: PairKey;
      readonly before: Relation | null;
      readonly after: Relation;
    }
  | {
      readonly type: 'consequence-bound';
      readonly personaId: CharacterId;
      readonly name: string;
      /** Event that must happen now; the narration may not avoid it. */
      readonly text: string;
    }
  | { readonly type: 'economy-entry'; readonly entry: EconomyEntry }
  | { readonly type: 'ending-reached'; readonly endingId: string; readonly title: string }
  | { readonly type: 'chapter-started'; readonly number: number; readonly title: string }
  | {
      readonly type: 'notice';
      readonly audience: NoticeAudience;
      readonly text: string;
      /** Recipient personas; the whole audience when absent. */
      readonly personaIds?: readonly CharacterId[];
    };
