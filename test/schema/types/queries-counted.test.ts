import { StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());
afterEach(() => vi.restoreAllMocks());

/** Everything a page that shows whole campaigns could ask for, five levels deep. */
const DEEP = /* GraphQL */ `
  query ($first: Int!) {
    campaigns(first: $first) {
      nodes {
        name
        usage { costUsd lines { step } }
        sessions {
          lastEventCursor
          usage { calls }
          campaign { name }
          runningTurn { id }
          currentScene { narration time { text } place { name } facts { predicate subject { name } } }
          characters(first: 5) { nodes { name } }
          observations(first: 5) { nodes { content priority } }
          chronicle(first: 5) { nodes { summary } }
          rolls(first: 5) { nodes { line } }
          relationChanges(first: 5) { nodes { scene { index } after { trust } } }
          gm { observations(first: 5) { nodes { content } } chronicle(first: 5) { nodes { summary } } }
          scenes(first: 10) {
            nodes {
              index
              header { text }
              present { name }
              session { id }
              rolls { total }
              gm { agendas { goal } facts { visibility } }
              turn { actionId usage { costUsd } rolls { faces } steps { name } recordings { attempt } scene { index } }
            }
          }
          turns(last: 10) { nodes { status scene { index time { iso } } baseScene { index } rolls { line } session { id } } }
        }
      }
    }
  }
`;

async function queriesFor(first: number): Promise<number> {
  const read = vi.spyOn(StatementSync.prototype, 'all');
  await ask(engine.url, DEEP, { first });
  const count = read.mock.calls.length;
  read.mockRestore();
  return count;
}

it('asks the database no more often for six campaigns with their scenes, turns and dice than for one', async () => {
  for (let campaign = 0; campaign < 6; campaign += 1) {
    const sessionId = await begin(engine.url);
    await takeTurn(engine.url, sessionId, { text: 'I force the drawer open before anybody sees me.' });
    if (campaign % 2 === 0) await takeTurn(engine.url, sessionId);
  }
  const one = await queriesFor(1);
  const six = await queriesFor(6);

  expect(one).toBeGreaterThan(5);
  expect(six).toBe(one);
  expect(six).toBeLessThan(40);
});
