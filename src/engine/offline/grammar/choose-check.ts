import type { ListedCheck } from '#engine/contracts/reading.ts';
import type { Action } from './action.ts';
import { CHECK_WORDS } from './verbs.ts';
import { contentStems, stem } from './words.ts';

/** The listed check an action is clearly about, by the words of its label and of what it covers; null when none is. */
export function chooseCheck(
  { deed, verb, isRequest, topic }: Pick<Action, 'deed' | 'verb' | 'isRequest' | 'topic'>,
  checks: readonly ListedCheck[],
): ListedCheck | null {
  const words = CHECK_WORDS[isRequest ? 'request' : deed];
  if (words === undefined) return null;
  const wanted = new Set(words.split(' ').map(stem));
  if (!isRequest) wanted.add(stem(verb));
  // "pick the lock": the object belongs to the deed.
  if (deed === 'tamper') for (const each of contentStems(topic)) wanted.add(each);
  const scored = checks.map((check) => ({ check, score: scoreOf(check, wanted) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? null : (scored.find(({ score }) => score === best)?.check ?? null);
}

function scoreOf({ id, label, covers }: ListedCheck, wanted: ReadonlySet<string>): number {
  const count = (text: string) => new Set(contentStems(text).filter((each) => wanted.has(each))).size;
  return count(covers) + 2 * count(`${label} ${id.replaceAll('_', ' ')}`);
}

/** The check whose own words hold the verb of a clause the grammar does not know. */
export function checkForVerb(verb: string, checks: readonly ListedCheck[]): ListedCheck | null {
  if (verb.length < 4) return null;
  const wanted = stem(verb);
  return checks.find(({ label, covers }) => contentStems(`${label} ${covers}`).includes(wanted)) ?? null;
}
