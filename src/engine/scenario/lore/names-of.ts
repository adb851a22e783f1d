import type { Content } from '#engine/content/library.ts';
import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';

/** Words before a name that are no part of it. */
const TITLES = new Set(
  'aunt big brother captain count don doctor dr duke father fray gaffer infante judge king kyr lady lord madam maestre master micer miss mother mr mrs ms old pastor pope prince princess queen saint sergeant sir sister uncle'.split(
    ' ',
  ),
);
const PARTICLES = new Set(['de', 'del', 'della', 'di', 'da', 'van', 'von', 'le', 'la']);
/** Names that say whose somebody is, or how many bore it before, are not passed on. */
const NOT_PASSED_ON = /\b(?:of|the|called|ibn|al-\w+|[IVX]+)\b|,/i;

/** For worlds in which hardly anybody has a whole name. */
const SPARE: ScenarioLore['names'] = [
  { given: 'Ansel', family: 'Harrow', pronouns: 'he/him' },
  { given: 'Brida', family: 'Lorne', pronouns: 'she/her' },
  { given: 'Dessa', family: 'Marsh', pronouns: 'she/her' },
  { given: 'Edrik', family: 'Sallow', pronouns: 'he/him' },
  { given: 'Ilse', family: 'Tarn', pronouns: 'she/her' },
  { given: 'Joss', family: 'Verrin', pronouns: 'they/them' },
  { given: 'Maren', family: 'Holt', pronouns: 'she/her' },
  { given: 'Tobin', family: 'Wick', pronouns: 'he/him' },
];
const ENOUGH = 8;

/** What people of this world are called: the given and the family names of those who have both. */
export function namesOf(characters: readonly Content<'character'>[]): ScenarioLore['names'] {
  const own = namesIn(characters);
  return own.length >= ENOUGH ? own : [...own, ...SPARE];
}

function namesIn(characters: readonly Content<'character'>[]): ScenarioLore['names'] {
  return characters.flatMap(({ name, data }) => {
    const parts = partsOf(name);
    return parts === null ? [] : [{ ...parts, pronouns: data.pronouns ?? 'they/them' }];
  });
}

function partsOf(name: string): { readonly given: string; readonly family: string } | null {
  const plain = name.replace(/\s*["“(][^"”)]*["”)]/g, '');
  if (NOT_PASSED_ON.test(plain)) return null;
  const words = plain.split(/\s+/).filter((word) => !TITLES.has(word.toLowerCase().replace('.', '')));
  const [given, ...rest] = words;
  const last = rest.at(-1);
  if (given === undefined || last === undefined || given.length < 3) return null;
  const particle = rest.findIndex((word) => PARTICLES.has(word.toLowerCase()));
  return { given, family: particle === -1 ? last : rest.slice(particle).join(' ') };
}
