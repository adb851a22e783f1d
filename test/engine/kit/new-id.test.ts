import { expect, it } from 'vitest';
import { timeOrderedIds } from '#engine/kit/new-id.ts';

it('makes UUIDs of version 7 that sort by the time they were made', () => {
  let now = Date.UTC(2026, 10, 16);
  const newId = timeOrderedIds(() => new Date(now));
  const ids = Array.from({ length: 50 }, () => {
    now += 1;
    return newId();
  });

  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(50);
});
