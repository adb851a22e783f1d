import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rollDice } from '#engine/rules/dice.ts';

const DOCUMENT = readFileSync('docs/dice.md', 'utf8');
const SEED = /seed: `([0-9a-f]{64})`/.exec(DOCUMENT)?.[1] ?? '';
const COMMITMENT = /commitment: `([0-9a-f]{64})`/.exec(DOCUMENT)?.[1] ?? '';
const ADVANTAGES = ['NONE', 'ADVANTAGE', 'DISADVANTAGE'] as const;

type Example = {
  readonly expression: string;
  readonly advantage: (typeof ADVANTAGES)[number];
  readonly diceIndex: number;
  readonly ordinal: number;
  readonly faces: readonly number[];
  readonly dropped: readonly number[];
  readonly total: number;
};

const toNumbers = (cell: string) => (cell === '–' ? [] : cell.split(', ').map(Number));

const EXAMPLES = [...DOCUMENT.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(
  ([, expression = '', rest = '']) => {
    const [advantage, diceIndex, ordinal, faces = '', dropped = '', total] = rest.split(' | ');
    return {
      expression,
      advantage: ADVANTAGES.find((known) => known === advantage) ?? 'NONE',
      diceIndex: Number(diceIndex),
      ordinal: Number(ordinal),
      faces: toNumbers(faces),
      dropped: toNumbers(dropped),
      total: Number(total),
    };
  },
);

type Group = {
  readonly sign: number;
  readonly count: number;
  readonly sides: number;
  readonly isFate: boolean;
  readonly explodes: boolean;
  /** Number of lowest dice that do not count, or of highest dice when it is negative. */
  readonly drops: number;
};

/** Reads the expressions of the document; the notation it leaves out is refused. */
function readGroups({ expression, advantage }: Example): {
  readonly groups: readonly Group[];
  readonly modifier: number;
} {
  const groups: Group[] = [];
  let modifier = 0;
  for (const [part, sign, count, sides, bang, drop] of expression.matchAll(
    /([+-]?)(\d+)(?:d(\d+|F)(!?)(dl1)?)?/g,
  )) {
    if (sides === undefined) {
      modifier += Number(part);
      continue;
    }
    groups.push({
      sign: sign === '-' ? -1 : 1,
      count: Number(count),
      sides: sides === 'F' ? 3 : Number(sides),
      isFate: sides === 'F',
      explodes: bang === '!',
      drops: drop === undefined ? 0 : 1,
    });
  }
  if (advantage === 'NONE') return { groups, modifier };
  const [first, ...others] = groups;
  if (first === undefined) throw new Error(`${expression} has no dice`);
  return {
    groups: [{ ...first, count: 2, drops: advantage === 'ADVANTAGE' ? 1 : -1 }, ...others],
    modifier,
  };
}

/** Numbers of the stream, as the document describes them. */
function* streamWords(diceIndex: number, ordinal: number): Generator<number, never> {
  for (let block = 0; ; block += 1) {
    const bytes = createHmac('sha256', SEED).update(`dice:${diceIndex}:${ordinal}:${block}`).digest();
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

function throwGroup({ count, sides, isFate, explodes }: Group, words: Generator<number, never>): number[] {
  const fair = 2 ** 32 - (2 ** 32 % sides);
  const nextFace = () => {
    let word = words.next().value;
    while (word >= fair) word = words.next().value;
    return (word % sides) + (isFate ? -1 : 1);
  };
  const faces: number[] = [];
  for (let die = 0; die < count; die += 1) {
    faces.push(nextFace());
    while (explodes && faces.at(-1) === sides) faces.push(nextFace());
  }
  return faces;
}

function recompute(example: Example): Pick<Example, 'faces' | 'dropped' | 'total'> {
  const { groups, modifier } = readGroups(example);
  const words = streamWords(example.diceIndex, example.ordinal);
  const faces: number[] = [];
  const dropped: number[] = [];
  let total = modifier;
  for (const group of groups) {
    const thrown = throwGroup(group, words);
    const worst = group.drops > 0 ? Math.min(...thrown) : Math.max(...thrown);
    const lost = group.drops === 0 ? -1 : thrown.lastIndexOf(worst);
    if (lost >= 0) dropped.push(faces.length + lost);
    total += group.sign * thrown.reduce((sum, face, at) => (at === lost ? sum : sum + face), 0);
    faces.push(...thrown);
  }
  return { faces, dropped, total };
}

it('has a seed, its commitment and examples of every rule', () => {
  expect(createHash('sha256').update(SEED).digest('hex')).toBe(COMMITMENT);
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(8);
  expect(EXAMPLES.some(({ expression }) => expression.includes('!'))).toBe(true);
  expect(EXAMPLES.some(({ faces }) => faces.length > 8)).toBe(true);
});

it.each(EXAMPLES)('recomputes $expression at $diceIndex:$ordinal with node:crypto alone', (example) => {
  const { faces, dropped, total } = example;

  expect(recompute(example)).toEqual({ faces, dropped, total });
});

it.each(EXAMPLES)('shows $expression at $diceIndex:$ordinal as the engine rolls it', (example) => {
  const { expression, advantage, diceIndex, ordinal, faces, dropped, total } = example;
  const roll = rollDice(expression, {
    seed: SEED,
    sceneIndex: diceIndex,
    ordinal,
    advantage,
    purpose: 'Check',
  });

  expect(roll).toMatchObject({ faces, dropped, total });
});

it('shows the block and the limits of fair numbers as they are', () => {
  const block = createHmac('sha256', SEED).update('dice:3:0:0').digest('hex');

  expect(DOCUMENT).toContain(`Block \`dice:3:0:0\` is \`${block}\``);
  const limits = /`fair` is (\d+) for a d6, (\d+) for a d20, (\d+) for a d100 and (\d+) for a Fate die/.exec(
    DOCUMENT,
  );
  expect(limits?.slice(1).map(Number)).toEqual([6, 20, 100, 3].map((sides) => 2 ** 32 - (2 ** 32 % sides)));
});

it('has a program that gives the faces of its examples', async () => {
  const source = /```js\n([\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? '';
  const program: { readonly rollFaces: (...given: unknown[]) => number[] } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  );

  for (const example of EXAMPLES.filter((each) => readGroups(each).groups.length === 1)) {
    const [group] = readGroups(example).groups;
    expect(program.rollFaces(SEED, example.diceIndex, example.ordinal, group)).toEqual(example.faces);
  }
});
