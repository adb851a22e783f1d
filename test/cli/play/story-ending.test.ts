import { afterEach, beforeEach, expect, it } from 'vitest';
import { playCommand } from '#cli/commands/play.ts';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import { LAST_TIDE, writeEndingStory } from '../../support/ending-story.ts';
import { openEngine } from '../../support/engine.ts';
import { pseudoTerminal } from '../../support/pseudo-terminal.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeEach(async () => {
  const provider = createOfflineProvider({ wordsPerSecond: 0 });
  engine = await openEngine({ writePacks: writeEndingStory(), provider });
});
afterEach(() => engine.close());

it('prints the epilogue after the last scene, says what can be done, refuses to go on, and takes it back', async () => {
  const seat = pseudoTerminal({ width: 0 });
  const done = playCommand.run(['--server', engine.url, '--new', '--entry', LAST_TIDE], {
    terminal: seat.terminal,
    currentFolder: '.',
    environment: {},
  });
  seat.type(
    'Pull the rope behind the stove.',
    'Ask Marit for the brass key.',
    'Go to the mole.',
    '/undo',
    '/quit',
  );
  await done;
  const out = seat.out();

  const [line, title, epilogue, advice, refusal, undone] = [
    '"It was never a key to a door."',
    'The Bell Is Rung\n',
    'The bell rings once, and every lamp on the Quay goes out.',
    'The story has ended. `? …` asks about it, /undo takes the last turn back to play on',
    'The story has ended: The Bell Is Rung.',
    ', scene 2\n',
  ].map((text) => out.indexOf(text));
  const places = [line, title, epilogue, advice, refusal, undone];
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one = 0, other = 0) => one - other));
  expect(out.split('every lamp on the Quay goes out')).toHaveLength(2);
});
