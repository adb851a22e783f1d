import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { Message, SystemBlock } from '#engine/llm/provider.ts';
import type { PromptVariables } from '../prompt-ids.ts';
import { type PromptVersion, renderPart } from '../registry.ts';
import type { PromptScope } from '../segment.ts';
import type { ScopeText } from './cache-scope.ts';
import { chooseVariant, type Draft, listSegments } from './draft.ts';
import { compareLines, type LastingLine, writeNewSecrets } from './lasting-lines.ts';
import { neutralise } from './neutralise.ts';
import { listKept, tellStory } from './tell-story.ts';
import { type ConversationPart, writeConversation, writeLastMessage } from './write-conversation.ts';
import { joinTexts, toOneLine } from './write-lines.ts';
import { listSecretLines } from './write-lore.ts';
import { listNumbers, listProfiles, writePeopleNow, writePlayer, writeProfile } from './write-people.ts';
import { createEndTest, listPlaceLines, listStateLines, writeSituation, writeState } from './write-state.ts';
import { type PromptSources, writeFixedPart, writeLorePart, writePeoplePart } from './write-system.ts';
import { type Task, writeTask } from './write-task.ts';
import {
  writeActions,
  writeEnding,
  writeLanguage,
  writeList,
  writeOpening,
  writeOutcome,
  writePlan,
  writeReading,
  writeResponses,
  writeRevealed,
} from './write-turn.ts';

/**
 * Memoizes a part of a prompt by the things it is made of, compared by identity. The ladder writes a prompt many times, and each step
 * changes little of it.
 */
function memoizePart<Part>(
  write: (draft: Draft) => Part,
  listSources: (draft: Draft) => readonly unknown[],
): (draft: Draft) => Part {
  const written: { readonly sources: readonly unknown[]; readonly part: Part }[] = [];
  return (draft) => {
    const sources = listSources(draft);
    const known = written.find((one) => one.sources.every((source, at) => source === sources[at]));
    if (known !== undefined) return known.part;
    const part = write(draft);
    written.push({ sources, part });
    return part;
  };
}

type Named = { readonly id: string; readonly name: string };

/** Lists the ids an inline outcome may use, a line for each kind. Only `outcome: inline` needs them. */
function writeIds({ packet }: NarrateInput): string {
  const { scene, threads, missions, clocks, deadlines, facts } = packet;
  const places: Named[] = [
    ...(scene.place === null ? [] : [scene.place]),
    ...scene.exits.map(({ to, label, name = label }) => ({ id: to, name })),
  ];
  const kinds: readonly (readonly [string, readonly Named[]])[] = [
    ['Players’ characters', packet.personas],
    ['People', packet.cast],
    ['Places', places],
    ['Things', [...packet.entities, ...packet.inventory.map(({ itemId, name }) => ({ id: itemId, name }))]],
    ['Threads', threads.map(({ id, title }) => ({ id, name: title }))],
    ['Missions', missions.map(({ id, title }) => ({ id, name: title }))],
    ['Clocks', clocks],
    ['Deadlines', deadlines.map(({ id, text }) => ({ id, name: text }))],
    ['Facts', facts.map(({ id, text }) => ({ id, name: text }))],
  ];
  return kinds
    .filter(([, named]) => named.length > 0)
    .map(
      ([kind, named]) => `${kind}: ${named.map(({ id, name }) => `${id} = ${toOneLine(name)}`).join('; ')}`,
    )
    .join('\n');
}

/** A draft written out: the request, and the same scope by scope. */
export type PromptLayout = {
  readonly system: readonly SystemBlock[];
  readonly messages: readonly Message[];
  readonly scopes: readonly ScopeText[];
  readonly maxTokens: number;
  readonly prompts: readonly PromptVersion[];
};

/** Writes the drafts of one narration. What changes least stands in front. */
export type LayoutWriter = {
  readonly write: (draft: Draft) => PromptLayout;
  /** Lists the lines of a draft that seldom change, for a cached block. */
  readonly listLasting: (draft: Draft) => readonly LastingLine[];
};

