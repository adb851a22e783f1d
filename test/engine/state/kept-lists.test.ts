import { expect, it } from 'vitest';
import type { CoreMemory } from '#engine/state/record.ts';
import { applied, asking, hallAndCellar, refusal } from '../../support/worlds.ts';

const remember = { op: 'append_core_memory', text: 'The bridge fell.' };

it('looks at what is new in a long list, and not again at what was in it', () => {
  let reads = 0;
  const old: CoreMemory = {
    get text() {
      reads += 1;
      return 'The gate opened.';
    },
    reason: 'plot',
    visibility: 'public',
    knownTo: [],
    time: { day: 1, microsecond: 0 },
    sceneIndex: 0,
  };
  const coreMemories = [old, ...Array.from({ length: 40 }, () => ({ ...old }))];
  reads = 0;
  const after = applied({ ...hallAndCellar(), coreMemories }, [remember]);

  expect(after.coreMemories).toHaveLength(42);
  expect(reads).toBe(0);
});

it('refuses a new entry that is wrong', () => {
  expect(refusal(hallAndCellar(), remember, asking({ sceneIndex: -1 }))).toMatchObject({
    rejected: 'invalid-result',
    path: ['coreMemories', 0, 'sceneIndex'],
  });
});
