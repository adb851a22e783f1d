import { expect, it, vi } from 'vitest';
import { checkProse } from '#engine/turn/narration/exact-checks.ts';
import { removeFaultySentences } from '#engine/turn/narration/repair-prose.ts';
import { createSentenceRelease } from '#engine/turn/narration/sentence-release.ts';
import { isKnownText, verifyFindings } from '#engine/turn/narration/verify-findings.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { factsWith, POLICIES } from './prose-facts.ts';

const SECRET = 'Jin hid the dry tube behind the coin return of the jukebox before she left.';
const facts = factsWith({
  secrets: [SECRET, '村長は井戸の底に盗まれた金貨を隠している。'],
  labels: ['chaotic neutral', 'chaotic good'],
  sheet: [{ label: 'Harm', value: '3' }],
});

const repeat = (text: string) => (length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const PROSES: readonly (readonly [string, (length: number) => string])[] = [
  ['ordinary sentences', repeat('The rain falls on the town, and nobody moves. “Who is it?” she asks. ')],
  ['“you, you, …”', repeat('you, ')],
  ['one word', repeat('a')],
  ['sentences that never end', repeat('a. ')],
  ['abbreviations', repeat('A. ')],
  ['marks alone', repeat('! ')],
  ['empty lines', repeat('\n')],
  ['a secret again and again', repeat(`${SECRET} `)],
  ['the beginning of a secret', repeat('Jin hid the ')],
  ['ids', repeat('npc_a_1 ')],
  ['underscores', repeat('a_')],
  ['arithmetic', repeat('1+')],
  ['open tags', repeat('<a')],
  ['Japanese without an end', repeat('村長は井戸の底に')],
  ['accents', repeat('e\u0301')],
];

const SHORT = 2_000;
const TIMES = 10;
const ATTEMPTS = 6;

function measureTime(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/**
 * Ten short proses and one ten times as long, side by side: as much text, so linear work takes as long, however busy the machine is.
 * Quadratic work takes ten times as long. Noise is overcome by trying again.
 */
function expectLinear(run: (prose: string) => void, make: (length: number) => string): void {
  const short = make(SHORT);
  const long = make(SHORT * TIMES);
  let many = Number.POSITIVE_INFINITY;
  let one = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && !(one < many * 3); attempt += 1) {
    const runMany = () => {
      for (let time = 0; time < TIMES; time += 1) run(short);
    };
    many = Math.min(many, Math.max(measureTime(runMany), 0.5));
    one = Math.min(
      one,
      measureTime(() => run(long)),
    );
  }
  expect(one / many).toBeLessThan(3);
}

it.each(PROSES)('checks prose in linear time: %s', (_, make) => {
  expectLinear((prose) => void checkProse(prose, facts), make);
});

it.each(PROSES)('releases prose in pieces of three characters in linear time: %s', (_, make) => {
  const release = (prose: string) => {
    const gate = createSentenceRelease({ facts, policies: { ...POLICIES, secrets: 'flag' }, mode: 'held' });
    for (let at = 0; at < prose.length; at += 3) gate.push(prose.slice(at, at + 3));
    gate.end();
  };
  expectLinear(release, make);
});

it.each(PROSES)('splits sentences and finds quotations in linear time: %s', (_, make) => {
  const judged = { known: [], hasRow: true, hasBoundaries: true };
  expectLinear((prose) => {
    splitSentences(prose);
    const findings = [{ kind: 'agency' as const, quote: prose.slice(-60), why: '' }];
    verifyFindings({ findings }, { prose, ...judged });
  }, make);
});

it.each(PROSES)('removes faulty sentences in linear time: %s', (_, make) => {
  expectLinear((prose) => {
    const quote = splitSentences(prose)[0] ?? '';
    const findings = [{ kind: 'boundaries', quote, explanation: '', source: 'judge' } as const];
    removeFaultySentences(prose, findings, { facts, plainText: '…' });
  }, make);
});

it.each(PROSES)('compares a text with known texts in linear time: %s', (_, make) => {
  expectLinear((prose) => {
    isKnownText(SECRET, [prose]);
    isKnownText(prose, [SECRET]);
  }, make);
});

it('searches all known texts at once for a secret', () => {
  const text = (at: number) =>
    `The ${at}th lamp of row ${at % 7} was lit by keeper ${at * 3} before the ${at}th tide.`;
  const known = Array.from({ length: 50 }, (_, at) => text(at));
  const secrets = Array.from({ length: 50 }, (_, at) => text(at + 1_000));
  const search = vi.spyOn(String.prototype, 'includes');
  const found = secrets.filter((secret) => isKnownText(secret, known));
  const searches = search.mock.calls.length;
  search.mockRestore();
  expect(found).toEqual([]);
  expect(searches).toBeLessThanOrEqual(3 * secrets.length);
});

/** Counts its lookups and all that they return. */
class CountingMap<Key, Value extends readonly unknown[]> extends Map<Key, Value> {
  steps = 0;

  override get(key: Key): Value | undefined {
    const found = super.get(key);
    this.steps += 1 + (found?.length ?? 0);
    return found;
  }
}

it.each(PROSES)('looks up a bounded number of places for each character: %s', (_, make) => {
  const pairs = new CountingMap(facts.secrets.pairs);
  const triples = new CountingMap(facts.secrets.triples);
  const counted = { ...facts, secrets: { ...facts.secrets, pairs, triples } };
  checkProse(make(10_000), counted);
  expect(pairs.steps + triples.steps).toBeLessThan(10_000 * 2 * 9);
});

it.each(PROSES)(
  'reads every character of 100 kB a bounded number of times while it is released: %s',
  (_, make) => {
    const prose = make(100_000);
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const gate = createSentenceRelease({ facts, policies: { ...POLICIES, secrets: 'flag' }, mode: 'held' });
    let shown = '';
    for (let at = 0; at < prose.length; at += 3) shown += gate.push(prose.slice(at, at + 3));
    shown += gate.end();
    const read = segment.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    segment.mockRestore();
    expect(shown === prose || gate.isStopped()).toBe(true);
    // At most the 600 pending characters for each piece of three; mostly far fewer.
    expect(read).toBeLessThan(prose.length * 250);
  },
);
