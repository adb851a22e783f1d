import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { canKnowEvent } from '#engine/memory/event-knowledge.ts';
import { type PromptPins, type PromptRegistry, settlePins } from '#engine/prompt/registry.ts';
import { Roll } from '#engine/rules/roll.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { actingPersona } from './acting-persona.ts';
import { type NarratedFrom, readNarratedFrom } from './first-narration.ts';
import type { Playbook } from './playbook.ts';
import type { Workshop } from './turn-tools.ts';
import { wordsOf } from './words-of.ts';

/** What a turn that is told again is held against: the world before and after it, and what was rolled. */
export type RetoldMoment = {
  readonly turn: TurnRecord;
  readonly session: SessionRecord;
  readonly scene: SceneRecord;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly playbook: Playbook;
  readonly persona: Character & { readonly id: CharacterId };
  readonly rolls: readonly Roll[];
  /** The first narration: every other one is told from it. */
  readonly firstNarration: string;
  readonly from: NarratedFrom;
  /** What the committed Outcome added to the summary of the chapter; empty when nothing. */
  readonly summary: string;
  /** Summaries of the events the turn logged, as far as the persona may know of them. */
  readonly events: readonly string[];
  /** Which telling the next one will be. */
  readonly version: number;
  readonly place: string | null;
  /** What the scene was told from; null when it was told without. */
  readonly sceneLore: SceneLore | null;
  readonly prompts: PromptRegistry;
  readonly pins: PromptPins;
};

export async function retoldMoment(
  turn: TurnRecord,
  scene: SceneRecord,
  { store, snapshots, playbookFor, prompts }: Workshop,
): Promise<RetoldMoment> {
  const session = await store.sessions.find(turn.sessionId);
  const campaign = session === null ? null : await store.campaigns.find(session.campaignId);
  if (session === null || campaign === null) throw new Error(`turn ${turn.id} belongs to no campaign`);
  const step = [{ sessionId: scene.sessionId, upTo: scene.index }];
  const page = { limit: 60, from: 'end', after: null, before: null } as const;
  const [before, after, sceneLore, rolled, playbook, tellings, recording, logged] = await Promise.all([
    snapshots.of(turn.baseSceneId),
    snapshots.of(scene.id),
    snapshots.loreOf(scene.id),
    store.rolls.along(step, page),
    playbookFor(campaign),
    store.narrations.narrationsOf(scene.id),
    store.turns.recording(turn.id, turn.attempt),
    store.chronicle.last(step, MOST_EVENTS),
  ]);
  const rolls = rolled.items.flatMap((row) => {
    const roll = Roll.safeParse(row.roll);
    return roll.success && roll.data.position.sceneIndex === scene.index ? [roll.data] : [];
  });
  const known = { turn, before, rolls, playerText: wordsOf(turn, before) };
  const persona = actingPersona(before, turn.input);
  const events = logged
    .filter((row) => row.scene.index === scene.index)
    .map((row) => ChronicleEntry.parse(row));
  const place = after.scene.placeId === null ? undefined : after.entities[after.scene.placeId];
  return {
    turn,
    session,
    scene,
    before,
    after,
    playbook,
    persona,
    rolls,
    firstNarration: tellings[0]?.narration ?? scene.narration,
    from: readNarratedFrom(recording, known),
    summary: findAddedSummary(before, after),
    events: events.filter((event) => canKnowEvent(event, persona.id, after)).map(({ summary }) => summary),
    version: tellings.length + 1,
    place: place?.name ?? null,
    sceneLore,
    prompts,
    pins: settlePins(campaign.promptPins, prompts).pins,
  };
}

/** A turn logs fewer events than this. */
const MOST_EVENTS = 40;

/** The running summary grows at its end; one that was shortened meanwhile says nothing of this turn alone. */
function findAddedSummary(
  { runningSummary: earlier }: Pick<Snapshot, 'runningSummary'>,
  { runningSummary: later }: Pick<Snapshot, 'runningSummary'>,
): string {
  return later.startsWith(earlier) ? later.slice(earlier.length).trim() : '';
}
