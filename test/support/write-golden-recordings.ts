import { writeFileSync } from 'node:fs';
import { isRejection } from '#engine/kit/rejection.ts';
import { readStretch } from '#engine/replay/stretch.ts';
import { writeStretch } from '#engine/replay/stretch-file.ts';
import { openEngine } from './engine.ts';
import { ask } from './graphql-clients.ts';
import { takeTurn } from './play.ts';
import { copyShippedPacks, SHIPPED_PACKS } from './shipped-packs.ts';

const WORDS = [
  'I look around and listen.',
  'I ask whoever is here what has happened, and who would know more about it.',
  'I try to persuade them to tell me what they are holding back.',
  'I wait and watch the door.',
];

const START = /* GraphQL */ `
  mutation ($entryPointId: ID!) {
    startCampaign(input: { entryPointId: $entryPointId }) {
      ... on StartCampaignPayload { session { id } }
      ... on Failure { code message }
    }
  }
`;

/** Plays the first entry point of each shipped pack offline and writes what was recorded: `node test/support/write-golden-recordings.ts`. */
const engine = await openEngine({ writePacks: copyShippedPacks });
for (const pack of SHIPPED_PACKS) {
  const [entry] = engine.shelf
    .library()
    .all('entry_point')
    .filter(({ packId }) => packId === pack);
  const entryPointId = Buffer.from(`EntryPoint:${entry?.id}`).toString('base64');
  const { startCampaign } = await ask<{ startCampaign: { session: { id: string } } }>(engine.url, START, {
    entryPointId,
  });
  const sessionId = Buffer.from(startCampaign.session.id, 'base64')
    .toString('utf8')
    .replace(/^Session:/, '');
  for (const text of WORDS) await takeTurn(engine.url, startCampaign.session.id, { text });
  const { sceneIndex = 0 } = (await engine.store.sessions.find(sessionId)) ?? {};
  const stretch = await readStretch(engine.store, { sessionId, from: 1, to: sceneIndex });
  if (isRejection(stretch)) throw new Error(`${pack}: ${stretch.reason}`);
  const bytes = writeStretch(stretch);
  writeFileSync(`test/fixtures/recordings/${pack}.json.zst`, bytes);
  process.stdout.write(`${pack}: ${stretch.turns.length} turns, ${bytes.length} bytes\n`);
}
await engine.close();
process.exit(0);