export function createLayoutWriter(sources: PromptSources): LayoutWriter {
  const parts = createParts(sources);
  const narrate = sources.prompts.get('narrate', sources.pins);
  const write = (draft: Draft): PromptLayout => {
    const [fixed, people, lore] = [parts.fixed(draft), parts.people(draft), parts.lore(draft)];
    const [talk, now, task] = [parts.conversation(draft), parts.now(draft), parts.task(draft)];
    const answer = draft.inline === null ? narrate : sources.prompts.get('narrate-inline', sources.pins);
    const scopes = [...fixed.scopes, ...people.scopes, ...lore.scopes, talk.scope, ...now.scopes];
    const used = new Map([...fixed.prompts, narrate, ...task.prompts].map((prompt) => [prompt.id, prompt]));
    return {
      system: [...fixed.blocks, ...joinMarks(people.blocks, lore.blocks)],
      messages: [...talk.messages, writeLastMessage(talk, now.text, draft)],
      scopes: scopes.filter(({ text }) => text !== ''),
      maxTokens: task.maxTokens + answer.outcomeTokens,
      prompts: [...used.values()].map(({ id, version, hash }) => ({ id, version, hash })),
    };
  };
  return {
    write,
    listLasting: (draft) =>
      listLasting(draft, listSaid(draft, parts.conversation(draft), parts.people(draft).sheets)),
  };
}

/** Leaves out the mark between the sheets and the lore: both are written anew at the same boundary, and marks are few. */
function joinMarks(people: readonly SystemBlock[], lore: readonly SystemBlock[]): readonly SystemBlock[] {
  const last = people.at(-1);
  if (last === undefined || lore.length === 0 || people.length === 1) return [...people, ...lore];
  return [...people.slice(0, -1), { ...last, cacheable: false }, ...lore];
}

/** Joins what profiles, sheets, lore and this turn's discoveries say, so that it is not said again. */
function listSaid(draft: Draft, { peopleNow }: ConversationPart, fixedSheets: string): string {
  const { lore, input } = draft;
  return joinTexts([
    writeProfile(input.packet, draft.lasting),
    fixedSheets,
    peopleNow,
    ...[...lore, ...input.revealed].map(({ text }) => text),
  ]);
}

/** Lists the lines that seldom change: the place, the state, ties, history, numbers, secrets and profiles. */
function listLasting(draft: Draft, said: string): readonly LastingLine[] {
  const { input, absentTies, stateCompressed: compressed } = draft;
  const { packet, personaId, secrets } = input;
  return [
    ...listProfiles(packet),
    ...listPlaceLines(packet),
    ...listStateLines(packet, personaId, { absentTies, said, compressed }),
    ...tellStory(draft, said).history,
    ...listKept(input, said),
    ...listNumbers(packet),
    ...(secrets === null ? [] : listSecretLines(secrets, packet)),
  ];
}

/** Creates the parts of a prompt, each memoized by its sources. */
function createParts(sources: PromptSources) {
  const fixed = memoizePart(
    (draft) => writeFixedPart(draft, sources),
    ({ briefPrompts, briefSegments, dropped }) => [
      briefPrompts,
      briefSegments,
      dropped.has('world'),
      dropped.has('entry'),
    ],
  );
  const task = memoizePart(
    (draft) => {
      const elsewhere = joinTexts(fixed(draft).scopes.map(({ text }) => text));
      return writeTask(draft.input, { ...sources, variant: chooseVariant(draft, 'call'), elsewhere });
    },
    (draft) => [draft.briefPrompts, fixed(draft)],
  );
  const people = memoizePart(
    writePeoplePart,
    ({ sheets, briefSegments, dropped, lasting, absentTies, history, stateCompressed }) => [
      sheets,
      briefSegments,
      dropped.has('npc'),
      lasting,
      absentTies,
      history,
      stateCompressed,
    ],
  );
  const conversation = memoizePart(
    (draft) => writeConversation(draft, people(draft).sheets),
    ({ lore, exchangesFrom, sheets, briefSegments, dropped }) => [
      lore,
      exchangesFrom,
      sheets,
      briefSegments,
      dropped.has('npc'),
    ],
  );
  return {
    task,
    people,
    conversation,
    fixed,
    lore: memoizePart(
      (draft) => writeLorePart(draft, people(draft).sheets),
      (draft) => [draft.lore, people(draft)],
    ),
    now: memoizePart(
      (draft) => writeNow(draft, task(draft), conversation(draft), people(draft).sheets, sources),
      (draft) => [
        task(draft),
        conversation(draft),
        draft.stateCompressed,
        draft.absentTies,
        draft.history,
        draft.lasting,
        draft.playerText,
      ],
    ),
  };
}

