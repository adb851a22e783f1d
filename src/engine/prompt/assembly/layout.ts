import type { Message, SystemBlock } from '#engine/llm/provider.ts';
import { neutralise } from '../neutralise.ts';
import { type PromptVersion, renderPart } from '../registry.ts';
import type { Scope } from '../segment.ts';
import type { Beside } from './beside-exchanges.ts';
import { type Draft, segmentsOf } from './draft.ts';
import { kept } from './kept.ts';
import type { ScopeText } from './scope-text.ts';
import { lorePart, peoplePart, type Shelf, standingPart } from './system-parts.ts';
import { talkPart } from './talk-part.ts';
import {
  writeActions,
  writeOpening,
  writeOutcome,
  writePlan,
  writePlayer,
  writeRevealed,
  writeSituation,
} from './write-moment.ts';
import { narratorsOperations, writeOperations } from './write-operations.ts';
import { writeCompressedState, writeState } from './write-state.ts';
import { type Task, writeTask } from './write-task.ts';

/** A draft written out: what would be sent, and the same scope by scope. */
export type Layout = {
  readonly system: readonly SystemBlock[];
  readonly messages: readonly Message[];
  readonly scopes: readonly ScopeText[];
  /** What the scene was made with. */
  readonly made: string;
  readonly maxTokens: number;
  readonly prompts: readonly PromptVersion[];
};

/** Writes drafts of one narration out. What stays the same from turn to turn stands in front, in the order in which it changes least. */
export function layoutWriter(shelf: Shelf): (draft: Draft) => Layout {
  const narrate = shelf.prompts.get('narrate', shelf.pins);
  const parts = partsOf(shelf);
  const lastWord = kept(
    (draft) => {
      const variables = variablesOf(draft, parts.moment(draft), parts.talk(draft).beside);
      return renderPart(narrate, 'user', variables, draft.variant);
    },
    (draft) => {
      const { events, summary, lore } = parts.talk(draft).beside.now;
      return [draft.variant, parts.moment(draft), events, summary, lore];
    },
  );
  return (draft) => {
    const [standing, people, lore] = [parts.standing(draft), parts.people(draft), parts.lore(draft)];
    const [talk, moment, task] = [parts.talk(draft), parts.moment(draft), parts.task(draft)];
    const user = lastWord(draft);
    const scopes = [...standing.scopes, ...people.scopes, ...lore.scopes, ...talk.scopes, ...moment];
    return {
      system: [...standing.blocks, ...people.blocks, ...lore.blocks],
      messages: [...talk.messages, { role: 'user', text: user }],
      scopes: scopes.filter(({ text }) => text !== ''),
      made: lore.made,
      maxTokens: task.maxTokens + narrate.outcomeTokens,
      prompts: [...standing.prompts, ...task.prompts].map(({ id, version, hash }) => ({ id, version, hash })),
    };
  };
}

/** The parts of a prompt, each with what it is made of. */
function partsOf(shelf: Shelf) {
  const task = kept(
    ({ input, variant }) => writeTask(input, { ...shelf, variant }),
    ({ variant }) => [variant],
  );
  return {
    task,
    standing: kept(
      (draft) => standingPart(draft, shelf),
      ({ variant, authored: length, dropped }) => [
        variant,
        length,
        dropped.has('world'),
        dropped.has('entry'),
      ],
    ),
    people: kept(peoplePart, ({ cast, authored: length, dropped }) => [cast, length, dropped.has('npc')]),
    lore: kept(lorePart, ({ lore }) => [lore]),
    talk: kept(talkPart, ({ lore, exchangesFrom }) => [lore, exchangesFrom]),
    moment: kept(
      (draft) => momentTexts(draft, task(draft)),
      ({ variant, authored: length, stateCompressed, playerText }) => [
        variant,
        length,
        stateCompressed,
        playerText,
      ],
    ),
  };
}

function momentTexts(draft: Draft, task: Task): ScopeText[] {
  const { input } = draft;
  const { packet, personaId } = input;
  const starts = segmentsOf(draft, 'entry_start');
  const state = draft.stateCompressed ? writeCompressedState(packet) : writeState(packet, personaId);
  const texts: readonly (readonly [Scope, string])[] = [
    ['call_type', task.text],
    ['entry_start', writeOpening(input, starts)],
    ['situation', writeSituation(packet)],
    ['game_state', state],
    ['player', writePlayer(packet, personaId)],
    ['plan', writePlan(input)],
    ['actions', writeActions(input)],
    ['revealed', writeRevealed(input)],
    ['rng', writeOutcome(input)],
    ['input', neutralise(draft.playerText).trim()],
  ];
  const idsOf = (scope: Scope) => (scope === 'entry_start' ? starts.map(({ id }) => id) : []);
  return texts.map(([scope, text]) => ({ scope, text, ids: idsOf(scope) }));
}

function variablesOf({ input, variant }: Draft, moment: readonly ScopeText[], { now }: Beside) {
  const text = (scope: Scope) => moment.find((each) => each.scope === scope)?.text ?? '';
  return {
    operations_now: writeOperations(narratorsOperations(input.operations).passing, variant),
    call_type: text('call_type'),
    entry_start: text('entry_start'),
    situation: text('situation'),
    events: now.events,
    summary: now.summary,
    state: text('game_state'),
    player: text('player'),
    actions: text('actions'),
    plan: text('plan'),
    revealed: text('revealed'),
    lore: now.lore,
    rng: text('rng'),
    input: text('input'),
  };
}
