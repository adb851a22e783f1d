import { sentencesOf } from '../grammar.ts';
import { keywordsOf, namedIn } from '../read-words.ts';

/** The words a matter can be recognised by: names as short as they are, other words when they are long enough to mean something. */
export function topicWords(words: string): string[] {
  const untitled = words.replace(/\b(?:Mr|Mrs|Ms|Dr)\.\s/g, '');
  const names = untitled.match(/(?<!^)(?<![.!?“"]\s?)\b\p{Lu}[\p{L}’'-]+/gu) ?? [];
  const plain = names.map((name) => name.toLowerCase().replace(/['’]s$/, ''));
  // A war, a job, a name written small: three letters can be the whole matter.
  const short = (words.toLowerCase().match(/(?<![\p{L}’'])\p{L}{3}(?![\p{L}’'])/gu) ?? []).filter(
    (word) => !SHORT.has(word),
  );
  return [...new Set([...plain.filter((name) => name.length > 1), ...keywordsOf(words), ...short])].filter(
    (word) => !FAINT.has(word),
  );
}

const SHORT = new Set(
  `the and for are but not you all any can had her was one our out day get has him his how man new now old see two way who boy did
  its let put say she too use why ask yes got off own may few lot mrs men far ago ten six try big bad end set why nor yet via per`.split(
    /\s+/,
  ),
);

/** Words of asking, and numbers: nothing is recognised by them. */
const FAINT = new Set(
  `ask asks asked question please think thinks seen person people anyone someone here whoever nearest mr mrs ms dr happen happens
  happened happening work want wants wanted thing things talk talking speak first second two three four five six seven eight nine
  ten eleven twelve hundred thousand night been good still repeat going should`.split(/\s+/),
);

/** How many of the words stand in a text, whole or with an ending. */
export function shares(words: readonly string[], text: string): number {
  const said = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words
    .map(stemOf)
    .filter(({ word, stem }) => said.some((one) => one === word || (stem.length > 3 && one.startsWith(stem))))
    .length;
}

/** What is left of a word without its ending: `counting` is about counts. */
function stemOf(word: string): { readonly word: string; readonly stem: string } {
  return { word, stem: word.replace(/(?<=\p{L}{4})(?:ing|ed)$/u, '') };
}

const LEANS =
  /^(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those|Both|Then|There|So|But|And|Yet|Such|One of them|The other|In each|Neither|Here|Nor|Or|Either|Each)\b/;

export type Passage = { readonly title: string; readonly text: string };

/** Of what is known, the passage the words are about: by its title, or because it shares most with them. */
export function passageAbout<One extends Passage>(
  words: readonly string[],
  lore: readonly One[],
): One | undefined {
  const rated = lore
    .filter(({ text }) => sayableIn(text).length > 0)
    .map((passage) => {
      const [head = ''] = passage.title.split(' > ');
      const titled = namedIn(words.join(' '), [{ id: '', name: head }]).length > 0 || shares(words, head) > 0;
      return { passage, worth: (titled ? 3 : 0) + shares(words, passage.text) };
    });
  const best = rated.toSorted((one, other) => other.worth - one.worth)[0];
  return best === undefined || best.worth < 2 ? undefined : best.passage;
}

/** Sentences that can be said alone: they name what they are about, and something happens in them. */
export function sayableIn(text: string): string[] {
  return sentencesOf(text).filter(
    (sentence) =>
      sentence.split(/\s+/).length >= FEWEST_WORDS &&
      !LEANS.test(sentence) &&
      !HEADLINE.test(sentence) &&
      !OF_THE_RECORDS.test(sentence) &&
      !WHEREABOUTS.test(sentence) &&
      !leansLater(sentence) &&
      !/\p{Lu}{3,}\s+\p{Lu}{3,}/u.test(sentence),
  );
}

const FEWEST_WORDS = 5;
/** What was noted down of the turns that were played: nobody in the story speaks so. */
const OF_THE_RECORDS = /^(?:The story began\b|["“](?:[^"”]|\\")*["”] at )/;
/** `At The Office of the Verse.` */
const WHEREABOUTS = /^(?:At|In|On|Near)\s[^,;:]{3,60}\.$/;
const MONTHS =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** `On 19 December he put it on a pair of nines`: nobody knows who. */
function leansLater(sentence: string): boolean {
  const at = sentence.search(/\b(?:he|she|they|him|them)\b/i);
  if (at === -1) return false;
  const names = sentence.slice(0, at).match(/\p{Lu}[\p{L}’'-]+/gu) ?? [];
  return names.every((name, place) => (place === 0 && sentence.startsWith(name)) || MONTHS.test(name));
}

/**
 * A description without a verb, as a sentence about what it describes: `A narrow bar` becomes `The Neon Dragon is a narrow bar`,
 * and `Quick, narrow, forever late` is said of somebody. Only what a text begins with says what the whole is: further on it may
 * be a terrier in a pocket.
 */
export function sentenceAbout(topic: string, sentence: string, isFirst: boolean): string {
  const isNamed = topic.split(/\s+/).some((word) => word.length > 3 && sentence.includes(word));
  if (isNamed || HAPPENS.test(sentence)) return sentence;
  if (/^An? /.test(sentence) && isFirst) return `${topic} is ${sentence.replace(/^A/, 'a')}`;
  return /^\S+(?:\s\S+){0,3},|^An? /.test(sentence) ? `${topic}? ${sentence}` : sentence;
}

/** `A grant begins as a petition`: one or two words, and something happens. */
const HAPPENS =
  /^An? (?:(?!(?:in|on|of|with|that|who|which|whose|at|for|from|by|to|under|and|or)\b)[\p{L}’-]+ ){1,3}?(?:is|are|was|were|has|had|can|may|must|will|would|\p{Ll}{3,}(?<![su’i])s)\s/u;

/** `Viktor Hrynko, Owner of the Neon Dragon, Sub-3.` is no sentence: nothing in it happens. */
const HEADLINE =
  /^\p{Lu}[^,.]{2,40},(?:(?!\s(?:is|are|was|were|has|had|have|does|did|will|can|who|which|that|\p{Ll}+(?:s|ed))\s).)*$/u;
