import { globSync, readFileSync } from 'node:fs';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, it } from 'vitest';
import { readConfig } from '#config';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { calculateComplexity } from '../../../src/schema/limits/complexity-limit.ts';
import { measureOperationShapes } from '../../../src/schema/limits/document-limits.ts';
import { toAllowance, toLimits } from '../../../src/server/api/open-api.ts';

const EXAMPLES = globSync('operations/**/*.graphql');
const LARGEST_PAGE = { first: 100, last: 100 };

it('has examples to measure', () => {
  expect(EXAMPLES.length).toBeGreaterThan(20);
});

it.each(EXAMPLES)('leaves %s room for three times its size', (file) => {
  const source = readFileSync(file, 'utf8');
  const schema = buildSchema(readFileSync('src/schema/authoring.graphql', 'utf8'));
  const document = parse(source, { maxTokens: DEFAULT_LIMITS.tokens / 3 });
  const operation = getOperationAST(document);
  const [shape] = measureOperationShapes(document, DEFAULT_LIMITS.complexity);
  if (operation == null || shape === undefined) throw new Error(`${file} holds no one operation`);
  const complexity = calculateComplexity({ schema, document, operation, variables: LARGEST_PAGE });

  const most = { ...DEFAULT_LIMITS, fields: DEFAULT_LIMITS.complexity };
  expect({ ...shape, complexity }).toSatisfy((asked: Record<string, number>) =>
    Object.entries(asked).every(([name, number]) => number * 3 <= Object(most)[name]),
  );
});

it('takes the stated limits when nothing is set, and others when they are', () => {
  expect(toLimits(readConfig({}), true)).toEqual(DEFAULT_LIMITS);
  expect(toLimits(readConfig({ LIMIT_DEPTH: '7' }), true).depth).toBe(7);
  expect(toLimits(readConfig({}), false).requestsPerMinute).toBe(1200);
  expect(toLimits(readConfig({ LIMIT_REQUESTS_PER_MINUTE: '9' }), true).requestsPerMinute).toBe(9);
});

it.each([
  ['one’s own machine', {}, true, { turnsPerMinute: null, dollarsPerDay: null }],
  ['strangers', {}, false, { turnsPerMinute: 30, dollarsPerDay: null }],
  [
    'what is set',
    { LIMIT_TURNS_PER_MINUTE: '5', LIMIT_DOLLARS_PER_DAY: '1.5' },
    true,
    { turnsPerMinute: 5, dollarsPerDay: 1.5 },
  ],
])('has an allowance for %s', (_whom, environment, isLocal, allowance) => {
  expect(toAllowance(readConfig(environment), isLocal)).toEqual(allowance);
});
