import type { JudgeReply } from '#engine/contracts/findings.ts';
import { memoizeByObject, memoizeText } from '#engine/util/memoize.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import type { Finding } from './decide-on-findings.ts';
import { splitNorms } from './split-text.ts';

/** Evidence that a judge's findings are checked against. */
export type JudgeEvidence = {
  readonly prose: string;
  /** Texts players were shown or wrote, as in `ProseFacts`. */
  readonly known: readonly string[];
  /** Whether a rolled row must be told. Without one there is nothing to tell wrongly. */
  readonly hasRow: boolean;
  readonly hasBoundaries: boolean;
};

type JudgedFinding = JudgeReply['findings'][number];

export type VerifiedFindings = {
  readonly kept: readonly Finding[];
  /** Findings that were not believed, each with the reason, for the recording. */
  readonly dropped: readonly { readonly finding: JudgedFinding; readonly reason: string }[];
};

/** A shorter quotation could stand anywhere. A character of a script without spaces counts double. */
const SHORTEST_QUOTE = 12;
/** From this share of its triples of words in one known text, a quotation is known. */
const KNOWN_SHARE = 0.8;
/** Parts of one quotation stand no farther apart. */
const LONGEST_SPAN = 600;

const LEFT_OUT = /[\p{Pi}\p{Pf}"'`´„‚「」『』*_]/u;
const SPACE_LIKE = /[\s\p{Pd}−]/u;
const ALL_LEFT_OUT = new RegExp(LEFT_OUT, 'gu');
const ALL_SPACE_LIKE = new RegExp(`${SPACE_LIKE.source}+`, 'gu');

/** Drops findings of a judge that its own quotations do not support. */
export function verifyFindings({ findings }: JudgeReply, judged: JudgeEvidence): VerifiedFindings {
  const folded = fold(judged.prose);
  const sentences = new Set(splitSentences(judged.prose).map(foldBare));
  const kept: Finding[] = [];
  const dropped: { finding: JudgedFinding; reason: string }[] = [];
  for (const finding of findings) {
    const range = findQuote(folded, finding.quote);
    const quote = range === null ? '' : judged.prose.slice(range.start, range.end);
    const reason = whyDropped({ finding, quote, sentences, kept }, judged);
    if (reason !== null) dropped.push({ finding, reason });
    else kept.push({ kind: finding.kind, quote, explanation: explain(finding), source: 'judge' });
  }
  return { kept, dropped };
}

type Candidate = {
  readonly finding: JudgedFinding;
  /** As it stands in the prose; empty when it does not. */
  readonly quote: string;
  readonly sentences: ReadonlySet<string>;
  readonly kept: readonly Finding[];
};

function whyDropped({ finding, quote, sentences, kept }: Candidate, judged: JudgeEvidence): string | null {
  const { kind } = finding;
  if (kind === 'binding_row' && !judged.hasRow) return 'No row was rolled.';
  if (kind === 'boundaries' && !judged.hasBoundaries) return 'The table has no boundaries.';
  // A row that is not told at all cannot be quoted.
  if (kind === 'binding_row' && finding.quote.trim() === '') return isRepeated(kind, quote, kept);
  if (quote === '') return 'The quotation is not in the prose.';
  if (weighQuote(quote) < SHORTEST_QUOTE && !sentences.has(foldBare(quote)))
    return 'The quotation is too short to say anything.';
  if (kind === 'sheet_numbers' && !/\p{N}/u.test(quote)) return 'The quotation has no number.';
  if (kind === 'secrets' && isKnownText(quote, judged.known)) return 'Players know the quoted text.';
  return isRepeated(kind, quote, kept);
}

function isRepeated(kind: Finding['kind'], quote: string, kept: readonly Finding[]): string | null {
  const isTold = kept.some((other) => other.kind === kind && other.quote.includes(quote));
  return isTold ? 'The same was found already.' : null;
}

/**
 * Explains a finding. For secrets it leaves out the judge's reason, which may name one: the repairing model must not read it.
 */
function explain({ kind, why }: JudgedFinding): string {
  if (kind === 'secrets') return 'It tells something the players have not discovered.';
  return why.trim() === '' ? `It was judged to be a fault of the kind ${kind}.` : why.trim();
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function weighQuote(quote: string): number {
  let weight = 0;
  for (const character of quote.trim()) weight += UNSPACED.test(character) ? 2 : 1;
  return weight;
}

// Known texts stay nearly the same from turn to turn.
const foldKnown = memoizeText((text: string): string =>
  text.normalize('NFKC').replace(ALL_LEFT_OUT, '').replace(ALL_SPACE_LIKE, ' ').toLowerCase(),
);
/** Every three words of a text that follow each other, and the text itself in comparable form. */
const listTriples = memoizeText((text: string): readonly string[] => {
  const words = splitNorms(text);
  return [...new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`))];
});

/** For each three words, the places of the known texts that have them. Made once for a turn. */
const indexKnown = memoizeByObject((known: readonly string[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [at, text] of known.entries()) {
    for (const triple of listTriples(text)) {
      const found = places.get(triple);
      if (found === undefined) places.set(triple, [at]);
      else found.push(at);
    }
  }
  return places;
});

/** Returns all known texts in comparable form, one after another. Made once for a turn. */
const joinKnown = memoizeByObject((known: readonly string[]): string => known.map(foldKnown).join('\u0000'));

/** Tells whether players were shown a text: as it stands, or all but a few words of it, within one known text. */
export function isKnownText(quote: string, known: readonly string[]): boolean {
  const wanted = foldKnown(quote).trim();
  if (joinKnown(known).includes(wanted)) return true;
  const triples = listTriples(quote);
  if (triples.length === 0) return false;
  const places = indexKnown(known);
  const counts = new Map<number, number>();
  for (const triple of triples)
    for (const at of places.get(triple) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1);
  const least = triples.length * KNOWN_SHARE;
  return [...counts.values()].some((count) => count >= least);
}

type Folded = { readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[] };

/** Makes a text comparable: no case, no quotation marks or emphasis, dashes as spaces, one space for many. */
function fold(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  const units: string[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const unit of foldCharacter(character, units.at(-1) === ' ').split('')) {
      units.push(unit);
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text: units.join(''), starts, ends };
}

function foldCharacter(character: string, isAfterSpace: boolean): string {
  if (SPACE_LIKE.test(character)) return isAfterSpace ? '' : ' ';
  if (LEFT_OUT.test(character)) return '';
  return character.normalize('NFKC').toLowerCase();
}

const ELLIPSIS = /\[?(?:…|\.{3})\]?/u;
const EDGES = /^[\s.,;:!?…。、！？]+|[\s.,;:!?…。、！？]+$/gu;

/** Folds a text and removes signs at the edges, which models add and leave out. */
function foldBare(text: string): string {
  return fold(text).text.replace(EDGES, '');
}

/** Finds a quotation, whole or with parts left out by an ellipsis. Its parts must follow each other closely. */
function findQuote({ text, starts, ends }: Folded, quote: string): { start: number; end: number } | null {
  const whole = foldBare(quote);
  if (whole === '') return null;
  const parts = text.includes(whole)
    ? [whole]
    : quote
        .split(ELLIPSIS)
        .map(foldBare)
        .filter((part) => part !== '');
  let from = 0;
  let first = -1;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return null;
    if (first === -1) first = at;
    from = at + part.length;
  }
  if (first === -1 || from - first > LONGEST_SPAN) return null;
  return { start: starts[first] ?? 0, end: ends[from - 1] ?? 0 };
}
