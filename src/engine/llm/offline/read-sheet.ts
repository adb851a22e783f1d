import { shares, topicWords } from './speech/about-topic.ts';

/** Other words players have for what a sheet calls by its own. */
const CALLED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:hp|health|hitpoints?|wounds?|hurt)\b/gi, 'hit points harm'],
  [/\b(?:armou?r class|ac|armour)\b/gi, 'armor'],
  [/\b(?:money|coins?|cash|wealth)\b/gi, 'gold cred money'],
  [/\b(?:xp|exp)\b/gi, 'experience'],
  [/\b(?:weapons?|damage)\b/gi, 'attacks'],
  [/\b(?:abilities|attributes?|stats?)\b/gi, 'abilities stats'],
  [/\bstr\b/gi, 'strength'],
  [/\bdex\b/gi, 'dexterity'],
  [/\bcon\b/gi, 'constitution'],
  [/\bint\b/gi, 'intelligence'],
  [/\bwis\b/gi, 'wisdom'],
  [/\bcha\b/gi, 'charisma'],
];
const WHOLE = /\b(?:sheet|stat block|statistics)\b|\bmy (?:character|stats)\W*$/i;
const SHORT_LINE = 90;
const MOST_LINES = 2;
/** What has more words is a text and no figure. */
const LONGEST_NAME = 4;
const MOST_FIGURES = 4;

type Entry = { readonly head: string; readonly parts: readonly string[] };

/** What a question asks of a sheet, and no more: the section it names, or the single figures; of the whole sheet its short lines. */
export function askedOfSheet(question: string, sheet: readonly string[]): string | null {
  const entries = sheet.map(entryOf);
  const words = topicWords(
    CALLED.reduce((said, [pattern, own]) => said.replace(pattern, own), `? ${question}`),
  );
  const sections = entries.filter(({ head }) => isMeant(words, head)).slice(0, MOST_LINES);
  if (sections.length > 0) return sections.map(written).join('; ');
  const figures = entries
    .flatMap(({ parts }) => parts.flatMap(figuresIn))
    .filter((part) => isMeant(words, part));
  // `strength 16` is what was asked for, rather than the strength a mail requires.
  const exact = figures.filter((part) => words.includes(nameOf(part).toLowerCase()));
  const meant = [...new Set(exact.length > 0 ? exact : figures)];
  if (meant.length > 0) return meant.slice(0, MOST_FIGURES).join('; ');
  return WHOLE.test(question) ? inShort(entries) : null;
}

function nameOf(text: string): string {
  return text.replace(/[\d(].*$/, '').trim();
}

function isMeant(words: readonly string[], text: string): boolean {
  const name = nameOf(text);
  return name.split(/\s+/).length <= LONGEST_NAME && shares(words, name) > 0;
}

function entryOf(line: string): Entry {
  const at = line.indexOf(': ');
  const head = at === -1 ? '' : line.slice(0, at);
  return { head, parts: parts(at === -1 ? line : line.slice(at + 2)) };
}

/** What stands between commas, brackets kept whole. */
function parts(text: string): string[] {
  const found = [''];
  let depth = 0;
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (depth === 0 && /[,;]/.test(letter)) found.push('');
    else found.push(`${found.pop() ?? ''}${letter}`);
  }
  return found.map((part) => part.trim()).filter((part) => part !== '');
}

/** A part, and the parts of what it holds in brackets. */
function figuresIn(part: string): string[] {
  const inner = /^[^(]*\((.*)\)$/.exec(part)?.[1];
  return inner === undefined ? [part] : parts(inner).flatMap(figuresIn);
}

function written({ head, parts: all }: Entry): string {
  const said = all.flatMap(plainly).join(', ').replaceAll('_', ' ');
  return head === '' ? said : `${head}: ${said === '' ? 'none' : said}`;
}

/** A thing of a list by its name and its figures; what is so is said, and what is not so is left out. */
function plainly(part: string): string[] {
  if (/ false$/.test(part)) return [];
  const listed = /^\((.*)\)$/.exec(part)?.[1];
  if (listed === undefined) return [part.replace(/ true$/, '')];
  const inner = parts(listed);
  const name = inner.find((one) => one.startsWith('name '))?.slice('name '.length);
  if (name === undefined) return [inner.flatMap(plainly).join(' ')];
  const held = inner.flatMap((one) => /^[^(]+\((.*)\)$/.exec(one)?.[1] ?? []).flatMap(parts);
  const figures = held.map((one) => one.split(' ').slice(1).join(' ')).join(' ');
  return [figures === '' ? name : `${name} (${figures})`];
}

function inShort(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => ({ entry, line: written(entry) }));
  const short = lines.filter(({ line }) => line.length <= SHORT_LINE).map(({ line }) => line);
  const long = lines.filter(({ line }) => line.length > SHORT_LINE).map(({ entry }) => entry.head);
  const more = long.length === 0 ? '' : `. There is more to ask for by its name: ${long.join(', ')}`;
  return `${short.join('; ')}${more}`;
}
