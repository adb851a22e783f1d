import { expect, it } from 'vitest';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { quietRoom } from './quiet-room.ts';

const found = (check: string, prose: string, facts = quietRoom()) =>
  checkNarration(prose, facts)
    .filter((verdict) => verdict.check === check)
    .map(({ excerpt }) => excerpt);

it.each([
  ['Bruno is Chaotic Neutral to the bone.'],
  ['Bruno is a true-neutral man.'],
  ['Every INTJ counts the exits.'],
  ['As a 4w5 he sulks.'],
  ['Then npc_viktor_001 comes in.'],
  ['The trust_level falls.'],
  ['He comes from neo_seattle:viktor with a cup.'],
  ['He nods. {"player_acted": false}'],
  ['```json'],
  ['<lore>The mole was built in spring.</lore>'],
  ['As an AI language model, I cannot go on.'],
  ['The NPC nods.'],
  ['There is a quiet dread of 4 in the room.'],
  ['Escalation: soft. He smiles.'],
])('finds what belongs to the engine: %s', (prose) => {
  expect(found('internal_labels', prose)).toHaveLength(1);
});

it.each([
  ['The neutral ground is good. Chaotic? Perhaps, but lawful.'],
  ['“As an AI,” says the vending machine, “I may not sell you that.”'],
  [
    '(No language model is in use. The offline storyteller tells this from the pack, the dice and what you do.)',
  ],
  ['He says it _very_ slowly. It is 3:15. Note: the door is open.'],
  ['A < B, thinks the clerk, and C > D.'],
  ['THE ROADS ARE SLICK, it says. ESTJ is not on it.'.replace('ESTJ', 'EAST')],
])('takes no offence at %s', (prose) => {
  expect(found('internal_labels', prose)).toEqual([]);
});

const rolls = [
  { faces: [14], modifier: 3, total: 17, target: { kind: 'DC', value: 15 } },
  { faces: [6, 2], modifier: 0, total: 8 },
] as const;

it.each([
  ['You rolled a 17.', 0],
  ['You rolled a 14 on the die.', 0],
  ['(14+3=17) The lock gives.', 0],
  ['The check beats DC 15.', 0],
  ['The blow takes 8 points of damage.', 0],
  ['Natural 14, for what it is worth.', 0],
  ['Fourteen on the die.', 0],
  ['Your Stealth check succeeds against a difficulty of 15.', 0],
  ['With a 17 to beat that 15 the words go home.', 0],
  ['With an 11 to beat that 15 the words go home.', 1],
  ['But a second throw comes up 91.', 1],
  ['A nineteen upon the twenty-sided die.', 1],
  ['It holds against a difficulty of twelve.', 1],
  ['You rolled a 19.', 1],
  ['(14+3=18) The lock gives.', 1],
  ['(12+3=15) The lock gives.', 1],
  ['Natural 20!', 1],
  ['The check beats DC 12.', 1],
  ['The blow takes 9 points of damage.', 1],
  ['1d20 gives 3.', 1],
])('holds told dice against the rolls made: %s', (prose, faults) => {
  expect(
    found('dice', prose, quietRoom({ rolls: rolls.map((roll) => ({ ...roll, faces: [...roll.faces] })) })),
  ).toHaveLength(faults);
});

it.each([
  ['Cass rattles the cup. “Four and a three! I rolled seven.”'],
  ['Thunder rolls. The barrel rolls 20 feet and stops.'],
  ['In 1430 there were 17 towns; 2 + 2 is a sum for clerks.'],
  ['Three on the stair, two on the roof, and one on the roll of honour was enough.'],
  ['It is a natural harbour, 12 fathoms deep.'],
])('takes numbers of the world for numbers of the world: %s', (prose) => {
  expect(found('dice', prose)).toEqual([]);
});

it('calls for a cut above the most words and only remarks upon too few', () => {
  const limits = { fewest: 10, most: 20 };
  const of = (count: number) => checkNarration('rain '.repeat(count), quietRoom({ limits }));
  expect(of(21)).toMatchObject([{ check: 'length', severity: 'grave' }]);
  expect(of(20)).toEqual([]);
  expect(of(10)).toEqual([]);
  expect(of(9)).toMatchObject([{ check: 'length', severity: 'slight' }]);
});

it('counts words where no spaces are set', () => {
  const limits = { fewest: 1, most: 20 };
  const prose =
    '圧力は下がり続けている。隔壁が冷えていく音がする。彼女はハッチの継ぎ目に手袋を当てたまま動かない。';
  expect(found('length', prose, quietRoom({ limits }))).toHaveLength(1);
});
