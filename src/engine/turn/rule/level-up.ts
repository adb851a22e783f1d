import type { Reading } from '#engine/contracts/reading.ts';
import type { Say } from '#engine/language/languages.ts';
import { countLevelsDue } from '#engine/rules/srd5e-levels.ts';
import { parseStatBlock, type Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { Srd5eAbility, Srd5eClassName } from '#engine/rules/srd5e-terms.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import type { CertainAction } from './certain-actions.ts';

/** Key of the choice that takes a level. */
const LEVEL_UP = 'level_up';

/** Offers a level that is due to the acting persona, outside fights; null when none is. */
export function offerLevelUp(
  { combat, entities }: Snapshot,
  { persona, playbook }: Pick<TurnContext, 'persona' | 'playbook'>,
  say: Say,
): object | null {
  const now = entities[persona.id];
  if (!playbook.rules.srd5e || combat !== null || now?.kind !== 'character') return null;
  const block = parseStatBlock(now.stats).data;
  if (block === undefined || block.status === 'dead' || countLevelsDue(block) === 0) return null;
  return {
    key: LEVEL_UP,
    text: say('choice.level_up'),
    description: say('choice.level_up.description', { who: now.name }),
    risk: 'safe',
  };
}

/**
 * Lists the operation that takes a level, when the player chose it or asked for it in words. What the words leave open is
 * completed by the rules: the first class, average hit points, the usual subclass and abilities.
 */
export function listLevelUp(
  { reading, lease, persona, playbook }: Pick<TurnContext, 'lease' | 'persona' | 'playbook'> & ReadingResult,
  { combat, entities }: Snapshot,
  say: Say,
): readonly CertainAction[] {
  const { input } = lease.turn;
  const isChosen = input.kind === 'story' && input.choiceKey === LEVEL_UP;
  const now = entities[persona.id];
  if (!playbook.rules.srd5e || combat !== null || now?.kind !== 'character') return [];
  const block = parseStatBlock(now.stats).data;
  if (block === undefined || (!isChosen && reading.level_up === null)) return [];
  // A level named in passing is only taken when one is due.
  if (!isChosen && countLevelsDue(block) === 0) return [];
  return [
    {
      proposal: {
        op: 'gain_level',
        characterId: persona.id,
        ...toChoices(reading.level_up, block, playbook.figures),
      },
      done: (after) => say('done.level', { who: persona.name, level: countLevels(after, persona.id) }),
    },
  ];
}

function countLevels({ entities }: Snapshot, id: TurnContext['persona']['id']): number {
  const now = entities[id];
  const block = now?.kind === 'character' ? parseStatBlock(now.stats).data : undefined;
  return block?.classes.reduce((sum, { level }) => sum + level, 0) ?? 0;
}

type Choices = NonNullable<Reading['level_up']>;

function toChoices(
  wanted: Choices | null,
  block: Srd5eStatBlock,
  { findSpell }: TurnContext['playbook']['figures'],
): object {
  const [first] = block.classes;
  const named = Srd5eClassName.safeParse(wanted?.class.toLowerCase()).data;
  const abilities = Object.entries(wanted?.abilities ?? {}).flatMap(([name, points]) => {
    const ability = Srd5eAbility.safeParse(name.toLowerCase()).data;
    return ability === undefined || points < 1 ? [] : [[ability, points] as const];
  });
  const highest = Object.entries(block.resources.spell_slots).length;
  const spells = (wanted?.spells ?? []).flatMap((name) => {
    const spell = findSpell(name);
    return spell === null || spell.figures.level > highest + 1 ? [] : [spell.name];
  });
  return {
    class: named ?? first?.class,
    hitPoints: wanted?.hit_points ?? 'average',
    spells,
    ...omitUndefined({
      subclass: wanted === null || wanted.subclass === '' ? undefined : wanted.subclass,
      abilities: abilities.length === 0 ? undefined : Object.fromEntries(abilities),
    }),
  };
}
