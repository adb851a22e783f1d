import { z } from 'zod';
import { isRejection, reject } from '#engine/util/rejection.ts';
import { completePlanningBlock, selectNotes, selectOffered } from '../choices.ts';
import { addCoreMemory } from '../edits/core-memories.ts';
import { findCharacter, findFaction } from '../edits/find-records.ts';
import { allocateEventId } from '../edits/new-records.ts';
import { CharacterId, FactionId } from '../ids.ts';
import { findUntold } from '../knowledge.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { Line, Name, Prose, Slug, Tags } from '../records/field-types.ts';
import { Choice, PlanningBlock } from '../records/planning.ts';
import { CoreMemoryReason } from '../records/story.ts';
import { MAX_APART, MAX_SUMMARY, type Snapshot } from '../snapshot.ts';
import { Visibility } from '../visibility.ts';
import { spreadLaw } from './realm.ts';

const Input = z.strictObject({
  type: Slug,
  summary: Prose.min(1),
  characterIds: z.array(CharacterId).max(60).default([]),
  factionIds: z.array(FactionId).max(60).default([]),
  tags: Tags.default([]),
  status: z.enum(['ongoing', 'resolved']).default('resolved'),
  scope: z.enum(['campaign', 'world_affecting']).default('campaign'),
  visibility: Visibility.optional(),
  knownTo: z.array(CharacterId).max(60).optional(),
});

/** Writes an event into the chronicle, under the next event id and the present date, place and chapter. */
export const logEvent = defineOperation({
  name: 'log_event',
  summary:
    'Writes what happened into the chronicle: its type and one sentence, whom and which factions it touches. Only those who had a part in it know of it, unless it says otherwise.',
  input: Input,

  apply(snapshot, input, context) {
    const found = [
      ...input.characterIds.map((id, at) => findCharacter(snapshot, id, ['characterIds', at])),
      ...input.factionIds.map((id, at) => findFaction(snapshot, id, ['factionIds', at])),
      ...(input.knownTo ?? []).map((id, at) => findCharacter(snapshot, id, ['knownTo', at])),
    ].filter(isRejection);
    // An event may still name characters who have left the story.
    const wrong = found.find(({ rejected }) => rejected !== 'retired-entity');
    if (wrong !== undefined) return wrong;
    const { id, counters } = allocateEventId(snapshot);
    const { number: chapter } = snapshot.chapter;
    const entry = {
      ...input,
      id,
      time: snapshot.time,
      chapter,
      placeId: snapshot.scene.placeId,
      visibility: input.visibility ?? context.setOffBy?.visibility ?? 'hidden',
      knownTo: input.knownTo ?? context.setOffBy?.knownTo ?? witnesses(snapshot, input, context),
    };
    return { snapshot: { ...snapshot, counters }, effects: [{ type: 'chronicle-entry', entry }] };
  },
});

/**
 * Lists the characters in the scene as witnesses of an event a model reports. Empty when the event happens among
 * others elsewhere, or another actor reports it.
 */
function witnesses(
  { scene: { presentIds }, entities }: Snapshot,
  { characterIds }: z.output<typeof Input>,
  { asker }: OperationContext,
): readonly CharacterId[] {
  const isElsewhere = characterIds.length > 0 && !characterIds.some((id) => presentIds.includes(id));
  if (asker !== 'model' || isElsewhere) return [];
  return presentIds.flatMap((id) => {
    const entity = entities[id];
    return entity?.kind === 'character' ? entity.id : [];
  });
}

const RECENT = 20;

/** Adds to what the campaign must never forget. */
export const appendCoreMemory = defineOperation({
  name: 'append_core_memory',
  summary: 'Keeps a sentence for ever: turning points, never rolls, small trades or passing moods.',
  input: z.strictObject({
    text: Line.min(1),
    reason: CoreMemoryReason.default('plot'),
    visibility: Visibility.default('public'),
  }),

  apply(snapshot, memory, context) {
    if (snapshot.coreMemories.slice(-RECENT).some((kept) => kept.text === memory.text)) {
      return reject('already-there', 'That is remembered already.', ['text']);
    }
    return addCoreMemory(snapshot, { ...memory, knownTo: [] }, context);
  },
});

