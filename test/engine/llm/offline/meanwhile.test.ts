import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { spanSaid } from '#engine/llm/offline/passing-time.ts';
import { proposeOutcome } from '#engine/llm/offline/propose-outcome.ts';
import { tellScene } from '#engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const BOLT = 'A bolt was loosed into the ring.';
const REFUSED = 'Without an answer the summons counts as refused.';

/** An hour was waited for, and more than the hour came. */
function afterTheWait(): NarrateInput {
  const input = nightAtThePierHouse({ playerText: 'I look around' });
  const conversation = [{ player: 'I wait for an hour', narration: 'An hour goes by.' }];
  const old = { id: 'evt_0001', date: '', type: 'war', summary: 'The Salt War was over.' };
  const recent = { id: 'evt_0002', date: '', type: 'violence', summary: BOLT, exchange: 0 };
  return {
    ...input,
    conversation,
    conversationStart: 0,
    packet: {
      ...input.packet,
      recentEvents: [old, recent],
      activeSituations: [`The Infantes must answer: too late. ${REFUSED}`],
    },
  };
}

it('tells what passing time brought, and what was let pass', () => {
  const told = tellScene(afterTheWait(), keyedRandom('a', 'prose'));
  expect(told).toContain(BOLT);
  expect(told).toContain(REFUSED);
  expect(told).not.toContain('Salt War');
});

it('tells it once, and notes it for when the conversation has been forgotten', () => {
  const input = afterTheWait();
  const first = tellScene(input, keyedRandom('a', 'prose'));
  const summary = proposeOutcome(input, keyedRandom('a', 'outcome')).summary_update ?? '';
  expect(summary).toContain(REFUSED);
  const later = { ...input, conversation: [{ player: 'I look around', narration: first }] };
  const much = { ...input, conversationStart: 20, packet: { ...input.packet, summary } };
  for (const one of [later, much]) {
    const told = tellScene({ ...one, conversationStart: 20 }, keyedRandom('b', 'prose'));
    expect(told).not.toContain(BOLT);
    expect(told).not.toContain(REFUSED);
  }
});

it('lets whoever is asked what goes on tell what happened since', () => {
  const input = { ...afterTheWait(), playerText: 'What is going on here?', conversationStart: 20 };
  const told = tellScene({ ...input, packet: { ...input.packet, facts: [] } }, keyedRandom('a', 'prose'));
  expect(told).toContain('A bolt was loosed into the ring');
});

it('lets time pass until the hour that is said', () => {
  const input = nightAtThePierHouse({ playerText: 'I wait until 19:30' });
  const scene = { ...input.packet.scene, date: '12 March 1430, 18:10:00 (Evening)' };
  expect(spanSaid({ ...input, packet: { ...input.packet, scene } })).toBe(80);
});

it.each(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])('does not show what was just said (%s)', (seed) => {
  const input = nightAtThePierHouse({ playerText: 'I ask Marit about the Pier House' });
  const name = input.packet.scene.place?.name ?? '';
  const text = `${name} was taken in 1341 and has been the key of the coast ever since.`;
  const lore = [{ id: 'place', title: name, text, kind: 'pull' as const }];
  const told = tellScene({ ...input, packet: { ...input.packet, lore } }, keyedRandom(seed, 'prose'));
  expect(told.split('was taken in 1341').length).toBeLessThanOrEqual(2);
});

it('does not tell of a deed that could not be done', () => {
  const none = 'There is no potion of healing left.';
  const outcome = { text: none, band: null, degree: null, rolls: [], costs: [], consequences: [] };
  const input = { ...nightAtThePierHouse({ playerText: 'I drink a potion' }), outcome };
  expect(tellScene(input, keyedRandom('a', 'prose'))).toMatch(/^There is no potion of healing left\./);
});

const bell = {
  id: 'evt_0002',
  date: '',
  type: 'clock',
  summary: 'The harbour bell cracks at last',
  exchange: 4,
};

function told(exchanges: readonly string[], events = [bell]): string {
  const { packet, ...night } = nightAtThePierHouse({ playerText: 'I ask Marit about the boats.' });
  const conversation = exchanges.map((narration) => ({ player: 'I wait.', narration }));
  const input = {
    ...night,
    conversation,
    conversationStart: 5 - exchanges.length,
    packet: { ...packet, recentEvents: events },
  };
  return tellScene(input, keyedRandom('seed', 'prose'));
}

it('tells first what has come about since the last telling', () => {
  expect(told(['Rain.', 'More rain.'])).toMatch(/^The harbour bell cracks at last\.\n\n/);
});

it.each([
  ['what was told already', ['Rain.', 'The harbour bell cracks at last. Nobody moves.'], [bell]],
  ['what is long past', ['Rain.', 'More rain.'], [{ ...bell, exchange: 0 }]],
])('does not tell again %s', (_what, exchanges, events) => {
  expect(told(exchanges, events)).not.toContain('bell');
});
