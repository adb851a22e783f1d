import { afterEach, expect, it } from 'vitest';
import { isRejection } from '#engine/kit/rejection.ts';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import type { Replay } from '#engine/replay/replay-turns.ts';
import { openEngine } from '../../support/engine.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { scriptedProvider, told } from '../../support/scripted-provider.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

/** Plays the opening and three turns, and gives the campaign's own id of the session. */
async function played(
  words = ['I ask the keeper about the ledger.', 'I look for the second ledger.', 'I wait.'],
) {
  const globalId = await begin(engine.url);
  for (const text of words) await takeTurn(engine.url, globalId, { text });
  await engine.tidied();
  return Buffer.from(globalId, 'base64')
    .toString('utf8')
    .replace(/^Session:/, '');
}

function replayOf(result: Awaited<ReturnType<typeof engine.replays>>): Replay {
  if (isRejection(result)) throw new Error(result.reason);
  return result;
}

it('plays turns again to the byte and asks nobody', async () => {
  engine = await openEngine();
  const sessionId = await played();
  const asked = engine.asked.length;
  const replay = replayOf(await engine.replays({ sessionId, from: 1, to: 4 }));

  expect(replay.turns.map(({ isSame, failure, changed }) => ({ isSame, failure, changed }))).toEqual(
    Array.from({ length: 4 }, () => ({ isSame: true, failure: null, changed: [] })),
  );
  expect(replay).toMatchObject({ kind: 'exact', isSame: true });
  expect(replay.turns.flatMap(({ prompts }) => prompts)).toEqual([]);
  expect(replay.metrics.replayed).toMatchObject({ turns: 4, length: replay.metrics.recorded.length });
  expect(engine.asked).toHaveLength(asked);
});