/** Adds to what happened in this chapter so far. When it is full, its oldest quarter goes, so that its beginning stands still for a while. */
export const appendSummary = defineOperation({
  name: 'append_summary',
  summary: 'Adds a sentence or two to the running summary of the chapter.',
  input: z.strictObject({
    text: z.string().trim().min(1).max(2000),
    personaIds: z.array(CharacterId).max(32).optional(),
  }),

  apply(snapshot, { text, personaIds }, { asker }) {
    if (personaIds === undefined) return addToSummary(snapshot, text);
    if (asker !== 'engine')
      return reject('engine-only', 'Only the engine keeps summaries of single personas.', ['personaIds']);
    return { ...snapshot, apart: [...(snapshot.apart ?? []), { personaIds, text }].slice(-MAX_APART) };
  },
});

function addToSummary(snapshot: Snapshot, text: string): Snapshot {
  const whole = snapshot.runningSummary === '' ? text : `${snapshot.runningSummary}\n${text}`;
  return { ...snapshot, runningSummary: fitting(whole) };
}

/** Lets personas who are together tell each other what happened while they were apart. */
export const shareSummaries = defineOperation({
  name: 'share_summaries',
  summary: 'Lets personas who met again know what happened while they were apart.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ personaIds: z.array(CharacterId).max(32) }),

  apply(snapshot, { personaIds: together }) {
    const laws = shareLaws(snapshot, together);
    const untold = findUntold(snapshot, together);
    if (untold.length === 0) return laws === snapshot.laws ? snapshot : { ...snapshot, laws };
    const shared = (snapshot.apart ?? []).map((line) => {
      const isTold = line.personaIds.some((id) => together.includes(id));
      return isTold ? { ...line, personaIds: [...new Set([...line.personaIds, ...together])] } : line;
    });
    const isCommon = ({ personaIds }: (typeof shared)[number]) =>
      snapshot.personas.every((id) => personaIds.includes(id));
    const common = shared.filter(isCommon).reduce((next, { text }) => addToSummary(next, text), snapshot);
    return {
      snapshot: { ...common, laws, apart: shared.filter((line) => !isCommon(line)) },
      effects: untold.map(({ personaId, texts }) => {
        return { type: 'notice', audience: 'player', text: texts.join('\n'), personaIds: [personaId] };
      }),
    };
  },
});

/** Lets those who met know of the laws that one of them has heard of. */
function shareLaws(snapshot: Snapshot, together: readonly CharacterId[]): Snapshot['laws'] {
  const heard = Object.values(snapshot.laws).flatMap((law) => {
    const isTold = law.knownTo?.some((id) => together.includes(id)) === true;
    const spread = isTold ? spreadLaw(snapshot, law, together) : law;
    return spread === law ? [] : [[law.id, spread] as const];
  });
  return heard.length === 0 ? snapshot.laws : { ...snapshot.laws, ...Object.fromEntries(heard) };
}

function fitting(summary: string): string {
  if (summary.length <= MAX_SUMMARY) return summary;
  const tail = summary.slice(-(MAX_SUMMARY * 3) / 4);
  const lineEnd = tail.indexOf('\n');
  return lineEnd < 0 ? tail : tail.slice(lineEnd + 1);
}

