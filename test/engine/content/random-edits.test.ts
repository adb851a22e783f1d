import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkFiles } from '#engine/content/check-pack.ts';
import { lanternQuay } from './lantern-quay.ts';

const PACK = lanternQuay().files;
const RUNS = 60;

/** Whatever was done to the pack: an answer, in which every problem stands somewhere and says something. */
function answers(files: readonly { readonly path: string; readonly text: string }[]): void {
  const report = checkFiles([{ origin: 'lantern_quay', files, problems: [] }]);
  for (const { line, column, message, advice, code } of report.problems) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(column).toBeGreaterThanOrEqual(1);
    expect([message, advice, code].every((text) => text.length > 0)).toBe(true);
  }
}

const scrap = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '---\n',
    ': ',
    '- ',
    '\n',
    '  ',
    '[',
    '{',
    '}',
    ']',
    '"',
    "'",
    '#',
    '|',
    '&a',
    '*a',
    '!x',
    '\t',
    '\0',
    '\u2028',
    '{{',
    '%',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

it('survives any cut and any insertion in any file', () => {
  const edit = fc.record({ file: fc.nat(PACK.length - 1), at: fc.nat(4000), cut: fc.nat(200), scrap });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const files = PACK.map((file) => ({ ...file }));
      for (const { file, at, cut, scrap: words } of edits) {
        const target = files[file];
        if (target === undefined) continue;
        const start = at % (target.text.length + 1);
        target.text = target.text.slice(0, start) + words + target.text.slice(start + cut);
      }
      answers(files);
    }),
    { numRuns: RUNS },
  );
});

const anything = fc.anything({ maxDepth: 3, withNullPrototype: false, withBigInt: false, withDate: false });
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  anything.map((value) => JSON.parse(JSON.stringify(value) ?? 'null')),
);

it('survives any value in the place of any key', () => {
  const data = PACK.filter(({ path }) => path.endsWith('.yaml'));
  const change = fc.record({
    file: fc.nat(data.length - 1),
    key: fc.nat(60),
    value: json,
    deep: fc.boolean(),
  });
  fc.assert(
    fc.property(change, ({ file, key, value, deep }) => {
      const target = data[file];
      const content = parse(target?.text ?? '') as Record<string, unknown>;
      const name = Object.keys(content)[key % Object.keys(content).length] ?? 'id';
      const inner = content[name];
      content[name] = deep && Array.isArray(inner) ? [...inner, value] : value;
      answers(PACK.map((one) => (one === target ? { ...one, text: stringify(content) } : one)));
    }),
    { numRuns: RUNS },
  );
});

it('survives files that vanish, trade places and change their names', () => {
  const moves = fc.array(
    fc.record({
      from: fc.nat(PACK.length - 1),
      path: fc.constantFrom('', 'pack.yaml', 'npcs/x.md', 'x/y/z.md', 'laws/../x.md', 'rulesets/a.json'),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(moves, (list) => {
      const files = PACK.map((file) => ({ ...file }));
      for (const { from, path } of list) {
        const target = files[from];
        if (target !== undefined) target.path = path;
      }
      answers(files.filter(({ path }) => path !== ''));
    }),
    { numRuns: RUNS },
  );
});
