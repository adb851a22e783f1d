import type { ListedCheck } from '#engine/contracts/reading.ts';
import type { Action } from './action.ts';
import { CHECK_WORDS, isLightVerb } from './verbs.ts';
import { contentStems, stem } from './words.ts';

/** The listed check an action is clearly about, by the words of its label and of what it covers; null when none is. */
export function chooseCheck(action: Action, checks: readonly ListedCheck[]): ListedCheck | null {
  const { deed, verb, isRequest, topic } = action;
  // Looking into something is no search; a search is said.
  if (deed === 'search' && verb === 'look') return null;
  if (verb === 'order') return checkForVerb(verb, checks);
  if (isStatement(action)) return checkForWords(topic, checks, deed === 'ask' ? ASKING : SAYING);
  const isTheft = ['steal', 'pickpocket', 'rob'].includes(verb);
  const [sort] = [isRequest && 'request', isTheft && 'theft', deed === 'dare' ? verb : deed].filter(Boolean);
  const words = CHECK_WORDS[sort || deed];
  if (words === undefined) return null;
  // "hack the lift": the object belongs to the deed.
  const object = deed === 'tamper' && !isTheft ? contentStems(topic) : [];
  const wanted = new Set([...words.split(' ').map(stem), ...object]);
  const own = isRequest || isLightVerb(verb) ? '' : stem(verb);
  return best(checks, ({ id, label, covers }) => {
    const said = contentStems(covers);
    const title = contentStems(`${label} ${id.replaceAll('_', ' ')}`);
    const count = (stems: readonly string[]) => new Set(stems.filter((each) => wanted.has(each))).size;
    return count(said) + 2 * count(title) + (own !== '' && [...said, ...title].includes(own) ? 4 : 0);
  });
}

/** Telling something, or asking for something, may be the very thing a check covers: a confession, a loan. */
function isStatement({ deed, topic, isRequest }: Action): boolean {
  return deed === 'tell' || deed === 'say' || (deed === 'ask' && !isRequest && topic.startsWith('for '));
}

const SAYING = ['say', 'confession', 'remark', 'word'].map(stem);
const ASKING = ['ask', 'request'].map(stem);

/** Among checks that are about speech, the one that covers a word of what is said. */
function checkForWords(
  topic: string,
  checks: readonly ListedCheck[],
  speech: readonly string[],
): ListedCheck | null {
  const said = new Set(contentStems(topic).filter((word) => word.length > 2));
  return best(checks, ({ label, covers }) => {
    const stems = contentStems(`${label} ${covers}`);
    return stems.some((each) => speech.includes(each)) ? stems.filter((each) => said.has(each)).length : 0;
  });
}

function best(checks: readonly ListedCheck[], score: (check: ListedCheck) => number): ListedCheck | null {
  const scored = checks.map((check) => ({ check, points: score(check) })).filter(({ points }) => points > 0);
  return scored.toSorted((one, other) => other.points - one.points)[0]?.check ?? null;
}

/** The check whose own words hold the verb of a clause the grammar does not know. */
export function checkForVerb(verb: string, checks: readonly ListedCheck[]): ListedCheck | null {
  if (verb.length < 4 || isLightVerb(verb)) return null;
  const wanted = stem(verb);
  return checks.find(({ label, covers }) => contentStems(`${label} ${covers}`).includes(wanted)) ?? null;
}
