import type { Message, SystemBlock } from '#engine/llm/provider.ts';
import { fenced, neutralise } from '../neutralise.ts';
import { type PromptPins, type PromptRegistry, type PromptVersion, renderPrompt } from '../registry.ts';
import type { Scope } from '../segment.ts';
import { type Beside, besideExchanges } from './beside-exchanges.ts';
import { type Draft, segmentsOf, sentExchanges } from './draft.ts';
import { stretches } from './write-lines.ts';
import {
  writeActions,
  writeOpening,
  writeOutcome,
  writePlan,
  writePlayer,
  writeSituation,
} from './write-moment.ts';
import { narratorsOperations, writeOperations } from './write-operations.ts';
import { writeCastMember, writeLore, writeProfile, writeSecrets, writeSegments } from './write-standing.ts';
import { writeCompressedState, writeState } from './write-state.ts';
import { type Task, writeTask } from './write-task.ts';

/** The text of one scope and the segments it was made of. */
export type ScopeText = { readonly scope: Scope; readonly text: string; readonly ids: readonly string[] };

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

export type Shelf = { readonly prompts: PromptRegistry; readonly pins: PromptPins };

/** Writes a draft out. What stays the same from turn to turn stands in front, in the order in which it changes least. */
export function layOut(draft: Draft, shelf: Shelf): Layout {
  const core = shelf.prompts.get('core', shelf.pins);
  const narrate = shelf.prompts.get('narrate', shelf.pins);
  const task = writeTask(draft.input, { ...shelf, variant: draft.variant });
  const moment = momentTexts(draft, task);
  const beside = besideExchanges(draft);
  const spoken = renderPrompt(narrate, variablesOf(draft, moment, beside), draft.variant);
  const coreText = stretches([renderPrompt(core, {}, draft.variant).system, spoken.system], '\n\n');

  const standing = [
    { scope: 'core' as const, text: coreText, ids: [core.id, narrate.id] },
    ...authored(draft),
  ];
  const people = peopleTexts(draft);
  const conversation = conversationMessages(draft, beside);
  const lore = loreTexts(draft);
  return {
    system: [
      ...block([standing.map(({ text }) => text)], '1h'),
      ...block([people.map(({ text }) => text)]),
      ...block(lore),
    ],
    messages: [...conversation, { role: 'user', text: spoken.user }],
    scopes: [
      ...standing,
      ...people,
      loreScope(draft),
      { scope: 'summary' as const, text: beside.all.summary, ids: [] },
      { scope: 'events' as const, text: beside.all.events, ids: [] },
      conversationScope(draft),
      ...moment,
    ].filter(({ text }) => text !== ''),
    made: stretches(lore[0] ?? [], '\n\n'),
    maxTokens: task.maxTokens + narrate.outcomeTokens,
    prompts: [core, narrate, ...task.prompts].map(({ id, version, hash }) => ({ id, version, hash })),
  };
}

/**
 * Texts as system blocks of which the last ends a cached prefix. Each group is a block of its own, so that a group added
 * behind leaves the prefix before it as it was.
 */
function block(groups: readonly (readonly string[])[], ttl?: '1h'): SystemBlock[] {
  const texts = groups.map((group) => stretches(group, '\n\n')).filter((text) => text !== '');
  const last = texts.length - 1;
  return texts.map((text, index) => ({
    text,
    cacheable: index === last,
    ...(ttl !== undefined && index === last ? { ttl } : {}),
  }));
}

function authored(draft: Draft): ScopeText[] {
  return (['ruleset', 'world', 'entry'] as const).map((scope) => {
    const segments = segmentsOf(draft, scope);
    return { scope, text: writeSegments(segments), ids: segments.map(({ id }) => id) };
  });
}

function peopleTexts(draft: Draft): ScopeText[] {
  const { cast, input } = draft;
  const segments = segmentsOf(draft, 'npc');
  const shown = draft.dropped.has('npc') ? [] : cast;
  const ids = segments.filter(({ refId }) => shown.some(({ id }) => id === refId)).map(({ id }) => id);
  const npc = stretches(
    shown.map((member) => writeCastMember(member, segments)),
    '\n\n',
  );
  const secrets = input.secrets === null ? '' : writeSecrets(input.secrets);
  return [
    { scope: 'npc', text: npc, ids },
    { scope: 'profile', text: writeProfile(input.packet), ids: [] },
    { scope: 'secrets', text: secrets, ids: [] },
  ];
}

/** What the scene was made with comes first and as one; whatever was pulled in nobody knows when, behind it. */
function loreTexts({ lore }: Draft): string[][] {
  const made = lore.filter(({ kind }) => kind === 'materialised').map((entry) => writeLore(entry));
  const pulled = lore.filter(({ kind, exchange }) => kind === 'pull' && exchange === undefined);
  return [made, ...pulled.map((entry) => [writeLore(entry)])];
}

function loreScope(draft: Draft): ScopeText {
  const text = stretches(
    draft.lore.map((entry) => writeLore(entry)),
    '\n\n',
  );
  return { scope: 'scene_lore', text, ids: draft.lore.map(({ id }) => id) };
}

/** The exchanges as they were said, with what stands beside each. */
function conversationMessages(draft: Draft, beside: Beside): Message[] {
  const messages = sentExchanges(draft).flatMap(({ player, narration }, index): Message[] => {
    const words = fenced('player_words', player) || '(The story opens.)';
    return [
      { role: 'user', text: stretches([beside.exchange(draft.exchangesFrom + index), words], '\n\n') },
      { role: 'assistant', text: neutralise(narration).trim() || '…' },
    ];
  });
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, cacheable: true } : message,
  );
}

function conversationScope(draft: Draft): ScopeText {
  const said = sentExchanges(draft).flatMap(({ player, narration }) => [player, narration]);
  return { scope: 'conversation', text: neutralise(said.join('\n')).trim(), ids: [] };
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
    ['revealed', input.revealed.map((text) => neutralise(text).trim()).join('\n')],
    ['rng', writeOutcome(input)],
    ['input', neutralise(draft.playerText).trim()],
  ];
  const idsOf = (scope: Scope) => (scope === 'entry_start' ? starts.map(({ id }) => id) : []);
  return texts.map(([scope, text]) => ({ scope, text, ids: idsOf(scope) }));
}

function variablesOf({ input, variant }: Draft, moment: readonly ScopeText[], { now }: Beside) {
  const text = (scope: Scope) => moment.find((each) => each.scope === scope)?.text ?? '';
  const { lasting, passing } = narratorsOperations(input.operations);
  return {
    operations: writeOperations(lasting, variant),
    operations_now: writeOperations(passing, variant),
    event_types: input.eventTypes.join(', '),
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
