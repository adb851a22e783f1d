import type { Content } from '#engine/content/library.ts';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import { leastValue } from './least-value.ts';
import { speaks } from './people-of.ts';

type Block = { readonly [key: string]: Json };

/** Stat blocks of this world that the ruleset accepts: what people here are good at, and how good that is. */
export function statBlocksOf(ground: ScenarioGround): ScenarioLore['statBlocks'] {
  const { library, ruleset, rules } = ground;
  const isSound = (block: Block) => rules.statFaults(block).length === 0;
  const blockOf = ({ data }: Content<'character'>) => data.stat_blocks[ruleset.id] as Block | undefined; // frozen JSON is JSON
  const sound = (some: readonly Content<'character'>[]) =>
    some
      .map(blockOf)
      .filter((block) => block !== undefined)
      .filter(isSound);
  const people = library.all('character').filter(speaks);
  const usual = [ruleset.data.default_stat_block as Block | undefined].filter((block) => block !== undefined);
  const fallback = usual.length > 0 ? usual : [leastValue(rules.statSchema) as Block].filter(isSound);

  const playable = sound(people.filter(({ data }) => data.playable));
  const others = sound(people.filter(({ data }) => !data.playable && data.tier !== 'major'));
  const ordinary = rules.srd5e ? others.filter(isOfCommonBuild) : others;
  return {
    personas: orElse(rules.srd5e ? playable : lowerHalf(playable), fallback),
    others: orElse([...usual.filter(isSound), ...ordinary], fallback),
  };
}

function orElse(blocks: readonly Block[], fallback: readonly Block[]): Block[] {
  return [...(blocks.length > 0 ? blocks : fallback)];
}

/** Somebody new is no king: of those players may be, the half with the smaller numbers. */
function lowerHalf(blocks: readonly Block[]): readonly Block[] {
  const total = (block: Block) =>
    Object.values(block).reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);
  return [...blocks].sort((one, other) => total(one) - total(other)).slice(0, Math.ceil(blocks.length / 2));
}

/** Somebody with a trade or a modest challenge; no ogre lends its claws to a clerk. */
function isOfCommonBuild({ classes, challenge_rating: rating, size }: Block): boolean {
  const isTrained = Array.isArray(classes) && classes.length > 0;
  const isModest = typeof rating === 'number' && rating <= 0.5;
  return (size === undefined || size === 'medium') && (isTrained || isModest);
}
