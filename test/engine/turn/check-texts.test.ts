import { describe, expect, it, vi } from 'vitest';
import { checkTexts, withoutLabels } from '#engine/turn/check-texts.ts';
import { quietRoom } from './checks/quiet-room.ts';

const SECRET = 'Bruno poisoned the well behind the chapel in the dry summer.';
const ROOM = quietRoom();
const checksOf = async (text: string, facts = ROOM) =>
  ((await checkTexts([text], facts, null)).get(text) ?? []).map(({ check }) => check);

describe('a text that a player reads beside the prose', () => {
  it.each([
    ['in its own words', `Ask about this: ${SECRET}`, ['secrets']],
    ['in other words', 'The well by the chapel was poisoned that dry summer', ['secrets']],
    ['as an id', 'Ask npc_bruno_001 for a light', ['internal_labels']],
    ['as a label', 'A man of quiet dread', ['internal_labels']],
    ['both', `lore_hook: ${SECRET}`, ['secrets', 'internal_labels']],
  ])('is unfit when it tells what it must not %s', async (_how, text, checks) => {
    expect(await checksOf(text)).toEqual(checks);
  });

  it.each([
    'Ask Bruno for a light',
    'Draw water from the well',
    'Walk round behind the chapel',
    'The summer was dry.',
    'Bruno keeps the hall, and the hall keeps its own counsel.',
    '',
  ])('is fit as any text is: %s', async (text) => {
    expect(await checksOf(text)).toEqual([]);
  });

  it('is fit when it tells what the player wrote', async () => {
    expect(await checksOf(SECRET, quietRoom({ playerWords: [SECRET] }))).toEqual([]);
  });
});

it('looks at the meaning of what words leave open, of all texts at once', async () => {
  const near = ['Somebody fouled the well in summer', 'The chapel roof leaked all summer'];
  const embed = vi.fn(async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.of(text === SECRET || text === near[0] ? 1 : 0, 1)),
  );
  const unfit = await checkTexts([...near, 'Go to bed'], ROOM, embed);
  expect(embed).toHaveBeenCalledTimes(1);
  expect([...unfit.keys()]).toEqual([near[0]]);
  await checkTexts(['Go to bed', 'Wait'], ROOM, embed);
  expect(embed).toHaveBeenCalledTimes(1);
});

it('takes out only the sentences that show the engine', () => {
  expect(withoutLabels('The yard is wet. Disposition: hostile. A lamp burns.', ROOM)).toBe(
    'The yard is wet. A lamp burns.',
  );
  expect(withoutLabels('Disposition: hostile.', ROOM)).toBe('');
});
