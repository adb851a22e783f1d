import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { exitTaken } from '../../../../src/engine/llm/offline/exit-taken.ts';
import { proposeOutcome } from '../../../../src/engine/llm/offline/propose-outcome.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

type Degree = NonNullable<NonNullable<NarrateInput['outcome']>['degree']>;

const exit = (to: string, name: string, blocked: string | null = null) => ({
  to,
  name,
  label: name,
  blocked,
});
const EXITS = [
  exit('loc_mole_001', 'The Mole'),
  exit('loc_loft_001', 'The Net Loft'),
  exit('loc_marits_house_001', "Marit's House"),
  exit('loc_vault_001', 'The Customs Vault', 'The iron door is locked.'),
];

/** At the pier house, with ways to the mole, the loft and Marit's house; the vault is locked. */
function at(playerText: string, degree: Degree | null): NarrateInput {
  const { packet, ...night } = nightAtThePierHouse({ playerText });
  const outcome =
    degree === null
      ? null
      : { text: 'It is decided.', band: degree, degree, rolls: [], costs: [], consequences: [] };
  return { ...night, outcome, packet: { ...packet, scene: { ...packet.scene, exits: EXITS } } };
}

const WAYS = [
  ['I climb the drainpipe to the net loft', 'loc_loft_001'],
  ['I climb up into the Net Loft', 'loc_loft_001'],
  ['I try to swim across to the mole', 'loc_mole_001'],
  ['I sneak to the mole and look for the boat', 'loc_mole_001'],
  ['I force my way through the crowd to the mole', 'loc_mole_001'],
  ["I run to Marit's House", 'loc_marits_house_001'],
] as const;

it.each(WAYS)('lets %j lead there where it comes off, even at a price', (words, to) => {
  for (const degree of ['critical', 'success', 'mixed'] as const)
    expect(exitTaken(at(words, degree))?.to).toBe(to);
});

it.each(WAYS)('lets nobody get there by %j who fails at it', (words) => {
  const input = at(words, 'failure');
  expect(exitTaken(input)).toBeNull();
  const { scene_transition } = proposeOutcome(input, keyedRandom('seed', 'outcome'));
  expect(scene_transition).toBeNull();
  expect(tellScene(input, keyedRandom('seed', 'prose'))).not.toMatch(/ways lead to|no door|not far/i);
});

it.each([
  'I climb the mast',
  'I jump at Marit',
  'I steal the key to the mole',
  'I break the window of the loft',
  'I drop the letter for Marit',
  'I go up to Marit',
  'I climb down into the Customs Vault',
  'Could I climb to the net loft?',
])('stays here for %j', (words) => {
  expect(exitTaken(at(words, 'success'))).toBeNull();
});

it('proposes the change of place, and tells of the climb before of where it ends', () => {
  const input = at('I climb the drainpipe to the net loft', 'success');
  expect(proposeOutcome(input, keyedRandom('seed', 'outcome')).scene_transition?.location_id).toBe(
    'loc_loft_001',
  );
  const told = tellScene(input, keyedRandom('seed', 'prose')).split('\n\n');
  expect(told.length).toBeGreaterThan(1);
  expect(told[0]).not.toContain('Net Loft');
  expect(told.at(-1)).toContain('Net Loft');
});

it('tells what came to light on the way', () => {
  const input = { ...at('I climb to the net loft', 'success'), revealed: ['The third rung is new.'] };
  expect(tellScene(input, keyedRandom('seed', 'prose'))).toContain('The third rung is new.');
});
