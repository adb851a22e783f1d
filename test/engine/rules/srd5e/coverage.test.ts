import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const LEDGER = 'src/engine/rules/srd5e/COVERAGE.md';
const TESTS = 'test/engine/rules/srd5e';

type Row = {
  readonly rule: string;
  readonly standing: string;
  readonly door: string;
  readonly proof: string;
};

function rowsOf(ledger: string): Row[] {
  return ledger.split('\n').flatMap((line) => {
    const [, rule = '', standing = '', door = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    return /^(enforced|guidance|out of scope)$/.test(standing) ? [{ rule, standing, door, proof }] : [];
  });
}

/** What is wrong with a row, as sentences. */
function complaints({ rule, standing, door, proof }: Row): string[] {
  if (standing !== 'enforced') return proof === '' ? [`${rule}: say where it is left to`] : [];
  const [file = '', title = ''] = proof.split(/: (.*)/);
  const found: string[] = [];
  if (!existsSync(`src/engine/rules/${door}`)) found.push(`${rule}: no door ${door}`);
  const source =
    file.endsWith('.test.ts') && existsSync(`${TESTS}/${file}`)
      ? readFileSync(`${TESTS}/${file}`, 'utf8')
      : '';
  const titles = [...source.matchAll(/\(\s*['"`]([^\n]*?)['"`],\s*(?:async )?\(/g)].map(([, name]) => name);
  if (title === '' || !titles.some((name) => name?.includes(title))) {
    found.push(`${rule}: no test "${title}" in ${file}`);
  }
  return found;
}

const rows = rowsOf(readFileSync(LEDGER, 'utf8'));

it('names a door and a living test for every enforced rule', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.flatMap(complaints)).toEqual([]);
});

it('leaves no door out', () => {
  const doors = globSync('srd5e*.ts', { cwd: 'src/engine/rules' });
  const named = new Set(rows.map(({ door }) => door));

  expect(doors.length).toBeGreaterThan(8);
  expect(doors.filter((door) => !named.has(door))).toEqual([]);
});

it.each([
  ['a door that is not there', 'srd5e-nowhere.ts', 'numbers.test.ts: gives a score of %i the modifier %i'],
  ['a test that is not there', 'srd5e-derived-numbers.ts', 'numbers.test.ts: gives everybody a pony'],
  ['a test file that is not there', 'srd5e-derived-numbers.ts', 'nowhere.test.ts: gives'],
  ['no test at all', 'srd5e-derived-numbers.ts', ''],
])('would notice %s', (_case, door, proof) => {
  expect(complaints({ rule: 'x', standing: 'enforced', door, proof })).toHaveLength(1);
});
