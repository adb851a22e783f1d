import { expect, it } from 'vitest';
import { checkedWith, lanternQuay, toldOf } from './lantern-quay.ts';

const lore = (yaml: string) =>
  checkedWith({ 'culture/bomb.md': `---\nid: bomb\nname: Bomb\n${yaml}\n---\n` });

const laughs = ['a: &a [ha, ha, ha, ha, ha, ha, ha, ha, ha]'];
for (const [at, name] of [...'bcdefghi'].entries()) {
  const before = 'abcdefgh'[at];
  laughs.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);
}

it('defuses a billion laughs', () => {
  expect(toldOf(lore(laughs.join('\n')))).toEqual([
    'culture/bomb.md:6:8 error too-much-yaml: The file unfolds to more than 100 aliases. Cut it into several files.',
  ]);
});

it('ends an alias that contains itself', () => {
  const [told = ''] = toldOf(lore('tags: &tags [*tags]'));

  expect(told).toContain('error too-much-yaml: The file unfolds to more than 32 levels.');
});

it.each([
  ['brackets', `tags: ${'['.repeat(20_000)}`],
  ['closed brackets', `tags: ${'['.repeat(3000)}${']'.repeat(3000)}`],
  ['indentation', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['dashes', '- '.repeat(20_000)],
  ['question marks', '? '.repeat(20_000)],
])('answers endless %s with a problem', (_what, yaml) => {
  const report = lore(yaml);

  expect(report.isPlayable).toBe(false);
  expect(report.problems.length).toBeLessThanOrEqual(50);
});

it('does not unfold more YAML than it can hold', () => {
  expect(toldOf(lore(`tags: [${'a, '.repeat(60_000)}]`))).toEqual([
    'culture/bomb.md:4:149996 error too-much-yaml: The file unfolds to more than 50000 values. Cut it into several files.',
  ]);
  expect(toldOf(lore(`summary: ${'x'.repeat(400_000)}`))).toEqual([
    'culture/bomb.md:2:1 error too-large: There are 400030 characters of YAML; at most 400000 are read. Cut it into several files.',
  ]);
});

it('stays quick with many keys', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n');

  expect(lore(keys).problems.length).toBeLessThanOrEqual(50);
});

it.each(['constructor', 'prototype', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'])(
  'treats the key %s as any other word nobody knows',
  (key) => {
    const report = lore(`${key}: { polluted: true }`);

    expect(report.isPlayable).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
);

it.each([
  ['a timestamp', 'summary: !!timestamp 2001-12-14'],
  ['binary', 'summary: !!binary aGVsbG8='],
  ['a set', 'tags: !!set { a, b }'],
  ['a function', 'summary: !!js/function "() => 1"'],
])('accepts no tag that makes more than JSON: %s', (_what, yaml) => {
  expect(lore(yaml).isPlayable).toBe(false);
});

it('keeps reading the other files', () => {
  const pack = lanternQuay({
    'culture/bomb.md': '---\n[[[[\n---\n',
    'history/other.md': '---\nid: other\ncolour: red\n---\n',
  });
  const files = checkedWith(Object.fromEntries(pack.files.map(({ path, text }) => [path, text]))).problems;

  expect(new Set(files.map(({ file }) => file))).toEqual(new Set(['culture/bomb.md', 'history/other.md']));
});
