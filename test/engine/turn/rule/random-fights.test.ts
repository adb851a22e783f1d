import { expect, it } from 'vitest';
import type { Roll } from '#engine/rules/roll.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createAttack, type SrdAction } from '#engine/turn/rule/srd-action.ts';
import { findAwaitedPersona, playFight } from '#engine/turn/rule/srd-fight.ts';
import { listFoes, type SrdResolution } from '#engine/turn/rule/srd-resolution.ts';
import { endFinishedFight, openFight } from '#engine/turn/rule/srd-sides.ts';
import { createKeyedRandom, type KeyedRandom } from '#engine/util/keyed-random.ts';
import { blockOf, figures, idOf, openArena } from '../../../support/arena.ts';
import { adventurer } from '../../srd5e/creatures.ts';

const FIGHTS = 2000;
const LONGEST = 150;
const FOES = figures
  .figures()
  .creatures.filter(({ figures: { challenge } }) => typeof challenge === 'string' || challenge <= 4);

const weapon = { name: 'Sword', damage: [{ dice: '1d8', type: 'slashing' as const }] };
const bow = {
  name: 'Bow',
  kind: 'ranged_weapon' as const,
  ability: 'dexterity' as const,
  damage: [{ dice: '1d6', type: 'piercing' as const }],
  ammunition: 'arrows',
};

function hero(random: KeyedRandom): Srd5eStatBlock {
  const level = 1 + random.below(8);
  const hit_points = { current: 8 + 6 * level, max: 8 + 6 * level };
  const abilities = {
    strength: 16,
    dexterity: 14,
    constitution: 14,
    intelligence: 16,
    wisdom: 16,
    charisma: 14,
  };
  const resources = { consumables: { arrows: 6, potion_of_healing: 1 } };
  const kit = { abilities, hit_points, attacks: [weapon, bow], resources };
  switch (random.below(4)) {
    case 0:
      return adventurer('fighter', level, kit);
    case 1:
      return adventurer('cleric', level, {
        ...kit,
        spells_known: [
          'Sacred Flame',
          'Cure Wounds',
          'Healing Word',
          'Guiding Bolt',
          'Hold Person',
          'Shield of Faith',
        ],
      });
    case 2:
      return adventurer('wizard', level, {
        ...kit,
        spells_known: [
          'Fire Bolt',
          'Magic Missile',
          'Burning Hands',
          'Sleep',
          'Scorching Ray',
          'Fireball',
          'Web',
        ],
      });
    default:
      return adventurer('rogue', level, kit);
  }
}

