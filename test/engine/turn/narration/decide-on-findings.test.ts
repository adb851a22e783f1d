import { expect, it } from 'vitest';
import { FINDING_KINDS, type FindingKind } from '#engine/contracts/findings.ts';
import {
  decideOnFindings,
  type Finding,
  type FindingPolicies,
} from '#engine/turn/narration/decide-on-findings.ts';
import { POLICIES } from './prose-facts.ts';

const findings = (...kinds: readonly FindingKind[]): readonly Finding[] =>
  kinds.map((kind) => ({ kind, quote: 'x', explanation: '', source: 'judge' }));
const actions = (kinds: readonly FindingKind[], policies: FindingPolicies = POLICIES) =>
  (['first', 'repaired', 'last'] as const).map(
    (stage) => decideOnFindings(findings(...kinds), policies, stage).action,
  );

it.each([
  [[], ['release', 'release', 'release']],
  [['length'], ['flag', 'flag', 'flag']],
  [['agency'], ['repair', 'flag', 'flag']],
  [
    ['agency', 'length'],
    ['repair', 'flag', 'flag'],
  ],
  [['binding_row'], ['repair', 'fail', 'flag']],
  [['secrets'], ['repair', 'fail', 'remove']],
  [['boundaries'], ['repair', 'remove', 'remove']],
  [
    ['boundaries', 'binding_row'],
    ['repair', 'fail', 'remove'],
  ],
] as const)('decides on %s: %s', (kinds, expected) => {
  expect(actions(kinds)).toEqual(expected);
});

it('never fails the last attempt, whatever the ruleset wants', () => {
  const strict = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, 'fail'])) as FindingPolicies; // every kind is in it
  for (const kind of FINDING_KINDS) {
    const { action } = decideOnFindings(findings(kind), strict, 'last');
    expect(action).toBe(kind === 'secrets' || kind === 'boundaries' ? 'remove' : 'flag');
  }
});

it('names what is removed, what is flagged and what decided', () => {
  const decision = decideOnFindings(findings('secrets', 'agency', 'length', 'agency'), POLICIES, 'last');
  expect(decision).toMatchObject({ removed: [{ kind: 'secrets' }], decisive: [{ kind: 'secrets' }] });
  expect(decision.flags).toEqual(['secrets', 'agency', 'length']);
});

it('leaves secrets in where the ruleset only wants a flag', () => {
  expect(actions(['secrets'], { ...POLICIES, secrets: 'flag' })).toEqual(['flag', 'flag', 'flag']);
});
