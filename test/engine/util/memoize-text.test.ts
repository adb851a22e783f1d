import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { memoizeText } from '#engine/util/memoize.ts';

function counting() {
  const asked: string[] = [];
  const say = (text: string) => {
    asked.push(text);
    return text.length;
  };
  return { asked, say };
}

it('says of a text what it said before, without working it out again', () => {
  const { asked, say } = counting();
  const length = memoizeText(say);
  expect([length('lamp'), length('lamp'), length('')]).toEqual([4, 4, 0]);
  expect(asked).toEqual(['lamp', '']);
});

it('remembers a zero and an empty text as well', () => {
  const { asked, say } = counting();
  const length = memoizeText(say);
  length('');
  length('');
  expect(asked).toEqual(['']);
});

it('forgets what was not asked for lately and keeps what was', () => {
  const { asked, say } = counting();
  const length = memoizeText(say, 8);
  for (const text of ['kept', 'gone', 'kept', 'new1', 'kept', 'new2', 'kept', 'new3', 'kept', 'gone'])
    length(text);
  expect(asked.filter((text) => text === 'kept')).toHaveLength(1);
  expect(asked.filter((text) => text === 'gone')).toHaveLength(2);
});

it('does not keep the long texts in memory that its texts were cut out of', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const measure = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const same = memoizeText((text) => text);
  const before = measure();
  for (let day = 0; day < 200; day += 1) {
    const long = `On day ${day} the bell tolled. ${'Rope and tar. '.repeat(10_000)}\nNight fell on day ${day}.`;
    same(long.split('\n')[1] ?? '');
  }
  expect(measure() - before).toBeLessThan(5_000_000);
  expect(same('Night fell on day 7.')).toBe('Night fell on day 7.');
});
