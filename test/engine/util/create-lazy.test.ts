import { expect, it } from 'vitest';
import { createLazy } from '#engine/util/memoize.ts';

it('works something out when it is first asked for, and only once', () => {
  let count = 0;
  const number = createLazy(() => {
    count += 1;
    return undefined;
  });
  expect(count).toBe(0);
  expect([number(), number()]).toEqual([undefined, undefined]);
  expect(count).toBe(1);
});
