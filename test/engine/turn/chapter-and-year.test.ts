import { afterEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { promptedNarrator } from '../../support/prompted-provider.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const YEAR = 'I sleep through the winter.';
const CHAPTER = 'I leave for good.';
const provider = () =>
  promptedNarrator({
    [YEAR]: {
      prose: 'The quay empties. Snow comes, and goes.',
      outcome: { elapsed_minutes: 120 },
    },
    [CHAPTER]: {
      prose: 'The last boat carries the lamp away.',
      outcome: { operations: [{ op: 'start_chapter', title: 'Away' }] },
    },
  });

/** How the last telling was asked for. */
const callType = () => Object(engine.asked.findLast(({ step }) => step === 'narrate')?.input).callType;

it.each([
  ['the reckoning of a year that ended', YEAR, 'year_end'],
  ['the opening of a chapter', CHAPTER, 'chapter_start'],
])(
  'begins the next telling with %s, once, whatever was only thought in between',
  async (_what, words, type) => {
    engine = await openEngine({ provider: provider() });
    const sessionId = await sitDownAt(engine, LANTERN_QUAY);
    const say = (text: string, mode: 'STORY' | 'THINK' = 'STORY') =>
      played(engine, sessionId, text, createStoryInput(text, { mode }));
    if (words === YEAR) {
      // The year ends within the longest time a turn may take.
      const proposals = [{ op: 'set_time', to: '1890-12-31 23:00' }];
      await played(engine, sessionId, 'late', { kind: 'operations', asker: 'god', proposals });
    }
    expect(await say(words)).toMatchObject({ status: 'committed' });
    expect(callType()).not.toBe(type);
    await say('What now?', 'THINK');
    expect(await say('I look around.')).toMatchObject({ status: 'committed' });
    expect(callType()).toBe(type);
    await say('I listen.');
    expect(callType()).not.toBe(type);
  },
);
