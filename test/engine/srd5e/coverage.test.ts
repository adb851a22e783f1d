import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const LEDGER = 'src/engine/srd5e/COVERAGE.md';
const TESTS = 'test/engine/srd5e';

type Row = {
  readonly rule: string;
  readonly status: string;
  readonly file: string;
  readonly proof: string;
};

function readRows(ledger: string): Row[] {
  return ledger.split('\n').flatMap((line) => {
    const [, rule = '', status = '', file = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    return /^(enforced|guidance|out of scope)$/.test(status) ? [{ rule, status, file, proof }] : [];
  });
}

/** Describes each fault of a row in a sentence. */
function findComplaints({ rule, status, file, proof }: Row): string[] {
  if (status !== 'enforced') return proof === '' ? [`${rule}: say where it is left to`] : [];
  const [testFile = '', title = ''] = proof.split(/: (.*)/);
  const found: string[] = [];
  if (!existsSync(`src/engine/srd5e/${file}`)) found.push(`${rule}: no file ${file}`);
  const source =
    testFile.endsWith('.test.ts') && existsSync(`${TESTS}/${testFile}`)
      ? readFileSync(`${TESTS}/${testFile}`, 'utf8')
      : '';
  const titles = [...source.matchAll(/\(\s*['"`]([^\n]*?)['"`],\s*(?:async )?\(/g)].map(([, name]) => name);
  if (title === '' || !titles.some((name) => name?.includes(title))) {
    found.push(`${rule}: no test "${title}" in ${testFile}`);
  }
  return found;
}

const rows = readRows(readFileSync(LEDGER, 'utf8'));

it('names a file and a living test for every enforced rule', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.flatMap(findComplaints)).toEqual([]);
});

it('names every file of the SRD rules', () => {
  const files = globSync('*.ts', { cwd: 'src/engine/srd5e' });
  const named = new Set(rows.map(({ file }) => file));

  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !named.has(file))).toEqual([]);
});

it.each([
  ['a file that is not there', 'nowhere.ts', 'numbers.test.ts: gives a score of %i the modifier %i'],
  ['a test that is not there', 'derived-numbers.ts', 'numbers.test.ts: gives everybody a pony'],
  ['a test file that is not there', 'derived-numbers.ts', 'nowhere.test.ts: gives'],
  ['no test at all', 'derived-numbers.ts', ''],
])('would notice %s', (_case, file, proof) => {
  expect(findComplaints({ rule: 'x', status: 'enforced', file, proof })).toHaveLength(1);
});