/** Closes the chapter and opens the next; the running summary starts afresh. */
export const startChapter = defineOperation({
  name: 'start_chapter',
  summary: 'Opens the next chapter under a title; the running summary of the old one ends.',
  input: z.strictObject({ title: Name }),

  apply(snapshot, { title }, { sceneIndex }) {
    const number = snapshot.chapter.number + 1;
    const { plannedChapters = [] } = snapshot;
    const at = plannedChapters.findIndex((planned) => planned.title === title);
    const about = plannedChapters[at]?.about;
    const chapter = { number, title, startedAt: snapshot.time, startedInScene: sceneIndex };
    return {
      snapshot: {
        ...snapshot,
        chapter: about === undefined ? chapter : { ...chapter, about },
        // A chapter that was passed over does not come any more.
        ...(at < 0 ? {} : { plannedChapters: plannedChapters.slice(at + 1) }),
        runningSummary: '',
      },
      effects: [{ type: 'chapter-started', number, title }],
    };
  },
});

const { own: _own, commands: _commands, ...given } = PlanningBlock.shape;

/** Offers players what to do next: the table, one persona after a thought, or the game master after a command. */
export const setChoices = defineOperation({
  name: 'set_choices',
  summary:
    'Offers 3 to 5 choices with snake_case keys (other_action is added if missing), or just continue and custom_action in a transition.',
  input: z.strictObject({
    ...given,
    personaId: CharacterId.optional(),
    choices: z.array(Choice.extend({ text: Name })).max(12),
  }),

  apply(snapshot, { personaId, ...block }, { asker }) {
    if ((personaId !== undefined || block.audience !== undefined) && asker !== 'engine') {
      return reject('engine-only', 'Only the engine offers choices to single personas.', ['personaId']);
    }
    const planning = completePlanningBlock(asker === 'engine' ? block : withNotesOf(snapshot, block), asker);
    if ('rejected' in planning) return planning;
    // A command leaves what players were offered.
    if (asker === 'god')
      return { ...snapshot, planning: { ...snapshot.planning, commands: planning.choices } };
    if (personaId === undefined)
      return {
        ...snapshot,
        planning: { ...planning, ...keepOffers(snapshot, planning), ...keepNotes(snapshot, planning) },
      };
    if (!snapshot.personas.includes(personaId))
      return reject('not-a-persona', `${personaId} is no persona.`, ['personaId']);
    const { context, analysis, choices } = planning;
    const mine = {
      ...(context === undefined ? {} : { context }),
      ...(analysis === undefined ? {} : { analysis }),
      choices,
    };
    const own = { ...snapshot.planning.own, [personaId]: mine };
    return { ...snapshot, planning: { ...snapshot.planning, own } };
  },
});

/** Keeps what was offered to personas whom a new block does not reach: a turn elsewhere takes no choices away from them. */
function keepOffers(
  { planning, personas }: Snapshot,
  { audience }: Snapshot['planning'],
): Pick<Snapshot['planning'], 'own'> {
  if (audience === undefined) return {};
  const kept = personas
    .filter((id) => !audience.includes(id))
    .map((id) => [id, selectOffered(planning, id)] as const)
    .filter(([, { choices }]) => choices.length > 0);
  return kept.length === 0 ? {} : { own: Object.fromEntries(kept) };
}

/** Keeps the narrator's notes of personas who do not perceive the turn: each branch of the story has its own. */
function keepNotes(
  { planning, personas }: Snapshot,
  { audience }: Snapshot['planning'],
): Pick<Snapshot['planning'], 'notesApart'> {
  const apart = audience === undefined ? [] : personas.filter((id) => !audience.includes(id));
  if (apart.length === 0) return {};
  return { notesApart: Object.fromEntries(apart.map((id) => [id, selectNotes(planning, [id])])) };
}

/** Keeps the narrator's notes and the table's language where others than the engine replace the choices. */
function withNotesOf({ planning }: Snapshot, block: Snapshot['planning']): Snapshot['planning'] {
  const { notes, notesApart, refused, tension, language } = planning;
  return {
    ...(notesApart === undefined ? {} : { notesApart }),
    ...(notes === undefined ? {} : { notes }),
    ...(refused === undefined ? {} : { refused }),
    ...(tension === undefined ? {} : { tension }),
    ...(language === undefined ? {} : { language }),
    ...block,
  };
}
