import { expect, it } from 'vitest';
import { begun } from '#engine/kit/begun.ts';

async function* counting(log: string[]): AsyncGenerator<number> {
  try {
    for (let count = 1; count <= 3; count += 1) {
      log.push(`made ${count}`);
      yield count;
    }
  } finally {
    log.push('closed');
  }
}

it('asks for the first value before anybody waits for it, and for no other', () => {
  const log: string[] = [];
  begun(counting(log));

  expect(log).toEqual(['made 1']);
});

it('gives every value once, in order', async () => {
  expect(await Array.fromAsync(begun(counting([])))).toEqual([1, 2, 3]);
});

it('closes what it reads from when the reader stops', async () => {
  const log: string[] = [];
  for await (const _ of begun(counting(log))) break;

  expect(log).toEqual(['made 1', 'closed']);
});

it('fails when it is read, not before', async () => {
  const failing = begun(
    (async function* (): AsyncGenerator<number> {
      yield await Promise.reject(new Error('no line'));
    })(),
  );
  await new Promise((resolve) => setImmediate(resolve));

  await expect(Array.fromAsync(failing)).rejects.toThrow('no line');
});

it('closes what it reads from when what is done meanwhile fails, and says why', async () => {
  const log: string[] = [];
  const values = begun(counting(log));
  const failing = values.meanwhile(() => {
    throw new Error('out of ink');
  });

  await expect(failing).rejects.toThrow('out of ink');
  expect(log).toEqual(['made 1', 'closed']);
});

it('goes on with every value after what was done meanwhile', async () => {
  const values = begun(counting([]));

  expect(await values.meanwhile(() => 'done')).toBe('done');
  expect(await Array.fromAsync(values)).toEqual([1, 2, 3]);
});
