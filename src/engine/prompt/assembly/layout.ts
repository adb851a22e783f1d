import type { Message, SystemBlock } from '#engine/llm/provider.ts';
import { neutralise } from '../neutralise.ts';
import type { VariablesOf } from '../prompt-ids.ts';
import { type PromptVersion, renderPart } from '../registry.ts';
import type { Scope } from '../segment.ts';
import { chooseVariant, type Draft, listSegments } from './draft.ts';
import { memoizePart } from './memoize-part.ts';
import type { ScopeText } from './scope-text.ts';
import { tellStory } from './tell-story.ts';
import { type ConversationPart, writeConversation } from './write-conversation.ts';
import { writeIds } from './write-ids.ts';
import { stretches } from './write-lines.ts';
import { writePeopleNow, writePlayer } from './write-people.ts';
import { writeSecrets } from './write-secrets.ts';
import { writeSituation } from './write-situation.ts';
import { writeCompressedState, writeState } from './write-state.ts';
import { type PromptSources, writeFixedPart, writeLorePart, writePeoplePart } from './write-system.ts';
import { type Task, writeTask } from './write-task.ts';
import {
  writeActions,
  writeLanguage,
  writeList,
  writeOpening,
  writeOutcome,
  writePlan,
  writeReading,
  writeRevealed,
} from './write-turn.ts';

/** A draft written out: the request, and the same scope by scope. */
export type Layout = {
  readonly system: readonly SystemBlock[];
  readonly messages: readonly Message[];
  readonly scopes: readonly ScopeText[];
  readonly maxTokens: number;
  readonly prompts: readonly PromptVersion[];
};

/** Creates a writer for the drafts of one narration. What changes least stands in front. */
export function createLayoutWriter(sources: PromptSources): (draft: Draft) => Layout {
  const parts = createParts(sources);
  const narrate = sources.prompts.get('narrate', sources.pins);
  return (draft) => {
    const [fixed, people, lore] = [parts.fixed(draft), parts.people(draft), parts.lore(draft)];
    const [talk, now, task] = [parts.conversation(draft), parts.now(draft), parts.task(draft)];
    const answer = draft.inline === null ? narrate : sources.prompts.get('narrate-inline', sources.pins);
    const scopes = [...fixed.scopes, ...people.scopes, ...lore.scopes, talk.scope, ...now.scopes];
    const used = new Map([...fixed.prompts, narrate, ...task.prompts].map((prompt) => [prompt.id, prompt]));
    return {
      system: [...fixed.blocks, ...people.blocks, ...lore.blocks],
      messages: [...talk.messages, { role: 'user', text: now.text }],
      scopes: scopes.filter(({ text }) => text !== ''),
      maxTokens: task.maxTokens + answer.outcomeTokens,
      prompts: [...used.values()].map(({ id, version, hash }) => ({ id, version, hash })),
    };
  };
}

/** The parts of a prompt, each memoized by what it is made of. */
function createParts(sources: PromptSources) {
  const task = memoizePart(
    (draft) => writeTask(draft.input, { ...sources, variant: chooseVariant(draft, 'call') }),
    ({ briefPrompts }) => [briefPrompts],
  );
  const people = memoizePart(writePeoplePart, ({ sheets, briefSegments, dropped }) => [
    sheets,
    briefSegments,
    dropped.has('npc'),
  ]);
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
    fixed: memoizePart(
      (draft) => writeFixedPart(draft, sources),
      ({ briefPrompts, briefSegments, dropped }) => [
        briefPrompts,
        briefSegments,
        dropped.has('world'),
        dropped.has('entry'),
      ],
    ),
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
  const lore = draft.lore.map(({ text }) => text);
  const told = stretches([fixedSheets, conversation.peopleNow, ...lore]);
  const story = tellStory(draft, told);
  const state = draft.stateCompressed
    ? writeCompressedState(input.packet, told)
    : writeState(input.packet, input.personaId, { absentTies: draft.absentTies, said: told });
  const variables = {
    story_so_far: story.soFar,
    on_record: story.onRecord,
    history: story.history.join('\n'),
    state,
    secrets: input.secrets === null ? '' : writeSecrets(input.secrets, input.packet),
    people_new: conversation.peopleNow,
    lore_new: conversation.loreNow,
    situation: writeSituation(input.packet),
    people: writePeopleNow(draft, told),
    player: writePlayer(input.packet, input.personaId),
    notes: writeList(input.notes),
    not_so: writeList(input.refusedBefore),
    ids: draft.inline === null ? '' : writeIds(input, draft.inline),
    task: task.text,
    opening: writeOpening(input, listSegments(draft, 'entry_start')),
    plan: writePlan(input),
    others_act: writeActions(input),
    falls_due: writeList(input.fallsDue),
    comes_to_light: writeRevealed(input),
    outcome: writeOutcome(input),
    row: input.rolled === null ? '' : neutralise(input.rolled.outcome).trim(),
    input: neutralise(draft.playerText).trim(),
    read_as: writeReading(input),
    language: writeLanguage(input.language),
  };
  return { text: renderNow(draft, variables, sources), scopes: listScopes(draft, variables) };
}

type NowVariables = Omit<VariablesOf<'narrate'>, 'choices_due' | 'table_due'>;

/** The narrator's message ends with the form of the answer; `outcome: inline` ends it with its own. */
function renderNow(draft: Draft, variables: NowVariables, { prompts, pins }: PromptSources): string {
  const isTableDue = draft.input.tableDue !== null;
  const due = { choices_due: isTableDue ? '' : 'yes', table_due: isTableDue ? 'yes' : '' };
  const variant = chooseVariant(draft, 'narrate');
  const narrate = prompts.get('narrate', pins);
  if (draft.inline === null) return renderPart(narrate, 'user', { ...variables, ...due }, variant);
  const material = renderPart(narrate, 'user', { ...variables, choices_due: '', table_due: '' }, variant);
  const form = renderPart(prompts.get('narrate-inline', pins), 'user', due, variant);
  return stretches([material, form], '\n');
}

/** The scopes of the last message, in the order in which they stand in it. */
function listScopes(draft: Draft, variables: NowVariables): readonly ScopeText[] {
  const scopes: readonly (readonly [Scope, string])[] = [
    ['summary', variables.story_so_far],
    ['events', stretches([variables.on_record, variables.history])],
    ['game_state', variables.state],
    ['secrets', variables.secrets],
    ['situation', variables.situation],
    ['people', variables.people],
    ['player', variables.player],
    ['notes', stretches([variables.notes, variables.not_so])],
    ['ids', variables.ids],
    ['call_type', variables.task],
    ['entry_start', variables.opening],
    ['plan', variables.plan],
    ['actions', variables.others_act],
    ['due', variables.falls_due],
    ['revealed', variables.comes_to_light],
    ['rng', variables.outcome],
    ['row', variables.row],
    ['input', stretches([variables.input, variables.read_as])],
  ];
  const starts = listSegments(draft, 'entry_start').map(({ id }) => id);
  return scopes.map(([scope, text]) => ({ scope, text, ids: scope === 'entry_start' ? starts : [] }));
}
