import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findOperation, OPERATION_NAMES, OPERATIONS } from '#engine/state/operations.ts';

const ROOM = 'src/engine/state';

it('lists every operation that is defined in the folder', () => {
  const files = globSync('*.ts', { cwd: `${ROOM}/operations` });
  const defined = files.flatMap((file) => {
    const source = readFileSync(`${ROOM}/operations/${file}`, 'utf8');
    return [...source.matchAll(/defineOperation\(\{\s+name: '([a-z_]+)'/g)].map((match) => match[1]);
  });

  expect(OPERATION_NAMES.toSorted()).toEqual(defined.toSorted());
});

it('is documented in the room’s README, operation for operation', () => {
  const readme = readFileSync(`${ROOM}/README.md`, 'utf8');
  const table = readme.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  const named = table.flatMap((line) => [...line.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]));

  expect(named).toEqual(OPERATION_NAMES);
});

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    it('has a snake_case name, a sentence, and no field called op', () => {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(operation.summary).toMatch(/^[A-Z].{20,200}\.$/s);
      expect(Object.keys(operation.input.shape)).not.toContain('op');
    });

    it('is found by its name', () => {
      expect(findOperation(name)?.name).toBe(name);
    });
  },
);

it.each(['constructor', '__proto__', 'toString', ''])('knows no operation called %j', (name) => {
  expect(findOperation(name)).toBeNull();
});
