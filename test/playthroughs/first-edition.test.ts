import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { drawSeed } from '#engine/rules/verifiable-rolls.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { NOON } from '../support/campaigns.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { globalIdOf } from '../support/quay.ts';
import { played } from '../support/waiting-table.ts';

/**
 * A campaign of the first edition, as its last version exported it: an opening and four turns of Lantern Quay with the offline
 * storyteller of that time, then pinned to `narrate` v1 and `interpret` v1, which are gone.
 */
const FILE = readFileSync('test/fixtures/first-edition/second-ledger.scenewright');

let engine: Awaited<ReturnType<typeof openEngine>>;
let campaignId: string;
let sessionId: string;

const importing = (isCopy: boolean) => ({
  isCopy,
  newId: createTimeOrderedIds(() => NOON),
  newDice: () => drawSeed(randomBytes),
  now: NOON,
});

beforeAll(async () => {
  engine = await openEngine();
  const imported = await engine.store.archives.importCampaign(FILE, importing(false));
  if (isRejection(imported)) throw new Error(imported.reason);
  campaignId = imported.campaignId;
  const [session] = await engine.store.sessions.ofCampaigns([campaignId]);
  sessionId = session?.id ?? '';
});
afterAll(() => engine.close());

it('opens for reading: scenes, turns, choices', async () => {
  type Read = {
    session: {
      currentScene: { index: number; choices: { key: string }[] };
      scenes: { nodes: { index: number; narration: string }[] };
      turns: { nodes: { status: string; playerText: string | null }[] };
    };
  };
  const { session } = await ask<Read>(
    engine.url,
    /* GraphQL */ `
      query ($id: ID!) {
        session(id: $id) {
          currentScene { index choices { key } }
          scenes(first: 10) { nodes { index narration } }
          turns(first: 10) { nodes { status playerText } }
        }
      }
    `,
    { id: globalIdOf('Session', sessionId) },
  );
  expect(session.scenes.nodes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(session.scenes.nodes[4]?.narration).toContain('third herring barrel');
  expect(session.turns.nodes.map(({ playerText }) => playerText)).toEqual([
    null,
    'I look at Marit.',
    'I ask Marit about the ledger.',
    'I search the barrels.',
    'I walk to the mole.',
  ]);
  expect(session.currentScene.choices.map(({ key }) => key)).not.toContain('other_action');
});

it('is exported and comes back', async () => {
  const file = await engine.store.archives.exportCampaign(campaignId, NOON, { includesSeeds: true });
  if (isRejection(file)) throw new Error(file.reason);
  const copied = await engine.store.archives.importCampaign(file, importing(true));
  expect(copied).toMatchObject({ name: 'The Second Ledger' });
});

it('takes turns with the newest prompts where those it is pinned to are gone, and records it', async () => {
  const turn = await played(engine, sessionId, 'now', createStoryInput('I look around.'));
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  const { notes } = Object(await engine.store.turns.recording(turn.id, turn.attempt));
  expect(notes).toContainEqual({ step: 'intake', note: { lostPins: ['interpret v1', 'narrate v1'] } });
  expect((await engine.store.scenes.find(turn.sceneId ?? ''))?.index).toBe(6);
});

it('is told again', async () => {
  const searched = await engine.store.turns.findByAction(sessionId, 'act-2');
  const told = await engine.tellings.regenerate(searched?.id ?? '');
  expect(told).toMatchObject({ version: 2 });
});
