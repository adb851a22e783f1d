import { expect, it } from 'vitest';
import { createLaterId, createTimeOrderedIds } from '#engine/util/new-id.ts';

const MIDNIGHT = Date.UTC(2026, 10, 16);
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes UUIDs of version 7 that sort by the time they were made', () => {
  let now = MIDNIGHT;
  const newId = createTimeOrderedIds(() => new Date(now));
  const ids = Array.from({ length: 50 }, () => {
    now += 1;
    return newId();
  });

  expect(ids.every((id) => UUID_7.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(50);
});

it('makes more of them in one millisecond than its count can hold, each behind the one before', () => {
  const newId = createTimeOrderedIds(() => new Date(MIDNIGHT));
  const ids = Array.from({ length: 10_000 }, newId);

  expect(ids.every((id) => UUID_7.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_000);
});

it('makes none that sorts before an earlier one when the clock is set back', () => {
  let now = MIDNIGHT;
  const newId = createTimeOrderedIds(() => new Date(now));
  const ids = Array.from({ length: 100 }, () => {
    now -= 1_000;
    return newId();
  });

  expect([...ids].sort()).toEqual(ids);
});

it('makes one that sorts behind another, however far ahead that is', () => {
  const ids = ['01a1e79b-58ff-7ffe-8307-00087fad5c67'];
  while (ids.length < 10) ids.push(createLaterId(ids.at(-1) ?? ''));

  expect(ids.every((id) => UUID_7.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(ids[2]).toMatch(/^01a1e79b-5900-7000-/);
});
