import { expect, it } from 'vitest';
import type { JudgeReply } from '#engine/contracts/findings.ts';
import { type JudgeEvidence, verifyFindings } from '#engine/turn/narration/verify-findings.ts';

const PROSE =
  '“You’re late,” says Viktor — and *smiles*. You decide to trust him.\n\nYou lose 3 Harm. Run! ' +
  '村長は金貨を隠した。Die Brücke, sagt er, „hält noch bis Ostern“.';

const verify = (findings: JudgeReply['findings'], given: Partial<JudgeEvidence> = {}) =>
  verifyFindings({ findings }, { prose: PROSE, known: [], hasRow: false, hasBoundaries: false, ...given });
const one = (
  kind: JudgeReply['findings'][number]['kind'],
  quote: string,
  given: Partial<JudgeEvidence> = {},
) => verify([{ kind, quote, why: 'Because.' }], given);

it.each([
  ['You decide to trust him.', 'You decide to trust him'],
  ['you DECIDE   to\ntrust him', 'You decide to trust him'],
  ['"You\'re late," says Viktor - and smiles', 'You’re late,” says Viktor — and *smiles'],
  ['You’re late … smiles', 'You’re late,” says Viktor — and *smiles'],
  ['Run!', 'Run'],
  ['村長は金貨を隠した', '村長は金貨を隠した'],
  ['"hält noch bis Ostern"', 'hält noch bis Ostern'],
])('finds the quotation %s and keeps it as it stands', (quote, verbatim) => {
  const { kept, dropped } = one('agency', quote);
  expect(dropped).toEqual([]);
  expect(kept).toEqual([{ kind: 'agency', quote: verbatim, explanation: 'Because.', source: 'judge' }]);
  expect(PROSE).toContain(verbatim);
});

it.each([
  ['agency', 'You draw your sword and attack.', /not in the prose/],
  ['agency', '', /not in the prose/],
  ['agency', 'trust … late', /not in the prose/],
  ['agency', 'trust him', /too short/],
  ['sheet_numbers', 'You decide to trust him', /no number/],
  ['binding_row', 'You decide to trust him', /No row/],
  ['boundaries', 'You decide to trust him', /no boundaries/],
] as const)('drops %s with “%s”', (kind, quote, reason) => {
  const { kept, dropped } = one(kind, quote);
  expect(kept).toEqual([]);
  expect(dropped).toMatchObject([{ finding: { kind, quote }, reason: expect.stringMatching(reason) }]);
});

it('keeps numbers with their number, and a row that is not told at all', () => {
  expect(one('sheet_numbers', 'You lose 3 Harm').kept).toHaveLength(1);
  expect(one('binding_row', '', { hasRow: true }).kept).toMatchObject([{ quote: '' }]);
  expect(one('boundaries', 'You decide to trust him', { hasBoundaries: true }).kept).toHaveLength(1);
});

it('drops secrets that players know, and never passes the judge’s reason on', () => {
  const quote = 'hält noch bis Ostern';
  expect(one('secrets', quote, { known: ['Die Brücke “hält noch bis Ostern”, heißt es.'] }).kept).toEqual([]);
  expect(one('secrets', '村長は金貨を隠した', { known: ['村長は金貨を隠した、と皆が言う。'] }).kept).toEqual(
    [],
  );
  const [finding] = one('secrets', quote, { known: ['Die Brücke ist alt.'] }).kept;
  expect(finding?.explanation).not.toContain('Because');
});

it('keeps the same fault once', () => {
  const { kept, dropped } = verify([
    { kind: 'agency', quote: 'You decide to trust him', why: 'a' },
    { kind: 'agency', quote: 'decide to trust him', why: 'b' },
    { kind: 'contradiction', quote: 'You decide to trust him', why: 'c' },
  ]);
  expect(kept.map(({ kind }) => kind)).toEqual(['agency', 'contradiction']);
  expect(dropped).toHaveLength(1);
});
