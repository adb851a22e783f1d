import { writeFileSync } from 'node:fs';
import { ReadInput } from '#engine/contracts/reading.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { readTurnRange } from '#engine/replay/play/turn-range.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from './engine.ts';
import { ask } from './graphql-clients.ts';
import { type ReadingDraft, readAttempt } from './plain/shared-readings.ts';
import { createPlainProvider } from './plain-provider.ts';
import { readPromptId } from './prompts.ts';
import { copyShippedPacks, SHIPPED_PACKS } from './shipped-packs.ts';
import { type Played, playTurn } from './story-turn.ts';
import { writeTurnRangeFile } from './turn-range-file.ts';

/** The words of each turn and their Reading. Between them they reach every step of every pipeline. */
const TURNS: Readonly<Record<string, (input: ReadInput) => ReadingDraft>> = {
  'I look around and listen.': () => ({
    actions: [{ kind: 'look', does: 'look around' }],
    notices: ['sounds'],
  }),
  'I ask what has happened, and who would know more about it.': ({ present }) => ({
    kind: 'speak',
    addressed: present.slice(0, 2).map(({ id }) => id),
    needs: { lore: ['what happened here'] },
  }),
  'I try to persuade them to tell me what they are holding back.': (input) =>
    readAttempt(input, { kind: 'talk', checks: ['persuasion'], callType: 'persuasion' }),
  'I take the nearest way out.': ({ exits }) => ({
    moves_to: exits.find(({ blocked }) => blocked === null)?.to ?? '',
    actions: [{ kind: 'move' }],
  }),
  'I wait and watch the door.': () => ({ actions: [{ kind: 'wait', minutes: 10 }] }),
};

const START = /* GraphQL */ `
  mutation ($entryPointId: ID!) {
    startCampaign(input: { entryPointId: $entryPointId }) {
      ... on StartCampaignPayload { session { id } }
      ... on Failure { code message }
    }
  }
`;

/** Plays the first entry point of each shipped pack and writes what was recorded: `node test/support/write-golden-recordings.ts`. */
const engine = await openEngine({
  writePacks: copyShippedPacks,
  provider: createPlainProvider({ read }),
});
for (const pack of SHIPPED_PACKS) await writeRecording(pack);
await engine.close();
process.exit(0);

function read({ input }: ModelRequest): ReadingDraft | undefined {
  const given = ReadInput.parse(input);
  return TURNS[given.playerText]?.(given);
}

async function writeRecording(pack: string): Promise<void> {
  const [entry] = engine.packRepository
    .library()
    .all('entry_point')
    .filter(({ packId }) => packId === pack);
  const entryPointId = Buffer.from(`EntryPoint:${entry?.id}`).toString('base64');
  const { startCampaign } = await ask<{ startCampaign: { session: { id: string } } }>(engine.url, START, {
    entryPointId,
  });
  const { id } = startCampaign.session;
  for (const text of Object.keys(TURNS)) await playThrough(id, text);
  const sessionId = Buffer.from(id, 'base64')
    .toString('utf8')
    .replace(/^Session:/, '');
  const { sceneIndex = 0 } = (await engine.store.sessions.find(sessionId)) ?? {};
  const stretch = await readTurnRange(engine.store, { sessionId, from: 1, to: sceneIndex });
  if (isRejection(stretch)) throw new Error(`${pack}: ${stretch.reason}`);
  const bytes = writeTurnRangeFile(stretch);
  writeFileSync(`test/fixtures/recordings/${pack}.json.zst`, bytes);
  process.stdout.write(`${pack}: ${stretch.turns.length} turns, ${bytes.length} bytes\n`);
}

/** Plays a turn, and the roll of the table it offers. */
async function playThrough(sessionId: string, text: string): Promise<void> {
  const played = await playTurn(engine.url, sessionId, text, { action: { text } });
  committed(played);
  if (played.turn?.session.awaiting == null) return;
  const answer = { promptId: await readPromptId(engine.url, sessionId) };
  committed(await playTurn(engine.url, sessionId, `${text} roll`, { action: { answer } }));
}

function committed({ turn, message }: Played) {
  if (turn?.scene == null) throw new Error(message ?? `the turn is ${turn?.status}`);
  return turn.scene;
}
