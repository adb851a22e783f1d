import { applyClassResources } from '#engine/srd5e/parts/class-resources.ts';
import { Srd5eStatBlock, type Srd5eStatBlockInput } from '#engine/srd5e/stat-block.ts';
import type { Srd5eClassName } from '#engine/srd5e/terms.ts';

const PLAIN = {
  strength: 10,
  dexterity: 10,
  constitution: 10,
  intelligence: 10,
  wisdom: 10,
  charisma: 10,
};

type Change = Partial<Omit<Srd5eStatBlockInput, 'abilities'>> & {
  readonly abilities?: Partial<typeof PLAIN>;
};

/** Nobody in particular: every score 10, ten hit points, no class. Change what the test is about. */
export function creature({ abilities, ...change }: Change = {}): Srd5eStatBlock {
  return Srd5eStatBlock.parse({
    abilities: { ...PLAIN, ...abilities },
    hit_points: { current: 10, max: 10 },
    ...change,
  });
}

/** A character of one class, with all the resources its level brings. */
export function adventurer(name: Srd5eClassName, level: number, change: Change = {}): Srd5eStatBlock {
  return applyClassResources(creature({ classes: [{ class: name, level }], ...change }));
}

/** A character of that class and of the SRD's subclass for it. */
export function specialist(
  name: Srd5eClassName,
  subclass: string,
  level: number,
  change: Change = {},
): Srd5eStatBlock {
  return applyClassResources(creature({ classes: [{ class: name, level, subclass }], ...change }));
}

/** A character who bleeds out: 0 hit points of ten. */
export function dying(change: Change = {}): Srd5eStatBlock {
  return adventurer('fighter', 1, {
    hit_points: { current: 0, max: 10 },
    status: 'unconscious',
    ...change,
  });
}
