import { expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { ADA, asking, BRUNO, hallAndCellar, MIRA, VIKTOR } from '../../../support/worlds.ts';

const event = {
  op: 'log_event',
  type: 'promise',
  summary: 'Viktor promised a name.',
  characterIds: [VIKTOR],
};

const knowledge = (proposals: readonly object[], asker: 'model' | 'gm') => {
  const { effects } = applyOperations(hallAndCellar(), proposals, asking({ asker }));
  return effects.flatMap((effect) =>
    effect.type === 'chronicle-entry' && effect.entry.type === event.type
      ? [[effect.entry.visibility, effect.entry.knownTo]]
      : [],
  );
};
const clock = (visibility: string) => [
  {
    op: 'start_clock',
    clockId: 'tide',
    name: 'The tide',
    max: 2,
    visibility,
    triggers: [{ at: 1, description: 'It rises.', operations: [event] }],
  },
  { op: 'tick_clock', clockId: 'tide' },
];

it.each<[string, readonly object[], 'model' | 'gm', readonly unknown[]]>([
  ['those who are there', [event], 'model', ['hidden', [ADA, BRUNO, VIKTOR]]],
  [
    'nobody else, when it happens among others',
    [{ ...event, characterIds: [MIRA] }],
    'model',
    ['hidden', []],
  ],
  ['nobody else, when a game master notes it', [event], 'gm', ['hidden', []]],
  ['whom it names', [{ ...event, knownTo: [ADA] }], 'gm', ['hidden', [ADA]]],
  ['everybody, when it says so', [{ ...event, visibility: 'public' }], 'gm', ['public', []]],
  ['everybody, when a clock in plain sight sets it off', clock('public'), 'gm', ['public', []]],
  ['nobody else, when a secret clock sets it off', clock('gm'), 'gm', ['hidden', []]],
])('lets an event be known to %s', (_who, proposals, asker, known) => {
  expect(knowledge(proposals, asker)).toEqual([known]);
});
