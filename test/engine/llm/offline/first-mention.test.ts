import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { offerChoices } from '../../../../src/engine/llm/offline/offer-choices.ts';
import { introduced } from '../../../../src/engine/llm/offline/telling/introducing.ts';
import { sights } from '../../../../src/engine/llm/offline/telling/scenery.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

it('calls whoever has not been told of by the whole name, once and outside of what is said', () => {
  const night = nightAtThePierHouse();
  expect(introduced('“Ask Marit,” says Marit. Marit nods.', night, '')).toBe(
    '“Ask Marit,” says Marit Sund. Marit nods.',
  );
  expect(introduced('Marit nods.', night, 'Marit looked up.')).toBe('Marit nods.');
});

it('does not tell of an hour that is past as something to come', () => {
  const at = (clock: string) => {
    const { packet, ...night } = nightAtThePierHouse();
    const scene = {
      ...packet.scene,
      date: `12 November 1890, ${clock}:00`,
      constraints: ['The water returns at 22:48.'],
    };
    return sights({ ...night, packet: { ...packet, scene } });
  };
  expect(at('22:10')).toContain('The water returns at 22:48.');
  expect(at('23:17')).not.toContain('The water returns at 22:48.');
});

it('does not offer to look at what was just looked at, by whatever name', () => {
  const { packet, ...night } = nightAtThePierHouse({ playerText: 'i check the register' });
  const register = {
    id: 'item_register_001',
    name: 'The green register',
    type: 'item',
    description: '',
    tags: [],
  };
  const input = { ...night, packet: { ...packet, entities: [register] } };
  const keys = (playerText: string) =>
    offerChoices({ ...input, playerText }, keyedRandom('seed', 'outcome')).map(({ key }) => key);
  expect(keys('I wait.')).toContain('look_at_the_green_register');
  expect(keys('i check the register')).not.toContain('look_at_the_green_register');
});
