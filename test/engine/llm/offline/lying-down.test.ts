import { describe, expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { proposeOutcome } from '#engine/llm/offline/propose-outcome.ts';
import { OVER } from '#engine/llm/offline/telling/lying-down.ts';
import { tellScene } from '#engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const SEEDS = ['a', 'b', 'c', 'd', 'e'];

/** Ines lies there, and her player types on. */
function lying(playerText: string, status: string, line: string): NarrateInput {
  const input = nightAtThePierHouse({ playerText });
  const [ines] = input.packet.personas;
  if (ines === undefined) throw new Error('nobody is played');
  const reason = `${ines.name} is ${status}.`;
  const outcome = { text: line, band: null, degree: null, rolls: [], costs: [], consequences: [line] };
  const personas = [{ ...ines, sheet: [...ines.sheet, `status: ${status}`] }];
  return {
    ...input,
    outcome,
    blocked: [{ action: 'go', reason }],
    packet: { ...input.packet, personas },
  };
}

const holding = lying('I sleep for 8 hours', 'unconscious', 'Ines Varga holds on.');
const dead = lying('I go to the mole', 'dead', 'Ines Varga is dead.');

describe.each([
  ['unconscious', holding],
  ['dead', dead],
])('whoever is %s', (_how, input) => {
  it.each(SEEDS)('is offered nothing they cannot do (%s)', (seed) => {
    const { choices } = proposeOutcome(input, keyedRandom(seed, 'outcome'));
    expect(choices.map(({ key }) => key)).not.toContainEqual(
      expect.stringMatching(/^(?:talk|ask|go|look|follow)_/),
    );
    expect(choices.map(({ key }) => key)).toContain('other_action');
    expect(choices.length).toBeGreaterThanOrEqual(3);
  });

  it('neither goes anywhere nor sleeps a night away', () => {
    const outcome = proposeOutcome(input, keyedRandom('a', 'outcome'));
    expect(outcome.elapsed_minutes).toBe(1);
    expect(outcome.scene_transition ?? null).toBeNull();
  });
});

it.each(SEEDS)(
  'tells a breath of the dying as what it is, without saying again that they lie there (%s)',
  (seed) => {
    const told = tellScene(holding, keyedRandom(seed, 'prose'));
    expect(told).not.toContain('is unconscious.');
    expect(told).toMatch(/breath|dark|heart/);
  },
);

it('says once how the story of the dead can go on', () => {
  const first = tellScene(dead, keyedRandom('a', 'prose'));
  const again = { ...dead, conversation: [...dead.conversation, { player: 'I go', narration: first }] };
  expect(first).toContain(OVER);
  expect(first).not.toContain('Ines Varga is dead.');
  expect(tellScene(again, keyedRandom('a', 'prose'))).not.toContain(OVER);
});
