import { StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, complexity: 1e9, repeats: 100 } } });
});
afterAll(() => engine.close());
afterEach(() => vi.restoreAllMocks());

const LORE = 'lore { boundary people { name } threads { title } passages { title } pulled { title } }';
const GM_LORE =
  'lore { tokens briefings { knows } discoverables { content } threads { text } pulls { title } pullLog { recordId } }';
const PLACED =
  'header { text } present { name conditions { name } } chapter { title } coreMemories { text } missions { title } deadlines { description } resources { name } laws { title } relations { trust } relationships { type } inventory { quantity item { name } } threads { title } clocks { name } facts { predicate subject { name } } choices { key } entities { name } combat { combatants { side } }';
const GM_SCENE =
  'gm { agendas { goal } facts { visibility } characters { withholds } locations { exits { label } } clocks { triggers { description } } threads { tags } missions { knownTo } deadlines { consequences } resources { consequence } relationships { notes } holdings { entries { quantity } } accounts { name } ledger { reason } personas { personaId } ' +
  `${GM_LORE} }`;

/** Everything a page that shows whole campaigns could ask for, every list there is. */
const DEEP = /* GraphQL */ `
  query ($first: Int!) {
    campaigns(first: $first) {
      nodes {
        name
        packs { packId }
        packChanges { packId }
        promptPins { promptId }
        members { name campaign { name } }
        viewerMembership { role }
        usage { costUsd lines { step } }
        sessions {
          lastEventCursor
          usage { calls lines { step } }
          campaign { name }
          runningTurn { id }
          parentScene { index }
          recap
          seed
          currentScene { narration time { text } place { name exits { label } } ${PLACED} ${LORE} }
          characters(first: 5) { nodes { name } }
          observations(first: 5) { nodes { content priority } }
          chronicle(first: 5) { nodes { summary involved { name } } }
          rolls(first: 5) { nodes { line } }
          relationChanges(first: 5) { nodes { scene { index } after { trust } } }
          events(first: 5) { nodes { __typename ... on TurnCommitted { scene { index } } } }
          gm { observations(first: 5) { nodes { content } } chronicle(first: 5) { nodes { summary } } }
          scenes(first: 10, wholeLine: true) {
            nodes {
              index
              session { id }
              rolls { total }
              narrations { version isChosen }
              ${PLACED} ${LORE} ${GM_SCENE}
              turn {
                actionId usage { costUsd } rolls { faces } steps { name } scene { index narrations { text } }
                recordings { attempt calls { step } }
              }
            }
          }
          turns(last: 10) { nodes { status scene { index time { iso } } baseScene { index } rolls { line } session { id } } }
        }
      }
    }
    viewer { campaigns(first: $first) { nodes { name } } memberships { role campaign { name } } }
  }
`;

async function queriesFor(first: number): Promise<number> {
  const read = vi.spyOn(StatementSync.prototype, 'all');
  await ask(engine.url, DEEP, { first });
  // The history indexer reads its log at times of its own.
  const statements = read.mock.contexts.map((statement) => String(Object(statement).sourceSQL));
  const count = statements.filter((sql) => !sql.includes('logged_history')).length;
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
  expect(six).toBeLessThanOrEqual(one);
  expect(six).toBeLessThan(60);
});