/** Writes the last message: everything that changes from turn to turn. */
function writeNow(
  draft: Draft,
  task: Task,
  conversation: ConversationPart,
  fixedSheets: string,
  sources: PromptSources,
): { readonly text: string; readonly scopes: readonly ScopeText[] } {
  const { input } = draft;
  const { packet } = input;
  const told = listSaid(draft, conversation, fixedSheets);
  const story = tellStory(draft, told);
  const changes = compareLines(draft.lasting, listLasting(draft, told), createEndTest(packet));
  const variables = {
    story_so_far: story.soFar,
    on_record: story.onRecord,
    history: writeList([...changes.listNew('own_history'), ...changes.listNew('history')]),
    state: writeState(packet, changes),
    secrets: writeNewSecrets(changes),
    // They stand in front of the message; older versions of the prompt had them within it.
    people_new: '',
    lore_new: '',
    situation: writeSituation(packet, changes),
    people: writePeopleNow(draft, told, changes),
    player: writePlayer(packet, input.personaId),
    notes: input.notes.map(toOneLine).join('\n'),
    not_so: writeList(input.refusedBefore),
    ids: draft.inline === null ? '' : writeIds(input),
    task: task.text,
    opening: writeOpening(input, listSegments(draft, 'entry_start')),
    plan: writePlan(input),
    others_act: writeActions(input),
    falls_due: writeList(input.fallsDue),
    comes_to_light: writeRevealed(input),
    responses: writeResponses(input),
    ending: writeEnding(input),
    outcome: writeOutcome(input),
    row: input.rolled === null ? '' : neutralise(input.rolled.outcome).trim(),
    input: neutralise(draft.playerText).trim(),
    read_as: writeReading(input),
    language: writeLanguage(input.language),
    ...nameReaders(input),
  };
  return { text: renderNow(draft, variables, sources), scopes: listScopes(draft, variables) };
}

/** Names the characters of all players who read along, those who are here, and the one who acts. Empty with a single player. */
function nameReaders({ packet, personaId }: NarrateInput): {
  readonly several: string;
  readonly actor: string;
} {
  const { personas } = packet;
  if (personas.length < 2) return { several: '', actor: '' };
  const here = personas.filter(({ isElsewhere }) => isElsewhere === undefined);
  const names = here.map(({ name }) => neutralise(name).trim());
  const actor = personas.find(({ id }) => id === personaId)?.name ?? '';
  return { several: names.join(', '), actor: neutralise(actor).trim() };
}

type NowVariables = Omit<PromptVariables<'narrate'>, 'choices_due' | 'table_due'>;

/** Renders the narrator's message, which ends with the form of the answer; `outcome: inline` has its own form. */
function renderNow(draft: Draft, variables: NowVariables, { prompts, pins }: PromptSources): string {
  const isTableDue = draft.input.tableDue !== null;
  const isOver = draft.input.ending !== undefined;
  const due = { choices_due: isTableDue || isOver ? '' : 'yes', table_due: isTableDue ? 'yes' : '' };
  const variant = chooseVariant(draft, 'narrate');
  const narrate = prompts.get('narrate', pins);
  if (draft.inline === null) return renderPart(narrate, 'user', { ...variables, ...due }, variant);
  const material = renderPart(narrate, 'user', { ...variables, choices_due: '', table_due: '' }, variant);
  const conditions = writeList(draft.inline.conditions.map(({ id, when }) => `${id}: ${when}`));
  const own = { ...due, ending: isOver ? 'yes' : '', conditions };
  const form = renderPart(prompts.get('narrate-inline', pins), 'user', own, variant);
  return joinTexts([material, form], '\n');
}

/** Lists the scopes of the last message, in the order in which they stand in it. */
function listScopes(draft: Draft, variables: NowVariables): readonly ScopeText[] {
  const scopes: readonly (readonly [PromptScope, string])[] = [
    ['summary', variables.story_so_far],
    ['events', joinTexts([variables.on_record, variables.history])],
    ['game_state', variables.state],
    ['secrets', variables.secrets],
    ['situation', variables.situation],
    ['people', variables.people],
    ['player', variables.player],
    ['notes', joinTexts([variables.notes, variables.not_so])],
    ['ids', variables.ids],
    ['call_type', variables.task],
    ['entry_start', variables.opening],
    ['plan', variables.plan],
    ['actions', variables.others_act],
    ['due', variables.falls_due],
    ['revealed', joinTexts([variables.comes_to_light, variables.responses, variables.ending])],
    ['rng', variables.outcome],
    ['row', variables.row],
    ['input', joinTexts([variables.input, variables.read_as])],
  ];
  const starts = listSegments(draft, 'entry_start').map(({ id }) => id);
  return scopes.map(([scope, text]) => ({ scope, text, ids: scope === 'entry_start' ? starts : [] }));
}
