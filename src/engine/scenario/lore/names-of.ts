import type { Content, Library } from '#engine/content/library.ts';
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
const SPARE: ScenarioLore['names'] = {
  given: [
    { name: 'Ansel', pronouns: 'he/him' },
    { name: 'Brida', pronouns: 'she/her' },
    { name: 'Dessa', pronouns: 'she/her' },
    { name: 'Edrik', pronouns: 'he/him' },
    { name: 'Joss', pronouns: 'they/them' },
    { name: 'Maren', pronouns: 'she/her' },
  ],
  family: ['Harrow', 'Lorne', 'Marsh', 'Sallow', 'Tarn', 'Verrin'],
};
const ENOUGH = 5;

/**
 * What people of this world are called. A name that something to be discovered is found by is left out: a namesake who is
 * asked the time of day must not give away what another hides.
 */
export function namesOf(
  characters: readonly Content<'character'>[],
  library: Library,
): ScenarioLore['names'] {
  const telling = tellingWords(library);
  const isFree = (name: string) => !name.split(' ').some((word) => telling.has(word));
  const whole = characters.flatMap(({ name, data }) => {
    const parts = partsOf(name);
    return parts === null ? [] : [{ ...parts, pronouns: data.pronouns ?? 'they/them' }];
  });
  const given = new Map(whole.map((one) => [one.given, { name: one.given, pronouns: one.pronouns }]));
  const own = {
    given: [...given.values()].filter(({ name }) => isFree(name)),
    family: [...new Set(whole.map(({ family }) => family))].filter(isFree),
  };
  return {
    given: own.given.length < ENOUGH ? [...own.given, ...SPARE.given] : own.given,
    family: own.family.length < ENOUGH ? [...own.family, ...SPARE.family] : own.family,
  };
}

/** Every word of what a player may say or do to find something out. */
function tellingWords(library: Library): ReadonlySet<string> {
  const found = (['location', 'faction', 'item'] as const).flatMap((kind) =>
    library.all(kind).flatMap(({ data }) => data.discoverables),
  );
  const triggers = found.flatMap(({ triggers: words }) => words).join(' ');
  return new Set(triggers.match(/[\p{L}’'-]+/gu)?.map((word) => word.replace(/['’]s$/, '')) ?? []);
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
