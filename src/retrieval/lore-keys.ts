import { RE2JS } from 're2js';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

/** When a piece of lore is wanted by words alone, as its author wrote it. */
export type LoreKeys = {
  /** Words of which one must have been said, each literal or `/pattern/flags`. */
  readonly keys: readonly string[];
  /** Further conditions on the words: one of them, all of them, none of them. */
  readonly also: {
    readonly any: readonly string[];
    readonly all: readonly string[];
    readonly none: readonly string[];
  };
  /** Wanted in every turn. */
  readonly always: boolean;
};

/** Decision about one piece of lore. */
export type KeyVerdict =
  | { readonly kind: 'wanted'; readonly key: string }
  /** `keys_also` does not hold: no search may bring it either. */
  | { readonly kind: 'kept-out'; readonly why: string }
  | { readonly kind: 'silent' };

/** Longest key. A longer one is a passage, not a word to listen for. */
export const MAX_KEY_LENGTH = 200;

/** Characters of text that keys are looked for in. The latest count. */
const MAX_TEXT = 6_000;

/** Words of a text, prepared for many keys. */
export type KeyText = {
  readonly whole: string;
  /** Compared without regard to case and to forms of the same letter. */
  readonly folded: string;
  readonly boundaries: ReadonlySet<number>;
};

type Key = { readonly written: string; readonly isIn: (text: KeyText) => boolean };

const PATTERN = /^\/(.+)\/([a-z]*)$/su;

/** Tells whether a key is a pattern and not words. */
export function isPattern(key: string): boolean {
  return PATTERN.test(key);
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
  u: 0,
  g: 0,
};
/** Scripts written without spaces: there a word may begin and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Prepares texts for keys: the latest last. Of a long text the end is kept. */
export function prepareKeyText(texts: readonly string[]): KeyText {
  const whole = texts.join('\n').slice(-MAX_TEXT).toWellFormed();
  const folded = fold(whole);
  const boundaries = new Set([folded.length]);
  for (const { index } of segmenter.segment(folded)) boundaries.add(index);
  return { whole, folded, boundaries };
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
}

/** Compiles a key, or says what is wrong with it. Patterns run in linear time, whatever they say. */
export function compileKey(written: string): Key | Rejection {
  if (written.length > MAX_KEY_LENGTH)
    return reject('key-too-long', `A key has at most ${MAX_KEY_LENGTH} characters.`);
  const [, pattern, flags = ''] = PATTERN.exec(written) ?? [];
  return pattern === undefined ? compileWords(written) : compilePattern(written, pattern, flags);
}

function compileWords(written: string): Key | Rejection {
  const words = fold(written).trim();
  if (words === '') return reject('empty-key', 'A key is a word or words, not an empty text.');
  const isFreeAt = { start: UNSPACED.test([...words][0] ?? ''), end: UNSPACED.test(words.at(-1) ?? '') };
  const isIn = ({ folded, boundaries }: KeyText) => {
    for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + 1)) {
      const begins = isFreeAt.start || boundaries.has(at);
      if (begins && (isFreeAt.end || boundaries.has(at + words.length))) return true;
    }
    return false;
  };
  return { written, isIn };
}

/** Parts a pattern may have once its repetitions are written out. More would take longer than a turn can wait. */
const MOST_PARTS = 300;
/** An escaped sign, a class, a repetition, or one sign. */
const PART = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]?|\{\d+(?:,\d*)?\}|./gsu;
const REPETITION = /^\{(\d+)(?:,(\d*))?\}$/;

/** Parts of a group so far, and those of its last part, which a repetition multiplies. */
type Group = { done: number; last: number };

/** Counts the parts of a pattern with its repetitions written out, without compiling it. */
function countParts(pattern: string): number {
  const outer: Group[] = [];
  let group: Group = { done: 0, last: 0 };
  for (const [part] of pattern.matchAll(PART)) {
    const [, least, most] = REPETITION.exec(part) ?? [];
    if (least !== undefined) group.last *= Math.max(1, Number(least), Number(most ?? 0));
    else if (part === '(') {
      outer.push(group);
      group = { done: 0, last: 0 };
    } else {
      const inside = part === ')' ? group.done + group.last : 0;
      if (part === ')') group = outer.pop() ?? group;
      group.done += group.last;
      group.last = inside + 1;
    }
  }
  return [...outer, group].reduce((sum, { done, last }) => sum + done + last, 0);
}

function compilePattern(written: string, pattern: string, flags: string): Key | Rejection {
  const unknown = [...flags].find((flag) => !Object.hasOwn(FLAGS, flag));
  if (unknown !== undefined) return reject('bad-flag', `${written} has the flag ${unknown}; use i, s or m.`);
  if (countParts(pattern) > MOST_PARTS)
    return reject(
      'pattern-too-large',
      `${written} repeats too much: written out it has more than ${MOST_PARTS} parts.`,
    );
  try {
    const bits = [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
    const compiled = RE2JS.compile(pattern, bits);
    return { written, isIn: ({ whole }) => compiled.matcher(whole).find() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return reject('bad-pattern', `${written} cannot be searched for in linear time: ${why}.`);
  }
}

/** Compiles the keys of one piece of lore into its decision. A key that cannot be used is never found. */
export function compileLoreKeys({ keys, also, always }: LoreKeys): (text: KeyText) => KeyVerdict {
  const compiled = compileAll(keys);
  const conditions = { any: compileAll(also.any), all: compileAll(also.all), none: compileAll(also.none) };
  return (text) => {
    const broken = explainAlso(conditions, also, text);
    if (broken !== null) return { kind: 'kept-out', why: `kept out by keys_also: ${broken}` };
    if (always) return { kind: 'wanted', key: 'always' };
    const said = compiled.find((key) => key.isIn(text));
    return said === undefined ? { kind: 'silent' } : { kind: 'wanted', key: said.written };
  };
}

function compileAll(keys: readonly string[]): readonly Key[] {
  return keys.map(compileKey).flatMap((key) => (isRejection(key) ? [] : [key]));
}

type CompiledAlso = Readonly<Record<'any' | 'all' | 'none', readonly Key[]>>;

/** Says which condition does not hold; null when all of them do. */
function explainAlso(compiled: CompiledAlso, also: LoreKeys['also'], text: KeyText): string | null {
  if (also.any.length > 0 && !compiled.any.some((key) => key.isIn(text)))
    return `none of ${also.any.join(', ')} was said`;
  const missing = compiled.all.find((key) => !key.isIn(text));
  if (missing !== undefined) return `${missing.written} was not said`;
  const forbidden = compiled.none.find((key) => key.isIn(text));
  return forbidden === undefined ? null : `${forbidden.written} was said`;
}
