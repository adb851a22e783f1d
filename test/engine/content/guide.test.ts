import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildFileSchemas } from '#engine/content/json-schemas.ts';
import { checkedWith, LANTERN_QUAY, toldOf } from './lantern-quay.ts';

const GUIDE = readFileSync('content_packs/README.md', 'utf8');

it('shows a pack without a single problem', () => {
  expect(LANTERN_QUAY.size).toBeGreaterThan(15);
  expect(toldOf(checkedWith({}))).toEqual([]);
});

it.each(buildFileSchemas())('shows or names every key of $kind', ({ schema }) => {
  const { properties } = schema as { readonly properties: Readonly<Record<string, unknown>> };
  const unsaid = Object.keys(properties).filter((key) => !new RegExp(`\\b${key}\\b`).test(GUIDE));

  expect(unsaid).toEqual([]);
});
