import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import { openEngine } from '/work/wt/offline/test/support/engine.ts';
import { ask } from '/work/wt/offline/test/support/graphql-clients.ts';
import { copyShippedPacks } from '/work/wt/offline/test/support/shipped-packs.ts';
import { beginAt } from '/work/wt/offline/test/support/story.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: copyShippedPacks,
    provider: createOfflineProvider({ wordsPerSecond: 0 }),
  });
}, 120_000);
afterAll(() => engine.close());

const EVENINGS: Record<string, string[]> = {
  'Dead Drop': [
    'look around',
    'ask Viktor about Jin',
    'look at the slate',
    'read the slate',
    'search the jukebox',
    'take the handset',
    'talk to Ota',
    'punch Viktor',
    'buy Ota a drink',
    'go to the Forty Stair',
    'wait until 23:00',
    'call agent chen',
    'inventory',
  ],
  'Somebody Left Something in Room 12': [
    'look at the tin',
    'take the tin and give it to June',
    'look at the knot',
    'ask Pet about the guest',
    'open the tin',
    'search the closet',
    'go to the long wing',
    'look around',
    'ask Lyle about the fire',
    'wait for 3 hours',
    'go back',
    'sing a song',
  ],
  'The Royal Banner': [
    'look around',
    'talk to Luna',
    'give the seal to the Constable',
    'persuade Luna to leave Castile',
    '!roll',
    'wait until 10:00',
    'ask the Constable for money',
    '!roll',
    'look at the banner',
    'go to the camp',
    'sleep until morning',
  ],
  'The Quiet Road': [
    'look around',
    'look at Jossamy',
    'pay the toll',
    'tell Jossamy a joke',
    'attack the reaper',
    'attack the reaper',
    'cast cure wounds on Imre',
    'drink a potion',
    'attack jossamy with my longsword',
    'run away',
    'take a short rest',
  ],
  'Seven Minutes': [
    'look around',
    'read the notice',
    'talk to Lena',
    'tell Lena that I love her',
    'take her hand',
    'ask Lena about her plans',
    'look behind the seat',
    'wait for 1 minute',
    'press the call button',
    'say "I never told anybody"',
  ],
};

const QUERY = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename ... on TakeTurnPayload { turn { id status scene { narration choices { text } } } } ... on Failure { code message } ... on TurnFailure { turn { id status } } } }`;

import { rowIdOf } from '/work/wt/offline/test/support/row-id.ts';

it('plays', async () => {
  let out = '';
  for (const [name, inputs] of Object.entries(EVENINGS)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    let sessionId = '';
    try {
      sessionId = await beginAt(engine.url, name);
    } catch (e) {
      out += `\n##### ${name}: ${e}\n`;
      continue;
    }
    const session = await engine.store.sessions.get?.(sessionId as never).catch?.(() => null);
    out += `\n\n##### ${name}\n`;
    const first = await ask(
      engine.url,
      `query ($id: ID!) { session(id: $id) { currentScene { narration choices { text } } } }`,
      { id: sessionId },
    ).catch((e: unknown) => String(e));
    out += `${JSON.stringify(first, null, 1).replaceAll('\\n', '\n').slice(0, 2500)}\n`;
    for (const [at, text] of inputs.entries()) {
      const input =
        text === '!roll'
          ? { sessionId, actionId: `${at}`, action: { roll: {} } }
          : { sessionId, actionId: `${at}`, action: { text } };
      const reply: any = await ask(engine.url, QUERY, { input }).catch((e: unknown) => ({
        error: String(e),
      }));
      const { turn } = reply.takeTurn ?? {};
      out += `\n> ${text}\n`;
      if (turn === undefined || turn === null) {
        out += JSON.stringify(reply) + '\n';
        continue;
      }
      const record: any = await engine.turns.finished(rowIdOf(turn.id));
      if (turn.scene)
        out += `${turn.scene.narration}\n   [${turn.scene.choices.map((c: any) => c.text).join(' / ')}]\n`;
      else
        out += `   ${turn.status} ${JSON.stringify(record.suspension ?? record.failure ?? record.error ?? '')?.slice(0, 700)}\n`;
      if (record.sceneId) {
        const { entities, scene, time, inventory, personas } = (await engine.snapshots.of(
          record.sceneId,
        )) as any;
        out += `   {${entities[scene.placeId]?.name}; ${JSON.stringify(time)}; inv ${Object.entries(
          inventory[personas[0]] ?? {},
        )
          .map(([id, v]: any) => `${entities[id]?.name} ${v.quantity}`)
          .join(', ')}; here ${scene.presentIds.map((id: string) => entities[id]?.name).join(', ')}}\n`;
      }
    }
  }
  writeFileSync('/tmp/evening.txt', out);
  writeFileSync('/tmp/asked.json', JSON.stringify(engine.asked.map(({ step, input }) => ({ step, input }))));
}, 300_000);
