import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin, takeTurn } from '../support/play.ts';
import { campaignOf } from '../support/sittings-stage.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let campaignId: string;
let turnId: string | undefined;

beforeAll(async () => {
  engine = await openEngine();
  sessionId = await begin(engine.url);
  const { turn } = await takeTurn(engine.url, sessionId, {
    text: 'I force the drawer open before anybody sees me.',
  });
  turnId = turn?.id;
  await engine.tidied();
  ({ campaignId } = await campaignOf(engine.url, sessionId));
});
afterAll(() => engine.close());

const REPLAY = /* GraphQL */ `
  mutation ($input: ReplayInput!) {
    result: replayTurns(input: $input) {
      __typename
      ... on Replay {
        isExact isSame changes report
        turns {
          sceneIndex isSame changed failure
          rolls { onlyRecorded onlyReplayed } models { onlyReplayed } prompts { step }
        }
        recorded { turns length { mean } } replayed { turns length { mean } }
      }
      ... on Failure { code message path }
    }
  }
`;

type Replayed = {
  result: {
    __typename: string;
    code?: string;
    path?: string[];
    report: string;
    turns: { rolls: { onlyReplayed: string[] } }[];
  };
};

const replay = (input: object) =>
  ask<Replayed>(engine.url, REPLAY, { input: { sessionId, ...input } }).then(({ result }) => result);

it('plays a whole session again to the byte, with the metrics of both', async () => {
  const result = await replay({});

  expect(result).toMatchObject({
    __typename: 'Replay',
    isExact: true,
    isSame: true,
    changes: [],
    turns: [
      { sceneIndex: 1, isSame: true, changed: [], failure: null },
      { sceneIndex: 2, isSame: true, changed: [], failure: null },
    ],
    recorded: { turns: 2 },
    replayed: { turns: 2 },
  });
  expect(result.report).toContain('All came out the same.');
});

it('rolls again by another seed, and leaves not a trace in the campaign', async () => {
  const bytes = async () => {
    const id = Buffer.from(campaignId, 'base64').toString('utf8').slice('Campaign:'.length);
    const file = await engine.store.archives.exportCampaign(id, new Date());
    return Buffer.isBuffer(file) ? file.toString('base64') : file;
  };
  const before = await bytes();
  const result = await replay({ from: 2, to: 2, seed: 'another' });

  expect(result.turns[0]?.rolls.onlyReplayed).toHaveLength(1);
  expect(await bytes()).toBe(before);
});

it.each([
  ['scenes nobody played', { from: 1, to: 9 }, 'INVALID_INPUT', ['input', 'to']],
  [
    'a prompt nobody wrote',
    { prompts: [{ id: 'narrate', version: 99 }] },
    'INVALID_INPUT',
    ['input', 'prompts'],
  ],
  ['a model nobody can ask', { largeModel: 'claude-opus' }, 'INVALID_INPUT', ['input', 'largeModel']],
  ['a session that is not there', { sessionId: 'U2Vzc2lvbjpub25l' }, 'NOT_FOUND', ['input', 'sessionId']],
])('refuses %s as a foreseen failure', async (_case, input, code, path) => {
  expect(await replay(input)).toMatchObject({ code, path });
});

it('tells how well the turns of a campaign went, and the stretches of its lore', async () => {
  const { metrics } = await ask<{ metrics: object }>(
    engine.url,
    /* GraphQL */ `
      query ($campaignId: ID!) {
        metrics(campaignId: $campaignId) {
          metrics { turns clarificationRate costPerTurn length { min max } agencyViolations }
          loreStretches {
            session { id } beganBy endedBy fromScene toScene exchanges snapshots costUsd unpricedCalls pulls { recordId type }
          }
        }
      }
    `,
    { campaignId },
  );

  expect(metrics).toMatchObject({
    metrics: { turns: 2, clarificationRate: 0, costPerTurn: 0, agencyViolations: 0 },
    loreStretches: [
      { session: { id: sessionId }, endedBy: null, fromScene: 1, toScene: 2, exchanges: 2, snapshots: 2 },
    ],
  });
});

it('has no metrics of a campaign that is not there', async () => {
  const query = 'query ($id: ID!) { metrics(campaignId: $id) { metrics { turns } } }';

  expect(await ask(engine.url, query, { id: 'Q2FtcGFpZ246bm9uZQ==' })).toEqual({ metrics: null });
});

it('gives a recording as a page to read, with the room it takes', async () => {
  type Answer = { turn: { recordings: { report: string; bytes: number }[] } };
  const { turn } = await ask<Answer>(
    engine.url,
    'query ($id: ID!) { turn(id: $id) { recordings { report bytes } } }',
    { id: turnId },
  );
  const [recording] = turn.recordings;

  expect(recording?.report).toContain('What came of it');
  expect(recording?.report).toContain(
    `This recording takes ${((recording?.bytes ?? 0) / 1024).toFixed(1)} kB.`,
  );
});
