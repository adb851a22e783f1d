import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/graphql-clients.ts';
import { openOfflineEngine } from '../support/offline-play.ts';

let engine: Awaited<ReturnType<typeof openOfflineEngine>>;
beforeAll(async () => {
  engine = await openOfflineEngine();
}, 120_000);
afterAll(() => engine.close());

type Choice = { readonly key: string; readonly text: string };
type Scene = {
  readonly narration: string;
  readonly choices: readonly Choice[];
  readonly ending: { readonly endingId: string; readonly epilogue: string } | null;
};
type Taken = {
  readonly code?: string;
  readonly message?: string;
  readonly turn?: { readonly status: string; readonly scene: Scene | null };
};

const SCENE = 'narration choices { key text } ending { endingId epilogue }';

/** Begins the first story of the list, as somebody who only presses enter does. */
async function begin(): Promise<{ readonly sessionId: string; readonly opening: Scene }> {
  type Entries = { entryPoints: { nodes: { id: string; entryPointId: string }[] } };
  const { entryPoints } = await ask<Entries>(
    engine.url,
    '{ entryPoints(first: 1) { nodes { id entryPointId } } }',
  );
  const [first] = entryPoints.nodes;
  expect(first?.entryPointId).toBe('red_lamp:the_night_mail');
  type Started = { startCampaign: { session: { id: string; currentScene: Scene } } };
  const { startCampaign } = await ask<Started>(
    engine.url,
    `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
      ... on StartCampaignPayload { session { id currentScene { ${SCENE} } } } } }`,
    { id: first?.id },
  );
  const { session } = startCampaign;
  return { sessionId: session.id, opening: session.currentScene };
}

async function take(sessionId: string, actionId: string, action: object): Promise<Taken> {
  const { takeTurn } = await ask<{ takeTurn: Taken }>(
    engine.url,
    `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
      ... on TurnPayload { turn { status scene { ${SCENE} } } } ... on Failure { code message } } }`,
    { input: { sessionId, actionId, action } },
  );
  return takeTurn;
}

/** Says one sentence after another and returns the scenes; every sentence must be understood. */
async function say(lines: readonly string[]) {
  const { sessionId } = await begin();
  const scenes: Scene[] = [];
  for (const [index, text] of lines.entries()) {
    const { turn, message } = await take(sessionId, `action ${index}`, { text });
    if (turn?.scene == null) throw new Error(`${text}: ${message ?? turn?.status}`);
    scenes.push(turn.scene);
  }
  return { sessionId, scenes, last: scenes.at(-1) };
}

/** Plays by numbers alone. */
async function playByNumbers(choose: (choices: readonly Choice[], chosen: readonly string[]) => Choice) {
  const { sessionId, opening } = await begin();
  const chosen: string[] = [];
  let scene = opening;
  while (scene.ending === null && chosen.length < 15) {
    const { key, text } = choose(scene.choices, chosen);
    const { turn, message } = await take(sessionId, `action ${chosen.length}`, { choice: key });
    if (turn?.scene == null) throw new Error(`${text}: ${message ?? turn?.status}`);
    chosen.push(text);
    scene = turn.scene;
  }
  return { ending: scene.ending, chosen };
}

describe('The Night Mail by free words', () => {
  it('is saved with the red lamp, after a talk that changes a mind', async () => {
    const { sessionId, scenes, last } = await say([
      'look around',
      'ask Dan about the bridge',
      'I look in the lamp room',
      'ask Dan who was in the lamp room',
      'go up to the signal box',
      'tell Mr. Tapley that the bridge is down',
      'pull the signal lever',
      'go back down to the platform',
      'look at the hat box',
      'tell Mrs. Quist about the bridge',
      'hold up the red lamp',
    ]);
    expect(scenes[3]?.narration).toContain('which one stops a train');
    expect(scenes[9]?.narration).toContain('My brother is on it.');
    expect(last?.ending).toMatchObject({ endingId: 'stopped' });
    expect(last?.ending?.epilogue).toContain('Nobody on the train ever learns your name.');
    const refused = await take(sessionId, 'after', { text: 'look around' });
    expect(refused.code).toBe('STORY_ENDED');
  }, 60_000);

  it('is saved with the fog signals, when Mrs. Quist is left alone', async () => {
    const { scenes, last } = await say([
      'ask Dan how to stop the train',
      'go to the signal box',
      'ask Tapley for the hut key',
      'go to the platform',
      'go to the bridge',
      'unlock the hut',
      'go back to the halt',
      'lay the fog signals on the rail',
    ]);
    expect(scenes[2]?.narration).toContain('You now have the hut key.');
    expect(scenes[5]?.narration).toContain('You now have the fog signals.');
    expect(last?.ending?.endingId).toBe('stopped');
  }, 60_000);

  it('is saved by somebody who frightened Mrs. Quist off and went after her', async () => {
    const { scenes, last } = await say([
      'accuse Mrs. Quist of taking the lamp',
      'open the hat box',
      'take the hat box',
      'go to the bridge',
      'talk to Mrs. Quist',
      'go back to the halt',
      'wave the red lamp',
    ]);
    expect(scenes[2]?.narration).toContain('running down the cinder path towards the bridge');
    expect(scenes[4]?.narration).toContain('You were telling the truth');
    expect(last?.ending?.endingId).toBe('stopped');
  }, 60_000);

  it('is lost when the time goes by with other things', async () => {
    const { last } = await say([
      'sit by the stove',
      'wave my lamp',
      'wait for 10 minutes',
      'light a fire on the line',
      'wait for 10 minutes',
      'look at the clock',
      'climb the signal post',
      'wait for 20 minutes',
    ]);
    expect(last?.ending).toMatchObject({ endingId: 'lost' });
    expect(last?.ending?.epilogue).toContain('and then the river');
  }, 60_000);
});

describe('The Night Mail by numbers', () => {
  it('is saved by trying what is offered, each thing once', async () => {
    const { ending, chosen } = await playByNumbers((choices, before) => {
      const fresh = choices.find(({ text }) => !before.includes(text) && !/^(?:Go|Wait)/.test(text));
      const chosenOne = fresh ?? choices.find(({ text }) => text.startsWith('Go')) ?? choices[0];
      if (chosenOne === undefined) throw new Error('nothing is offered');
      return chosenOne;
    });
    expect(ending?.endingId, chosen.join('; ')).toBe('stopped');
  }, 60_000);

  it('is lost by waiting', async () => {
    const { ending, chosen } = await playByNumbers((choices) => {
      const chosenOne = choices.find(({ text }) => text.startsWith('Wait')) ?? choices.at(-1);
      if (chosenOne === undefined) throw new Error('nothing is offered');
      return chosenOne;
    });
    expect(ending?.endingId, chosen.join('; ')).toBe('lost');
  }, 60_000);
});
