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
