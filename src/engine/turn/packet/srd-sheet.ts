import { computeArmorClass } from '#engine/srd5e/derived-numbers.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';

/** Writes an SRD sheet as a game master reads it: a line each for health, abilities, what is used and what is left of it. */
export function writeSrdSheet(block: Srd5eStatBlock): string[] {
  const { abilities, classes, hit_points: points, attacks, spells_known, skills, resources } = block;
  const levels = classes.map(({ class: name, level }) => `${name} ${level}`).join(', ');
  const temporary = points.temporary === 0 ? '' : `, ${points.temporary} temporary`;
  const health = `AC ${computeArmorClass(block)}, HP ${points.current} of ${points.max}${temporary}`;
  return [
    [levels, health].filter((part) => part !== '').join(', '),
    writeList(
      'Abilities',
      Object.entries(abilities).map(([name, score]) => `${name} ${score}`),
    ),
    writeList('Skilled in', Object.keys(skills)),
    writeList(
      'Attacks',
      attacks.map(({ name }) => name),
    ),
    writeList('Spells', spells_known),
    writeList('Left', listLeft(resources)),
    writeList(
      'At work',
      block.active_effects.map(({ name, note }) => (note ? `${name} (${note})` : name)),
    ),
    writeList('Exhaustion', block.exhaustion === 0 ? [] : [String(block.exhaustion)]),
  ].filter((line) => line !== '');
}

function writeList(label: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${label}: ${parts.join(', ').replaceAll('_', ' ')}`;
}

/** Lists what is left of what a character spends. */
function listLeft({
  spell_slots,
  pact_slots,
  class_features,
  consumables,
  gold,
}: Srd5eStatBlock['resources']) {
  const slots = Object.entries(spell_slots).map(([level, { total, used = 0 }]) => {
    return `${total - used} of ${total} slots of level ${level}`;
  });
  const pact =
    pact_slots === null
      ? []
      : [
          `${pact_slots.total - pact_slots.used} of ${pact_slots.total} pact slots of level ${pact_slots.level}`,
        ];
  const features = Object.entries(class_features).map(([name, { total, used }]) =>
    total === 'unlimited' ? name : `${name} ${total - used} of ${total}`,
  );
  const things = Object.entries(consumables).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} ${name}`],
  );
  return [...slots, ...pact, ...features, ...things, ...(gold === 0 ? [] : [`${gold} gold`])];
}
