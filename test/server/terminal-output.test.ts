import { expect, it } from 'vitest';
import { openLogger } from '#server/logger.ts';
import { createTerminalOutput } from '../../src/server/terminal-output.ts';

/** A terminal that keeps what was written to it. */
function openTerminal(hasColours: boolean) {
  let text = '';
  const terminal = createTerminalOutput({ write: (more) => (text += more) }, hasColours);
  return { terminal, text: () => text, logger: openLogger('info', terminal) };
}

it('writes log lines for people, with fields and the stack of an error', () => {
  const { logger, text } = openTerminal(false);
  logger.info({ packId: 'red_lamp', chunks: 12, apiKey: 'sk-1' }, 'lore index');
  logger.error({ err: new Error('no room') }, 'the sweep failed');

  expect(text()).toMatch(
    /^\d\d:\d\d:\d\d INFO {2}lore index packId=red_lamp chunks=12 apiKey=\[cut out\]\n\d\d:\d\d:\d\d ERROR the sweep failed\n {4}Error: no room\n {8}at /,
  );
});

it('colours levels where the terminal has colours', () => {
  const { logger, text } = openTerminal(true);
  logger.warn('careful');

  expect(text()).toContain('\x1b[33mWARN \x1b[39m careful');
});

it('keeps one progress line below the log and removes it before other text', () => {
  const { terminal, logger, text } = openTerminal(false);
  terminal.showProgress('opens the store');
  logger.warn('a pack has problems');
  terminal.showProgress('reads the packs');
  terminal.print('Scenewright listens\n');
  terminal.print('more\n');

  const shown = text().replace(/\d\d:\d\d:\d\d/, 'TIME');
  expect(shown).toBe(
    [
      'Scenewright starts: opens the store …',
      '\r\x1b[2KTIME WARN  a pack has problems\nScenewright starts: opens the store …',
      '\r\x1b[2KScenewright starts: reads the packs …',
      '\r\x1b[2KScenewright listens\nmore\n',
    ].join(''),
  );
});
