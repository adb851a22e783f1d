import { createScenePrompt, createTablePrompt } from '#engine/live/player-prompt.ts';
import { type AddressedEvent, toTurnEventRow } from '#engine/live/turn-event.ts';
import { PROFILE_REFRESH_EVENTS } from '#engine/memory/profile.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { findUntold, findWitnessingPersonas, isEntityKnown } from '#engine/state/knowledge.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { NewJob } from '#engine/store/jobs.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { invalidateSceneLore } from '#retrieval/change-scene-lore.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { findTurnAudience } from '../acting-persona.ts';
import type { AppliedTurn, Checked, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { listTurnHistory } from '../jobs/history-entries.ts';
import { SCENES_PER_CONDENSING } from '../jobs/running-summary.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { isNarrated } from '../packet/conversation.ts';
import { defineStep } from '../pipeline.ts';
import { listWarnings } from '../rule/elapsed-time.ts';
import { findNewEnding } from '../rule/settle-turn.ts';
import { writeAttemptEnd } from '../runner/end-attempt.ts';
import type { SnapshotCache } from '../snapshot-cache.ts';
import { LeaseLostError } from '../turn-failure.ts';

/** Once so many passing details could have piled up, they are looked through. */
const SCENES_PER_CONSOLIDATION = 50;

/**
 * Lists the background jobs due after this turn. The jobs are written with the scene, so none is lost. Each has a name of its
 * own within the session, so none is done twice.
 */
function listFollowUpJobs(draft: TurnContext & AppliedTurn, newId: NewId): readonly NewJob[] {
  const { snapshot: before, nextSnapshot: after, sceneIndex } = draft;
  const profiles = (count: number) => Math.floor(count / PROFILE_REFRESH_EVENTS);
  const isProfileDue = profiles(after.counters.events) > profiles(before.counters.events);
  const hasChapterEnded = after.chapter.number > before.chapter.number;
  return [
    ...(isProfileDue ? after.personas : []).map((personaId) => ({
      id: newId(),
      kind: 'profile',
      key: `profile:${personaId}:${sceneIndex}`,
      payload: after.personas.length > 1 ? { personaId, of: 'party' } : { personaId },
    })),
    ...(hasChapterEnded
      ? [
          {
            id: newId(),
            kind: 'chapter',
            key: `chapter:${before.chapter.number}`,
            payload: { chapter: before.chapter.number },
          },
        ]
      : []),
    ...(sceneIndex % SCENES_PER_CONDENSING === 0
      ? [{ id: newId(), kind: 'running', key: `running:${sceneIndex}`, payload: {} }]
      : []),
    ...(sceneIndex % SCENES_PER_CONSOLIDATION === 0 ? rememberers(draft) : []).map((characterId) => ({
      id: newId(),
      kind: 'consolidate',
      key: `consolidate:${characterId}:${sceneIndex}`,
      payload: { characterId },
    })),
  ];
}

/** Lists the characters present, who therefore remember the most. */
function rememberers({ nextSnapshot: { scene, entities } }: AppliedTurn): readonly string[] {
  return scene.presentIds.filter((id) => entities[id]?.kind === 'character');
}

type Needs = TurnContext & AppliedTurn & Checked & Partial<Pick<Ruled, 'resolvedSnapshot' | 'privately'>>;
type Gives = { readonly sceneId: string };
type Uses = Pick<
  TurnTools,
  'store' | 'snapshots' | 'log' | 'events' | 'recorder' | 'clock' | 'newId' | 'countTokens'
>;

/** Writes everything in one short transaction guarded by the current scene, and only then tells anyone. */
export const commit = defineStep<Needs, Gives, Uses>({
  name: 'commit',

  async run(draft, { store, snapshots, log, events, recorder, clock, newId, countTokens }) {
    const { lease, nextSnapshot, prose: narration, sceneIndex, rows, findings, report, snapshot } = draft;
    const sceneLore = await loreToKeep(draft, snapshots);
    const told = await events.rest();
    const at = clock();
    const flags = [...new Set(findings.map(({ kind }) => kind))];
    const audience = findSceneAudience(draft);
    const diceIndex = diceIndexAfter(draft);
    const scene = {
      id: newId(),
      snapshot: snapshots.asWritten(nextSnapshot),
      narration,
      flags,
      audience,
      diceIndex,
    };
    const { turn } = lease;
    const body = {
      type: 'turn-committed',
      attempt: turn.attempt,
      sceneId: scene.id,
      sceneIndex,
      flags,
    } as const;
    const reported = report === undefined ? {} : { report };
    const awaited = [
      ...listWarnings(snapshot, nextSnapshot, turn.attempt),
      ...listPrompts(snapshot, nextSnapshot, lease.session.id, turn.attempt),
    ];
    const outcome = {
      type: 'committed',
      sceneId: scene.id,
      sceneIndex,
      narration,
      rows,
      ...reported,
    } as const;
    const written = await store.endings.commit(lease, {
      scene,
      ...reported,
      input: turn.input,
      sceneLore,
      rows,
      jobs: listFollowUpJobs(draft, newId),
      history: listTurnHistory(draft, countTokens),
      recording: { id: newId(), content: recorder.written(writeAttemptEnd(lease, outcome, at)) },
      events: [...told, ...listNotices(draft), ...awaited, body, ...listEnding(draft, turn.attempt)].map(
        (event) => toTurnEventRow(turn.id, event, at),
      ),
      at,
    });
    if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
    log.announce(written);
    snapshots.keep(scene.id, scene.snapshot, sceneLore);
    return { sceneId: scene.id };
  },
});

/** Tells readers that the story has ended, with the epilogue. */
function listEnding({ snapshot, nextSnapshot }: Needs, attempt: number): readonly AddressedEvent[] {
  const ending = findNewEnding(snapshot, nextSnapshot);
  if (ending === null) return [];
  return [
    { type: 'story-ended', attempt, endingId: ending.id, title: ending.title, epilogue: ending.epilogue },
  ];
}

/** Returns the personas who read the narration: of a thought the thinker alone, else those who perceived the turn. */
function findSceneAudience({ lease, persona, snapshot, resolvedSnapshot = snapshot }: Needs) {
  const { input } = lease.turn;
  if (input.kind === 'story' && input.mode === 'THINK') return [persona.id];
  return isNarrated(input) ? findTurnAudience(resolvedSnapshot, persona) : null;
}

/**
 * Lists what single personas learn: the acting one by a discovery, others who are back by what they missed, and those left behind by
 * who has gone.
 */
function listNotices(draft: Needs): readonly AddressedEvent[] {
  const { lease, persona, snapshot, nextSnapshot, privately = [] } = draft;
  const type = 'persona-notified';
  const { attempt, input } = lease.turn;
  const found = privately.map((text) => {
    return { type, attempt, reason: 'discovery', text, to: [persona.id] } as const;
  });
  if (!isNarrated(input)) return found;
  const missed = findUntold(snapshot, findWitnessingPersonas(nextSnapshot, persona.id));
  return [
    ...found,
    ...missed.map(({ personaId, texts }) => {
      return { type, attempt, reason: 'absence', text: texts.join('\n'), to: [personaId] } as const;
    }),
    ...listDepartures(draft).map(({ text, personaId }) => {
      return { type, attempt, reason: 'absence', text, to: [personaId] } as const;
    }),
  ];
}

/** Tells each persona whom the acting one has left behind who has gone, and where to if it knows the place. */
function listDepartures(draft: Needs): readonly { readonly text: string; readonly personaId: CharacterId }[] {
  const { persona, snapshot, nextSnapshot } = draft;
  const { placeId } = nextSnapshot.scene;
  if (placeId === snapshot.scene.placeId) return [];
  const together = findWitnessingPersonas(nextSnapshot, persona.id);
  const before = findWitnessingPersonas(snapshot, persona.id);
  const who = before
    .filter((id) => together.includes(id))
    .flatMap((id) => snapshot.entities[id]?.name ?? [])
    .join(', ');
  const say = chooseSentences(draft);
  return before
    .filter((id) => !together.includes(id))
    .map((personaId) => {
      const isKnown = placeId !== null && isEntityKnown(snapshot, placeId, personaId);
      const place = isKnown ? nextSnapshot.entities[placeId]?.name : undefined;
      const text = place === undefined ? say('done.leaves', { who }) : say('done.goes', { who, place });
      return { text, personaId };
    });
}

/** Tells the player of a table the scene offers, or of a question asked in it; play waits for the answer. */
function listPrompts(
  before: Snapshot,
  { pendingRoll, pendingClarification }: Snapshot,
  sessionId: string,
  attempt: number,
): readonly AddressedEvent[] {
  const prompts = [
    ...(pendingRoll === null || pendingRoll === before.pendingRoll
      ? []
      : [createTablePrompt(sessionId, pendingRoll)]),
    ...(pendingClarification === null || pendingClarification === before.pendingClarification
      ? []
      : [createScenePrompt(sessionId, pendingClarification)]),
  ];
  return prompts.slice(0, 1).map((prompt) => {
    const to = prompt.personaId === null ? null : [prompt.personaId];
    return { type: 'player-prompted', attempt, prompt, to };
  });
}

/**
 * Returns the dice index after the turn. It advances with a narrated turn and after rolls; a thought or a change by hand
 * keeps it.
 */
function diceIndexAfter({ lease, rows, diceIndex }: Needs): number {
  return isNarrated(lease.turn.input) || rows.rolls.length > 0 ? diceIndex + 1 : diceIndex;
}

async function loreToKeep({ lease, loreAfter }: Needs, snapshots: SnapshotCache): Promise<SceneLore | null> {
  if (loreAfter !== 'as-before' && loreAfter !== 'invalidated') return loreAfter;
  const kept = await snapshots.loreOf(lease.turn.baseSceneId);
  return kept === null || loreAfter === 'as-before'
    ? kept
    : invalidateSceneLore(kept, 'the world was changed by hand');
}
