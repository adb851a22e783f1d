import { expect, it } from 'vitest';
import { JudgeReply } from '#engine/contracts/findings.ts';
import { verifyFindings } from '#engine/turn/narration/verify-findings.ts';
import { type JudgeCase, readJudgeReplies, readJudgeSet } from '../../../support/judge-set.ts';

const cases = readJudgeSet();
const replies = readJudgeReplies();

/** Findings of the recorded reply that the engine believes. */
function findFaults({ id, input, prose }: JudgeCase): readonly string[] {
  const { kept } = verifyFindings(JudgeReply.parse(replies[id]), {
    prose,
    known: [input.playerText, ...input.known],
    hasRow: input.row !== '',
    hasBoundaries: false,
  });
  return kept.map(({ kind, quote }) => `${kind}: ${quote}`);
}

it('has a reply of a language model for every passage', () => {
  expect(cases.filter(({ id }) => replies[id] === undefined)).toEqual([]);
});

/**
 * Four of the older narrations have a fault after all, and the judge is right about them: one sends away a man who is listed as
 * present, one plays in a dining car while the place is a compartment, two tell dice, which was allowed when they were written.
 */
const FAULTY_AFTER_ALL = [
  'ordinary-blind.json 96',
  'ordinary-tenth-blind.json 50',
  'ordinary-tenth-blind.json 69',
  'ordinary-third-blind.json 6',
];

it('finds nothing in ordinary narrations, a third of the new ones not in English', () => {
  const ordinary = cases.filter(({ fault }) => fault === null);
  const alarms = ordinary.filter((one) => findFaults(one).length > 0).map(({ id }) => id);

  expect(ordinary).toHaveLength(151);
  expect(alarms).toEqual(FAULTY_AFTER_ALL);
});

it('finds at least 54 of 60 faulty passages', () => {
  const faulty = cases.filter(({ fault, id }) => fault !== null && id.startsWith('faulty-'));
  const missed = faulty
    .filter((one) => findFaults(one).length === 0)
    .map(({ id, fault }) => `${id} ${fault}`);

  expect(faulty).toHaveLength(60);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(6);
});

it('misses at most 1 of 20 rows that are told wrongly', () => {
  const rows = cases.filter(({ fault }) => fault === 'binding_row');
  const missed = rows.filter((one) => findFaults(one).length === 0).map(({ id }) => id);

  expect(rows).toHaveLength(20);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1);
});
