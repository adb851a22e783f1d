import { Outcome, type RecordInput } from '#engine/contracts/outcome.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { ModelRefused } from '#engine/llm/structured.ts';
import { writeRecordPrompt } from '#engine/prompt/record-prompt.ts';
import { findWitnessingPersonas, isInSight } from '#engine/state/knowledge.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import { listPlainConditions } from '#engine/state/settle-story.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { deriveAttemptSeed } from '#engine/util/keyed-random.ts';
import { viewAsTable } from '../acting-persona.ts';
import type { ProseWritten, RecordedOutcome } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { writeDateTime, writeFact, writeStatePaths } from '../packet/format-lines.ts';
import type { ReadyToNarrate } from '../packet/narrate-input.ts';
import { listRecordOperations } from '../packet/operation-menu.ts';
import { describeStateFields } from '../packet/state-fields.ts';
import { defineStep } from '../pipeline.ts';
import { createNameResolver } from '../resolvers/name-resolver.ts';
import { resolveOutcome } from '../resolvers/resolve-outcome.ts';
import { RecordFailedError } from '../turn-failure.ts';
import { type AskTools, askStep } from './ask-step.ts';

type Needs = ReadyToNarrate & ProseWritten;

/**
 * Reads out of the prose what it made true, while the player reads it. The model is told what the rules have done and no secret.
 * With `outcome: inline` the narrator has written it already.
 */
export const record = defineStep<Needs, RecordedOutcome, AskTools & Pick<TurnTools, 'recorder'>>({
  name: 'record',

  async run(draft, tools) {
    const reply = draft.inlineOutcome ?? (await askForOutcome(draft, tools));
    const { outcome, dropped } = resolveOutcome(
      reply,
      createNameResolver(draft.resolvedSnapshot, draft.view),
    );
    if (dropped.length > 0) tools.recorder.note('record', { dropped });
    tools.recorder.note('record', {
      rationale: outcome.rationale,
      gmNotes: [outcome.thinking].filter((text) => text !== ''),
      stances: listStances(outcome, draft.resolvedSnapshot),
    });
    return { outcome };
  },
});

/** Lists how characters other than the players' answered what was wanted of them, for the metrics. */
function listStances({ dialogue }: Outcome, { personas }: Snapshot): readonly string[] {
  return dialogue.flatMap(({ speaker, stance }) =>
    stance === undefined || personas.some((id) => id === speaker) ? [] : [stance],
  );
}

async function askForOutcome(draft: Needs, tools: AskTools): Promise<Outcome> {
  const step = { name: 'record', contract: Outcome, dropInvalidItems: true };
  const salt = deriveAttemptSeed('', draft.lease.turn.attempt);
  const question = { step, input: buildRecordInput(draft), write: writeRecordPrompt, salt };
  try {
    return await askStep(question, draft, tools);
  } catch (error) {
    if (error instanceof ModelRefused || error instanceof ProviderError) throw new RecordFailedError(error);
    throw error;
  }
}

/** Most people and places elsewhere whose ids are listed: those the prose or the player can have named. */
const MOST_ELSEWHERE = 80;
const MOST_FACTS = 20;

export function buildRecordInput(draft: Needs): RecordInput {
  const { resolvedSnapshot: world, playbook, written, span } = draft;
  const view = viewAsTable(world, draft);
  const here = findWitnessingPersonas(world, draft.persona.id);
  return {
    sentences: draft.sentences.map((sentence) => sentence.trim()),
    playerText: draft.playerText,
    personas: here.map((id) => ({ id, name: world.entities[id]?.name ?? id })),
    ...listEntities(world, view, here),
    threads: view.threads
      .filter(({ status }) => status === 'active')
      .map(({ id, title, status }) => ({ id, title, status })),
    missions: view.missions.map(({ id, title, status, objective }) => ({ id, title, status, objective })),
    ...listConditions(world),
    clocks: view.clocks.map(({ id, name, value, max }) => ({ id, name, value, max })),
    laws: view.laws.map(({ id, title }) => ({ id, title })),
    deadlines: view.deadlines
      .filter(({ status }) => status === 'active')
      .map(({ id, description }) => ({ id, text: description })),
    facts: view.facts.slice(-MOST_FACTS).map((fact) => ({ id: fact.id, text: writeFact(fact, view) })),
    state: writeStatePaths(view.rulesetState),
    ...listStateFields(playbook.rules),
    done: listDone(draft),
    minutes: { fixed: span.fixed, most: span.most },
    operations: listRecordOperations(playbook.rules, world),
    eventTypes: [...playbook.eventTypes],
    rows: written.rows.map(({ from, to, outcome }) => ({ from, to, outcome })),
    ...listHeld(draft),
    needsChoices: written.needsChoices,
    language: draft.language,
    packLanguage: playbook.language,
    date: writeDateTime(world.time, playbook.calendar),
  };
}

