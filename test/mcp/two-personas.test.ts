import { expect, it } from 'vitest';
import { z } from 'zod';
import { openAccounts } from '../support/accounts.ts';
import { connectMcpOverHttp } from '../support/mcp.ts';

const APPLY =
  'mutation ($input: ApplyOperationsInput!) { applyOperations(input: $input) { __typename ... on Failure { message } } }';
const Told = z.object({ scene: z.object({ narration: z.string() }) });

it('tells the turn of each persona as that persona perceives it, to one who plays two that are apart', async () => {
  const server = await openAccounts();
  const { token } = await server.makeToken('ann', ['gm', 'player']);
  const { sessionId } = await server.begin(token);
  const mcp = await connectMcpOverHttp(server.url, token);
  const operations = [{ moveParty: { placeId: 'loc_mole_001', stayingIds: ['pc_marit_001'] } }];
  const moved = await server.ask(token, APPLY, { input: { sessionId, actionId: 'apart', operations } });
  expect(moved.text).toContain('TurnPayload');
  const look = { sessionId, text: 'I look around.' };

  for (const [actionId, personaId, place] of [
    ['there', 'pc_auditor_001', 'The Mole'],
    ['here', 'marit', 'The Pier House'],
  ] as const) {
    const { text, data } = await mcp.call('take_turn', { ...look, actionId, personaId });
    expect(text).toContain(`This is ${place}.`);
    expect(Told.parse(data).scene.narration).toContain(place);
  }
  await mcp.client.close();
  await server.close();
}, 60_000);
