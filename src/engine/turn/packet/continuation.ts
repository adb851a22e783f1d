import { oncePer } from '#engine/kit/once-per.ts';

type Entities = { readonly [id: string]: { readonly name: string } | undefined };

/** Words that are never part of a name by themselves, however a name goes on behind them: `Three Burgos houses`. */
const COUNTING =
  /^(?:The|An?|All|Any|Some|Every|Each|No|Not|Both|Many|More|Most|Few|Several|Half|Full|Only|Enough|In|On|At|By|From|For|With|To|Of|Under|Over|Since|That|How|What|Which|Where|Who|When|Why|Whether|His|Her|Its|Their|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Thirteen|Fourteen|Fifteen|Sixteen|Twenty|Thirty|Forty|Fifty)$/;
const CALENDAR =
  /^(?:I|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Easter|Christmas|Michaelmas|Candlemas)$/;

/** A phrase that was written to stand alone, going on behind a verb: its first word is written small unless it is a name. */
export function asContinuation(phrase: string, entities: Entities): string {
  const [first = '', second = ''] = phrase.split(/\s+/);
  return isName(first, second, entities)
    ? phrase
    : phrase.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

/** By its shape: two capitals in a row, a number behind it, capitals throughout; or because somebody or something bears it. */
function isName(first: string, second: string, entities: Entities): boolean {
  const word = first.replace(/['’]s$|[,.:;!?]+$/g, '');
  if (!/^\p{Lu}/u.test(word)) return true;
  if (COUNTING.test(word)) return false;
  if (CALENDAR.test(word) || /^\p{Lu}[\p{Lu}\d]+$/u.test(word)) return true;
  return /^[\p{Lu}\d]/u.test(second) || namesIn(entities).has(word);
}

/** One table of names for all facts of a moment. */
const namesIn = oncePer((entities: Entities): ReadonlySet<string> => {
  const words = Object.values(entities).flatMap((entity) => entity?.name.split(/[\s,]+/) ?? []);
  return new Set(words.map((word) => word.replace(/['’]s$|["“”]/g, '')));
});