/** Lists the triggers that wait for the roll, by their conditions: what they reveal is not told here. */
function listHeld({ tableDue, written }: Needs): Pick<RecordInput, 'held'> {
  const held = tableDue?.held ?? [];
  return held.length === 0 || written.rows.length === 0 ? {} : { held: [...held] };
}

function listStateFields({ stateSchema }: StateRules): Pick<RecordInput, 'stateFields'> {
  const stateFields = describeStateFields(stateSchema);
  return stateFields.length === 0 ? {} : { stateFields };
}

function listConditions(world: Snapshot): Pick<RecordInput, 'conditions'> {
  const conditions = listPlainConditions(world).map(({ key: id, when }) => ({ id, when }));
  return conditions.length === 0 ? {} : { conditions };
}

/** Lists everything the rules did this turn, as sentences; `record` must not propose it again. */
export function listDone(draft: ReadyToNarrate): string[] {
  const { done, fallsDue, resolved, rolled, revealed, responses, blocked } = draft;
  return [
    ...done,
    ...(resolved === null ? [] : [resolved.text, ...resolved.costs, ...resolved.consequences]),
    ...(rolled === null ? [] : [rolled.outcome]),
    ...[...revealed, ...responses].map(({ text }) => text),
    ...fallsDue,
    ...blocked.map(({ action, reason }) => `Not possible: ${action}. ${reason}`),
  ].filter((line) => line !== '');
}

type Listed = Pick<RecordInput, 'present' | 'elsewhere' | 'place' | 'places' | 'things' | 'carried'>;

/** Names the state of a character who is not conscious, as a list. */
function listState(seen: { readonly status: string } | null): readonly string[] {
  return seen === null || seen.status === 'conscious' ? [] : [seen.status];
}

/** Lists what the scene has and what is on record besides; players' characters who are not here count as people elsewhere. */
function listEntities(world: Snapshot, view: PlayerView, personasHere: readonly string[]): Listed {
  const seen = Object.values(view.entities);
  const { placeId } = world.scene;
  const nameOf = (id: string | null) => (id === null ? '' : (view.entities[id]?.name ?? ''));
  const people = seen.filter((one) => one.kind === 'character' && !personasHere.includes(one.id));
  const isHere = (id: string) => view.scene.presentIds.some((present) => present === id);
  return {
    place: placeId === null ? null : { id: placeId, name: nameOf(placeId) },
    present: people
      .filter(({ id }) => isHere(id))
      .map((one) => ({
        id: one.id,
        name: one.name,
        role: one.kind === 'character' ? [one.title ?? one.role, ...listState(one.seen)].join(', ') : '',
      })),
    elsewhere: people
      .filter(({ id }) => !isHere(id))
      .slice(0, MOST_ELSEWHERE)
      .map(({ id, name }) => {
        const character = world.entities[id];
        const isTraceable = character?.kind === 'character' && isInSight(world, id);
        return { id, name, at: isTraceable ? nameOf(character.placeId) : '' };
      }),
    places: seen
      .filter(({ kind }) => kind === 'location')
      .slice(0, MOST_ELSEWHERE)
      .map(({ id, name }) => ({ id, name })),
    things: seen.flatMap((thing) => {
      const item = world.entities[thing.id];
      if (item?.kind !== 'item' || view.inventory[item.id] !== undefined) return [];
      return [{ id: item.id, name: item.name, at: nameOf(item.placeId) }];
    }),
    carried: Object.entries(view.inventory).map(([id, { quantity }]) => ({ id, name: nameOf(id), quantity })),
  };
}
