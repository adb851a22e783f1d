import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import { LAST_TIDE, writeEndingStory } from '../support/ending-story.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: writeEndingStory('duet'),
    provider: createOfflineProvider({ wordsPerSecond: 0 }),
  });
}, 60_000);
afterAll(() => engine.close());

const LINE = '"Weather," says Marit, and lifts the string over her head. "It was never a key to a door."';

type Taken = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly turn?: {
    readonly status: string;
    readonly scene: Scene | null;
  };
};
type Ending = { readonly endingId: string; readonly title: string; readonly epilogue: string };
type Scene = {
  readonly id: string;
  readonly narration: string;
  readonly choices: readonly { readonly key: string }[];
  readonly ending: Ending | null;
};

async function act(sessionId: string, actionId: string, text: string, mode = 'STORY'): Promise<Taken> {
  const { takeTurn } = await ask<{ takeTurn: Taken }>(
    engine.url,
    /* GraphQL */ `
      mutation ($input: TakeTurnInput!) {
        takeTurn(input: $input) {
          __typename
          ... on TurnPayload {
            turn {
              status scene { id narration choices { key } ending { endingId title epilogue } } }
          }
          ... on Failure { code message }
        }
      }
    `,
    { input: { sessionId, actionId, action: { text }, mode } },
  );
  return takeTurn;
}

it('is finished offline by free words, refuses to go on, and goes on from an earlier scene', async () => {
  type Started = { startCampaign: { campaign: { id: string }; session: { id: string } } };
  type Entries = { entryPoints: { nodes: { id: string; entryPointId: string }[] } };
  const { entryPoints } = await ask<Entries>(
    engine.url,
    '{ entryPoints(first: 50) { nodes { id entryPointId } } }',
  );
  const entryPointId = entryPoints.nodes.find((entry) => entry.entryPointId === LAST_TIDE)?.id;
  const { startCampaign } = await ask<Started>(
    engine.url,
    `mutation ($entryPointId: ID!) { startCampaign(input: { entryPointId: $entryPointId }) {
      ... on StartCampaignPayload { campaign { id } session { id } } } }`,
    { entryPointId },
  );
  const sessionId = startCampaign.session.id;

  const pulled = await act(sessionId, 'a', 'Pull the rope behind the stove.');
  expect(pulled.turn?.scene?.narration).toContain('The bell rope runs down through the floor.');
  expect(pulled.turn?.scene?.narration).toContain('Tomas Rell is here now.');
  expect(pulled.turn?.scene?.ending).toBeNull();

  const asked = await act(sessionId, 'b', 'Ask Marit for the brass key.');
  const ending = {
    endingId: 'the_bell',
    title: 'The Bell Is Rung',
    epilogue: 'The bell rings once, and every lamp on the Quay goes out.',
  };
  expect(asked.turn?.scene?.narration).toContain(LINE);
  expect(asked.turn?.scene).toMatchObject({ choices: [], ending });

  type Endings = { campaign: { ending: Ending | null; sessions: { ending: Ending | null }[] } };
  const read = () =>
    ask<Endings>(
      engine.url,
      `query ($id: ID!) { campaign(id: $id) {
        ending { endingId title epilogue } sessions { ending { endingId title epilogue } } } }`,
      { id: startCampaign.campaign.id },
    );
  expect((await read()).campaign).toEqual({ ending, sessions: [{ ending }] });

  const refused = await act(sessionId, 'c', 'Go to the mole.');
  expect(refused).toMatchObject({ __typename: 'Refused', code: 'STORY_ENDED' });
  expect(refused.message).toContain('The Bell Is Rung');
  const question = await act(sessionId, 'd', 'What happened to the bell?', 'DM');
  expect(question.turn?.status).toBe('ANSWERED');

  const { rewindSession } = await ask<{ rewindSession: { session: { id: string; ending: Ending | null } } }>(
    engine.url,
    `mutation ($sessionId: ID!, $toSceneId: ID!) { rewindSession(input: { sessionId: $sessionId, toSceneId: $toSceneId }) {
      ... on SessionPayload { session { id ending { title } } } ... on Failure { code message } } }`,
    { sessionId, toSceneId: pulled.turn?.scene?.id },
  );
  expect(rewindSession.session.ending).toBeNull();
  const on = await act(rewindSession.session.id, 'e', 'Go to the mole.');
  expect(on.turn).toMatchObject({ status: 'COMMITTED', scene: { ending: null } });
  expect((await read()).campaign.ending).toBeNull();
}, 60_000);