function pick<One>(random: KeyedRandom, all: readonly One[]): One {
  const one = all[random.below(all.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** Chooses what a persona does: a blow, a shot, a spell, a potion, a feature, flight. */
function choose(random: KeyedRandom, bout: SrdResolution, id: CharacterId): SrdAction[] {
  const block = blockOf(bout.snapshot, id);
  const foes = listFoes(bout, id);
  const targetId = foes.length === 0 ? '' : pick(random, foes);
  const chance = random.below(20);
  if (chance === 0) return [{ actorId: id, kind: 'flee' }];
  if (chance === 1)
    return [
      { actorId: id, kind: 'drink', name: 'potion_of_healing', heals: '2d4+2', itemId: null, targetId: id },
    ];
  if (chance === 2 && block.resources.class_features.second_wind !== undefined)
    return [{ actorId: id, kind: 'feature', name: 'second_wind', targetId: id }];
  if (chance < 12 && block.spells_known.length > 0) {
    const found = figures.findSpell(pick(random, block.spells_known));
    const named = found?.figures.healing === undefined ? [targetId] : [id];
    if (found !== null)
      return [
        { actorId: id, kind: 'cast', name: found.name, spell: found.figures, slot: 0, targetIds: named },
      ];
  }
  const attack = pick(random, block.attacks);
  return targetId === '' ? [] : [createAttack(id, attack, targetId)];
}

/** Chance that a roll to hit succeeds, by its own bonus, its edge and the armor class. */
function chanceToHit({ expression, target, advantage }: Roll): number {
  const bonus = Number(/1d20([+-]\d+)/.exec(expression)?.[1] ?? 0);
  const armor = target?.value ?? 0;
  const faces = Array.from({ length: 20 }, (_, at) => at + 1);
  const one = faces.filter((face) => face === 20 || (face !== 1 && face + bonus >= armor)).length / 20;
  if (advantage === 'ADVANTAGE') return 1 - (1 - one) ** 2;
  return advantage === 'DISADVANTAGE' ? one ** 2 : one;
}

/** Lists what must never be so. Plain comparisons, because there are a million of them. */
function findBroken(snapshot: Snapshot): readonly string[] {
  const combatants = snapshot.combat?.combatants ?? [];
  const broken = combatants.flatMap(({ id }) => {
    const { hit_points, resources, concentration, status, ...body } = blockOf(snapshot, id);
    const isOver = Object.values(resources.spell_slots).some(({ used, total }) => used > total);
    return [
      hit_points.current < 0 || hit_points.current > hit_points.max ? `${id}: hit points` : '',
      isOver ? `${id}: spell slots` : '',
      status !== 'conscious' && concentration !== null ? `${id}: concentration` : '',
      ...body.conditions.map(({ name }) =>
        body.condition_immunities.includes(name) ? `${id}: immune to ${name}` : '',
      ),
      ...[...body.conditions, ...body.active_effects].map(({ name, held_by }) =>
        held_by !== undefined && blockOf(snapshot, held_by).concentration === null
          ? `${id}: ${name} is held by none`
          : '',
      ),
    ];
  });
  const isSorted = combatants.every(
    ({ initiative }, at) => at === 0 || initiative <= (combatants[at - 1]?.initiative ?? 0),
  );
  return [...broken, isSorted ? '' : 'order'].filter((text) => text !== '');
}

function fight(at: number): {
  readonly rolls: readonly Roll[];
  readonly outcome: string;
  readonly rejected: number;
  readonly broken: readonly string[];
} {
  const random = createKeyedRandom('random fights', `${at}`);
  const heroes = Array.from({ length: 1 + random.below(2) }, (_, n) => ({
    name: `Hero${'ab'[n]}`,
    block: hero(random),
    isPersona: true,
  }));
  const companions = Array.from({ length: random.below(2) }, (_, n) => ({
    name: `Friend${'ab'[n]}`,
    block: hero(random),
    more: { side: 'party' as const },
  }));
  const foes = Array.from({ length: 1 + random.below(4) }, (_, n) => ({
    name: `Foe${'abcde'[n]}`,
    block: pick(random, FOES).block,
    more: { side: 'foes' as const },
  }));
  const arena = openArena([...heroes, ...companions, ...foes], createSeedText(at));
  let snapshot = arena.snapshot;
  const rolls: Roll[] = [];
  const broken: string[] = [];
  let actor = idOf('Heroa', true);
  for (let turn = 0; turn < LONGEST; turn += 1) {
    const bout = arena.begin(snapshot, actor);
    const first =
      turn === 0 ? [createAttack(actor, blockOf(snapshot, actor).attacks[0] as never, idOf('Foea'))] : [];
    openFight(bout, first);
    const actions = turn === 0 ? first : choose(random, bout, actor);
    playFight(bout, actor, actions, 'persona');
    playFight(bout, actor, [], 'next-player');
    if (bout.snapshot.combat !== null) endFinishedFight(bout);
    rolls.push(...bout.rolls);
    snapshot = bout.snapshot;
    broken.push(...findBroken(snapshot));
    if (snapshot.combat === null) {
      const told = bout.told.find((text) => text.startsWith('The fight ends')) ?? '';
      return { rolls, outcome: told, rejected: arena.rejected.length, broken };
    }
    actor = (findAwaitedPersona(bout) as CharacterId | null) ?? actor;
  }
  throw new Error(
    `fight ${at} does not end: ${JSON.stringify(snapshot.combat)} ${JSON.stringify(arena.rejected)}`,
  );
}

function createSeedText(at: number): string {
  return at.toString(16).padStart(64, '5');
}

it('ends 2,000 random fights without a refused operation, with hit rates as the rules have them', () => {
  const outcomes = new Map<string, number>();
  let [expected, variance, hits, attacks, rejected] = [0, 0, 0, 0, 0];
  for (let at = 0; at < FIGHTS; at += 1) {
    const { rolls, outcome, rejected: refused, broken } = fight(at);
    rejected += refused;
    expect(broken).toEqual([]);
    const how = /in (\w+)/.exec(outcome)?.[1] ?? '';
    outcomes.set(how, (outcomes.get(how) ?? 0) + 1);
    for (const roll of rolls) {
      if (roll.target?.kind !== 'AC') continue;
      const chance = chanceToHit(roll);
      expected += chance;
      variance += chance * (1 - chance);
      attacks += 1;
      if (roll.result !== 'Miss') hits += 1;
    }
  }
  expect(rejected).toBe(0);
  expect([...outcomes.keys()].toSorted()).toEqual(['defeat', 'flight', 'victory']);
  expect(attacks).toBeGreaterThan(10_000);
  // Four standard deviations: a rule that is off by one point of bonus misses by far more.
  expect(Math.abs(hits - expected)).toBeLessThan(4 * Math.sqrt(variance));
}, 120_000);
