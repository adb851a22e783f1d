import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import {
  compressChanges,
  decompressChanges,
  type SnapshotParts,
  serialiseParts,
  toSnapshotParts,
} from '../../../../src/engine/store/snapshots/compressed-snapshots.ts';

const key = fc.constantFrom('entities', 'facts', 'time', '9', '10', 'a\nb', '');
const records = fc.dictionary(key, fc.jsonValue());
const snapshot = fc.dictionary(key, fc.oneof(records, fc.jsonValue()));

function parts(value: object): SnapshotParts {
  const found = toSnapshotParts(value);
  if (found === null) throw new Error('there are no parts');
  return found;
}

it('parts put together are the canonical JSON of what they are of', () => {
  fc.assert(
    fc.property(snapshot, (world) => {
      expect(serialiseParts(parts(world))).toBe(toCanonicalJson(world));
    }),
  );
});

it('any snapshot comes back from any base to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(snapshot, snapshot, async (base, next) => {
      const pressed = await compressChanges(parts(base), parts(next));
      expect(decompressChanges(parts(base), pressed)).toBe(toCanonicalJson(next));
    }),
  );
});

it('a snapshot that shares most of its base comes back to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(snapshot, key, key, fc.jsonValue(), async (base, field, record, value) => {
      const next = { ...base, [field]: { ...Object(base[field]), [record]: value } };
      const pressed = await compressChanges(parts(base), parts(next));
      expect(decompressChanges(parts(base), pressed)).toBe(toCanonicalJson(next));
    }),
  );
});

it.each([
  ['a field less', { a: 1, b: { c: 1 } }, { a: 1 }],
  ['a record less', { b: { c: 1, d: 2 } }, { b: { c: 1 } }],
  ['no record left', { b: { c: 1 } }, { b: {} }],
  ['the first record', { b: {} }, { b: { c: 1 } }],
  ['records where a text was', { b: 'none' }, { b: { c: 1 } }],
  ['a text where records were', { b: { c: 1 } }, { b: 'none' }],
  ['nothing at all', { a: 1, b: { c: 1 } }, {}],
  ['no change', { a: 1, b: { c: 1 } }, { a: 1, b: { c: 1 } }],
])('%s', async (_case, base, next) => {
  const pressed = await compressChanges(parts(base), parts(next));
  expect(decompressChanges(parts(base), pressed)).toBe(toCanonicalJson(next));
});

it('takes little room for a line that was added to a long text', async () => {
  const lines = Array.from({ length: 400 }, (_, line) => `Line ${line} tells of ${line * 7919}.`).join('\n');
  const pressed = await compressChanges(parts({ summary: lines }), parts({ summary: `${lines}\nOne more.` }));
  expect(pressed.length).toBeLessThan(120);
});

it.each([[[1, 2]], ['a text'], [null]])('%j has no parts', (value) => {
  expect(toSnapshotParts(value)).toBeNull();
});
