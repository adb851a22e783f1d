import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { quayAndWaitingQuay } from './asking-packs.ts';
import { openEngine } from './engine.ts';
import { createPlainProvider } from './plain-provider.ts';

/** The steps a player reads while they are streamed. */
const SHOWN = ['narrate', 'retell'];
const WORDS_AT_ONCE = 3;

/**
 * A server with the plain provider, as a process of its own that can be killed: `node plain-server.ts <folder> [<words per second>
 * [<folder of a built studio>]]`. It plays Lantern Quay and the quay in which every check waits for the player.
 */
const [folder = '', wordsPerSecond = '0', studio] = process.argv.slice(2);
const provider = withPace(createPlainProvider(), Number(wordsPerSecond));
const engine = await openEngine({
  folder,
  provider,
  ...(studio === undefined ? {} : { studio }),
  // A server that is started again finds the packs of the first.
  writePacks: (packs) => {
    if (!existsSync(packs)) quayAndWaitingQuay(packs);
  },
});
await engine.turns.sweep({ atStart: true });
void engine.tidy();
process.stdout.write(`listens on ${engine.url}/graphql\n`);

/** Streams prose at a reader's pace; at once for 0. */
function withPace(plain: Provider, pace: number): Provider {
  return {
    ...plain,
    async *stream(request): AsyncGenerator<ReplyPart> {
      for await (const part of plain.stream(request)) {
        yield part;
        if (pace > 0 && SHOWN.includes(request.step) && part.type === 'text-delta')
          await wait((1_000 * WORDS_AT_ONCE) / pace, undefined, { signal: request.signal });
      }
    },
  };
}
