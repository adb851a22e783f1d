const LABELS: Readonly<Record<string, string>> = {
  ki_points: 'Ki',
  lay_on_hands_pool: 'Lay on Hands',
  dark_ones_own_luck: "Dark One's Own Luck",
  mystic_arcanum_6: 'Mystic Arcanum (6th)',
  mystic_arcanum_7: 'Mystic Arcanum (7th)',
  mystic_arcanum_8: 'Mystic Arcanum (8th)',
  mystic_arcanum_9: 'Mystic Arcanum (9th)',
};

const SMALL_WORDS = new Set(['of', 'the', 'and', 'on', 'through']);

/** Writes a key for human readers: `healing_potions` is `Healing Potions`. */
export function toTitle(key: string): string {
  if (Object.hasOwn(LABELS, key)) return LABELS[key] ?? key;
  const words = key.split(/[_ ]+/).filter((word) => word !== '');
  return words
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : capitalized(word)))
    .join(' ');
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
