import { z } from 'zod';
import { NarrateInput, type RolledRow } from '#engine/contracts/narrate-input.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { canKnowEvent } from '#engine/memory/event-knowledge.ts';
import { type PromptPins, type PromptRegistry, settlePins } from '#engine/prompt/registry.ts';
import { findTableRow, Roll } from '#engine/rules/roll.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { findActingPersona } from '../acting-persona.ts';
import type { EngineServices } from '../engine-services.ts';
import { writePlayerText } from '../packet/conversation.ts';
import type { Playbook } from '../playbook.ts';

const { playerText, playerActs, outcome, done, fallsDue, rolled, revealed, responses, language } =
  NarrateInput.shape;
const Told = z.object({
  playerText,
  playerActs,
  outcome,
  done,
  fallsDue,
  rolled,
  revealed,
  responses,
  language,
});
const Recorded = z.object({ calls: z.array(z.object({ step: z.string(), input: z.unknown() })).catch([]) });

/** Material a committed turn was narrated from. */
type NarrationSource = z.infer<typeof Told>;

type Known = {
  readonly turn: TurnRecord;
  readonly before: Snapshot;
  readonly rolls: readonly Roll[];
  readonly playerText: string;
};

/** Reads what a turn was told from out of its recording; of a recording that does not say, from the scene it began in. */
function readNarrationSource(recording: unknown, known: Known): NarrationSource {
  const { calls } = Recorded.safeParse(recording).data ?? { calls: [] };
  const told = calls
    .filter(({ step }) => step === 'narrate')
    .flatMap(({ input }) => Told.safeParse(input).data ?? []);
  return (
    told.at(-1) ?? {
      playerText: known.playerText,
      playerActs: [],
      outcome: null,
      done: [],
      fallsDue: [],
      rolled: known.turn.input.kind === 'roll' ? findRow(known.before, known.rolls) : null,
      revealed: [],
      language: known.before.planning.language ?? '',
    }
  );
}

/** Finds the rolled row of the table that waited in the scene before. */
function findRow({ pendingRoll }: Snapshot, [roll]: readonly Roll[]): RolledRow | null {
  if (pendingRoll === null || roll === undefined) return null;
  const row = findTableRow(pendingRoll, roll.total);
  if (isRejection(row)) return null;
  const { from, to, outcome: text } = row;
  return { type: 'narrative', purpose: pendingRoll.purpose, value: roll.total, from, to, outcome: text };
}

/** Evidence that a regenerated turn is checked against: the world before and after it, and its rolls. */
export type RegenerationContext = {
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
  readonly from: NarrationSource;
  /** Text the committed Outcome added to the summary of the chapter; empty when none. */
  readonly summary: string;
  /** Summaries of the events the turn logged, as far as the persona may know of them. */
  readonly events: readonly string[];
  /** Number of the next version of the narration. */
  readonly version: number;
  readonly place: string | null;
  /** Lore the scene was narrated from; null when it was narrated without. */
  readonly sceneLore: SceneLore | null;
  readonly prompts: PromptRegistry;
  readonly pins: PromptPins;
};

export async function loadRegenerationContext(
  turn: TurnRecord,
  scene: SceneRecord,
  { store, snapshots, playbookFor, prompts }: EngineServices,
): Promise<RegenerationContext> {
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
  const known = { turn, before, rolls, playerText: writePlayerText(turn, before) };
  const persona = findActingPersona(before, turn.input);
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
    from: readNarrationSource(recording, known),
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

/**
 * Finds what the turn added to the end of the running summary. One that was shortened meanwhile says nothing of this turn
 * alone.
 */
function findAddedSummary(
  { runningSummary: earlier }: Pick<Snapshot, 'runningSummary'>,
  { runningSummary: later }: Pick<Snapshot, 'runningSummary'>,
): string {
  return later.startsWith(earlier) ? later.slice(earlier.length).trim() : '';
}
