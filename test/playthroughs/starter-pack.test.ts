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

/** What is typed, and words of the answer. Several inputs stand between ` > `. */
const AT_THE_HALT = [
  ['who are you, Dan?', 'Dan Wick. Dad walks the line.'],
  ['calm Dan down', 'stays exactly where he is'],
  ['talk to Tapley', 'You would have to go up.'],
  ['go into the waiting room', 'on the bench Mrs. Quist'],
  ['knock on the window', 'She cannot hear a word from in there.'],
  ['sit down next to the woman', 'smells of lamp oil'],
  ["look at the woman's hands", 'a line of rust'],
  ['ask Mrs. Quist to stand up', 'I have a ticket'],
  ['show Mrs. Quist Dan', 'Somebody has told you to say so'],
  ['demand the lamp', 'I am a passenger.'],
  ['look at the hat box > demand the lamp > light the lamp', 'until your shoulder burns'],
  ['look at the lamp room > follow the footprint', 'its toe points at the waiting room'],
  ['look at the signal post > follow the wire', 'a gap of a foot'],
  ['look at the signal post > tell Dan the wires are cut', "There's only us and her."],
  ['paint the glass red', 'green means come on'],
  ['call the police', 'no telephone nearer'],
  ['block the track with the bench', 'A bench is not it.'],
  ['wave my coat', 'a grey coat in the dark'],
  ['walk towards the train', 'or it needs to bang'],
  ['smell the air', 'The waiting room should not, and does.'],
] as const;
const IN_THE_BOX = [
  ['sit in the chair', 'too high for you'],
  ['open the window', 'The rain takes it.'],
  ['look at the clock', 'half past eleven'],
  ['stop the train', 'Red or a bang'],
  ['ask Tapley for a red flag', 'Flags are for daylight'],
  ['wave my lamp from the window', 'There is one there every night.'],
  ['pull the lever > pull the lever', 'because anybody would'],
] as const;
const AT_THE_BRIDGE = [
  ['look at the bridge > look at the river', 'It is still gone.'],
  ['stop the train', 'It has to be done at the halt.'],
  ['break the padlock > look in the hut', 'the chest, which is empty now'],
  ['break the padlock > go back > use the tins', 'strap them down'],
] as const;

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

describe('what somebody types who does not know the story', () => {
  it.each([
    ['at the halt', [], AT_THE_HALT],
    ['in the signal box', ['go to the signal box'], IN_THE_BOX],
    ['at the bridge', ['go to the bridge'], AT_THE_BRIDGE],
  ] as const)(
    '%s is answered',
    async (_place, first, lines) => {
      for (const [text, answer] of lines) {
        const { last } = await say([...first, ...text.split(' > ')]);
        expect(last?.narration, text).toContain(answer);
        expect(last?.narration, text).not.toContain('Nothing is written');
      }
    },
    60_000,
  );

  it('begins with who they are and not with a sheet', async () => {
    const { opening } = await begin();
    expect(opening.narration).toMatch(/^You are Nell Garrow\. The relief porter, three days in the job\./);
    expect(opening.narration).not.toMatch(/Aims:|Born 1889|Character:/);
  });
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
