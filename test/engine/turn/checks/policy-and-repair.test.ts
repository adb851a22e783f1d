import { expect, it } from 'vitest';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { decideOn, narrationPolicyOf } from '#engine/turn/checks/narration-policy.ts';
import { repairInstruction } from '#engine/turn/checks/repair-instruction.ts';
import { quietRoom } from './quiet-room.ts';

const mechanics = Mechanics.parse({ pipeline: 'duet', resolution: { kind: 'table_d100' } });
const policy = narrationPolicyOf(mechanics);

const acted = checkNarration('You decide to leave.', quietRoom());
const leaked = checkNarration('Bruno poisoned the well behind the chapel, they say.', quietRoom());
const long = checkNarration('rain '.repeat(300), quietRoom());
const short = checkNarration('No.', quietRoom());

it('holds prose back unless the ruleset says otherwise', () => {
  expect(policy.release).toBe('held');
  expect(narrationPolicyOf({ ...mechanics, release: 'immediate' }).release).toBe('immediate');
});

it.each([
  ['nothing', [], 'deliver', 'deliver'],
  ['a deed of the player’s character', acted, 'repair', 'flag'],
  ['a secret', leaked, 'repair', 'fail'],
  ['too many words', long, 'flag', 'flag'],
  ['too few words', short, 'deliver', 'deliver'],
  ['a secret and a deed', [...acted, ...leaked], 'repair', 'fail'],
] as const)('decides on %s', (_what, verdicts, first, afterRepair) => {
  expect(decideOn(verdicts, policy, 'first')).toBe(first);
  expect(decideOn(verdicts, policy, 'repaired')).toBe(afterRepair);
});

it('tells the rewriting model each fault, where it is and what to do, one a line', () => {
  const lines = repairInstruction([...acted, ...long]).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('“You decide to leave.”');
  expect(lines[0]).toContain('Ada Quill');
  expect(lines[1]).toContain('at most 200 words');
});
