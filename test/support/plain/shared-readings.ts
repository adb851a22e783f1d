import type { z } from 'zod';
import type { ActionKind, ReadInput, Reading, RollType } from '#engine/contracts/reading.ts';

export type ReadingDraft = z.input<typeof Reading>;

type Attempt = {
  readonly kind: ActionKind;
  /** Ids of checks, most fitting first; the first of the ruleset's list when it has none of them. */
  readonly checks?: readonly string[];
  readonly callType?: RollType;
  readonly target?: string;
  readonly means?: string;
};

/** Reads words as an attempt at a check of the ruleset, or at a d100 table where the ruleset has tables. */
export function readAttempt(input: ReadInput, attempt: Attempt): ReadingDraft {
  const { kind, checks = [], callType = 'chaos', target = '', means = '' } = attempt;
  const ids = input.checks.map(({ id }) => id);
  const check = checks.find((id) => ids.includes(id)) ?? (ids.includes(callType) ? callType : (ids[0] ?? ''));
  const does = input.playerText.replace(/^I /, '').replace(/\.$/, '').slice(0, 300);
  return {
    intent: does,
    ...(input.tableTypes.includes(callType) ? { call_type: callType } : {}),
    actions: [{ kind, does, check, target, means, risk: ['contested'] }],
  };
}

/** Finds the id of somebody present, something here or a way out by a part of the name. */
export function findId(input: ReadInput, part: string): string {
  const named = [
    ...input.present.map(({ id, name, aliases }) => ({ id, name: [name, ...aliases].join(', ') })),
    ...input.things,
    ...input.carried,
    ...input.exits.map(({ to, label, name }) => ({ id: to, name: `${name ?? ''} ${label}` })),
  ];
  const wanted = part.toLowerCase();
  return named.find(({ name }) => name.toLowerCase().includes(wanted))?.id ?? '';
}

type Read = (input: ReadInput) => ReadingDraft;

const sneak: Read = (input) => readAttempt(input, { kind: 'sneak', checks: ['stealth', 'sneak', 'wits'] });
const tamper: Read = (input) => readAttempt(input, { kind: 'tamper', checks: ['nerve', 'sleight_of_hand'] });
const persuade: Read = (input) =>
  readAttempt(input, { kind: 'talk', checks: ['persuasion', 'wits'], callType: 'persuasion' });
const think: Read = () => ({ kind: 'think' });
const walkTo =
  (part: string): Read =>
  (input) => ({ moves_to: findId(input, part), actions: [{ kind: 'move', target: findId(input, part) }] });

/**
 * Readings of sentences that many tests play, by their exact words. Every other sentence is read as an act of which nothing is
 * uncertain. Sentences of one test file are read there, by the `read` option.
 */
const SHARED: Readonly<Record<string, Read>> = {
  'I sneak past the clerk.': sneak,
  'I sneak past the toll-hut.': sneak,
  'I sneak past the clerk and try to remember what happened last time.': (input) => ({
    ...sneak(input),
    addressed: input.present.slice(0, 3).map(({ id }) => id),
    needs: { events: { keywords: ['last time'] } },
  }),
  'I force the drawer open before anybody sees me.': tamper,
  'I force the drawer open.': tamper,
  'I search the drawer.': (input) =>
    readAttempt(input, { kind: 'search', checks: ['wits', 'investigation'] }),
  'I persuade the clerk to open the ledger.': persuade,
  'I try to persuade the keeper.': persuade,
  'I gamble everything on it.': (input) => readAttempt(input, { kind: 'other', callType: 'chaos' }),
  'I threaten somebody.': (input) =>
    input.clarified === null
      ? {
          intent: 'threaten somebody',
          question: {
            text: 'Whom do you mean to threaten?',
            options: input.present.slice(0, 4).map(({ name }) => name),
          },
        }
      : readAttempt(input, {
          kind: 'threaten',
          // The answer as it was given: the engine resolves names.
          target: input.clarified.answer.replace(/\.$/, ''),
          checks: ['nerve', 'intimidation'],
        }),
  'I attack Jossamy with my longsword.': (input) => ({
    intent: 'attack Jossamy',
    call_type: 'battle',
    actions: [
      {
        kind: 'attack',
        does: 'attack Jossamy with the longsword',
        target: findId(input, 'Jossamy'),
        means: 'Longsword',
        risk: ['violence'],
      },
    ],
  }),
  'I take a long rest.': () => ({ actions: [{ kind: 'rest', does: 'a long rest', minutes: 480 }] }),
  'I walk to the mole.': walkTo('mole'),
  'I walk out to the mole.': walkTo('mole'),
  'I greet everyone here.': ({ present }) => ({
    kind: 'speak',
    addressed: present.slice(0, 12).map(({ id }) => id),
  }),
  'I think about who took the ledger.': think,
  'I think about the ledger.': think,
};

/** Returns the reading of a shared sentence; a plain act for any other. */
export function readSharedWords(input: ReadInput): ReadingDraft {
  const words = input.playerText.trim();
  const read = SHARED[words] ?? SHARED[`${words}.`];
  return read?.(input) ?? { kind: 'act', addressed: [] };
}
