type Speaker = { readonly name: string; readonly about: string };

const HE = /\b(?:he|him|his|himself)\b/i;
const SHE = /\b(?:she|her|hers|herself)\b/i;
const MALE = /\b(?:he|him|his|himself|man|boy|lord|gentleman|king|duke|count|father|brother|son)\b/gi;
const FEMALE = /\b(?:she|her|hers|herself|woman|girl|lady|queen|duchess|countess|mother|sister|daughter)\b/gi;

/**
 * What is told of somebody, as they would say it themselves: `Viktor sold the hour; his debt was wiped out` becomes `I sold the
 * hour; my debt was wiped out`. Null when it does not begin with them, or cannot be turned without guessing who is meant.
 */
export function inFirstPerson(text: string, { name, about }: Speaker): string | null {
  const own = ownName(text, name);
  const pronoun = /^(?:He|She)\b/.exec(text)?.[0];
  const first = own ?? pronoun;
  if (first === undefined || first === null) return null;
  const isMale = genderOf(about);
  // `He` in what a woman knows is somebody else.
  if (own === null && isMale !== (pronoun === 'He')) return null;
  const rest = text.slice(first.length);
  if (isMale === null && (HE.test(rest) || SHE.test(rest))) return null;
  const possessive = /^['’]s?\s/.exec(rest);
  if (possessive !== null) return turned(`My ${rest.slice(possessive[0].length)}`, name, isMale);
  const verb =
    /^\s+(?:(?:never|once|always|still|also|only|just|already)\s+)*(\p{L}+)/u.exec(rest)?.[1] ?? '';
  // A second verb would have to be turned as well, and which word that is cannot be told.
  if (isPresent(verb) && /(?:,|\band|\bbut)\s+\p{L}+s\b/u.test(rest)) return null;
  return turned(`I${agreeing(rest, verb)}`, name, isMale);
}

function ownName(text: string, name: string): string | null {
  const words = name.replace(/["“”]/g, '').split(/\s+/);
  const names = [name, ...words.filter((word) => word.length > 2 && /^\p{Lu}/u.test(word) && word !== 'The')];
  return (
    names.find((one) =>
      new RegExp(`^${one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=['’\\s])`, 'u').test(text),
    ) ?? null
  );
}

function genderOf(about: string): boolean | null {
  const [male, female] = [about.match(MALE)?.length ?? 0, about.match(FEMALE)?.length ?? 0];
  return male === female ? null : male > female;
}

const IRREGULAR: Readonly<Record<string, string>> = { is: 'am', has: 'have', does: 'do', goes: 'go' };

function isPresent(verb: string): boolean {
  return verb in IRREGULAR || (/[^su]s$/.test(verb) && verb !== 'was');
}

function agreeing(rest: string, verb: string): string {
  if (!isPresent(verb)) return rest;
  const plain =
    IRREGULAR[verb] ??
    verb
      .replace(/ies$/, 'y')
      .replace(/(sh|ch|ss|x|zz)es$/, '$1')
      .replace(/([^sy])s$|(y)s$/, '$1$2');
  return rest.replace(verb, plain);
}

function turned(text: string, name: string, isMale: boolean | null): string {
  const mine = text.replaceAll(`${name}'s`, 'my').replaceAll(name, 'I');
  if (isMale === null) return mine;
  const [subject, object, possessive, self] = isMale
    ? [/\bhe\b/gi, /\bhim\b/gi, /\bhis\b/gi, /\bhimself\b/gi]
    : [
        /\bshe\b/gi,
        /\bher(?=[.,;:!?]|\s(?:to|and|or|in|on|at|for|with|from|by|that|when|if|as)\b|$)/gi,
        /\bher\b/gi,
        /\bherself\b/gi,
      ];
  return mine
    .replace(self, 'myself')
    .replace(subject, 'I')
    .replace(object, 'me')
    .replace(possessive, 'my')
    .replace(/\bI (is|has|does|was)\b/g, (_all, verb: string) => `I ${IRREGULAR[verb] ?? verb}`)
    .replace(
      /\bI (?!always|perhaps|sometimes)(\p{L}+)(?=[\s,.;])/gu,
      (_all, verb: string) => `I${agreeing(` ${verb}`, verb)}`,
    );
}
