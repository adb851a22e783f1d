import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#engine/domain/roles.ts';
import { type Accounts, openAccounts, type Reply } from '../../support/accounts.ts';

let server: Accounts;
/** The campaign of `owner`, in which `guest` plays the auditor. */
let begun: Awaited<ReturnType<Accounts['begin']>>;
const tokens: Record<string, string> = {};

/** Everybody who asks: who they are, what they hold, and what they are in the campaign. */
const VIEWERS: readonly (readonly [string, string, readonly Role[]])[] = [
  ['its game master', 'owner', ['gm']],
  ['its game master with a player’s token', 'owner', ['player']],
  ['its player', 'guest', ['player']],
  ['a game master elsewhere', 'other', ['gm', 'player']],
  ['an author', 'writer', ['author']],
  ['an admin', 'root', ['admin']],
  ['somebody without a role', 'idler', []],
];

beforeAll(async () => {
  server = await openAccounts();
  for (const [name, viewerId, roles] of VIEWERS)
    tokens[name] = (await server.makeToken(viewerId, roles)).token;
  begun = await server.begin(String(tokens['its game master']));
  await server.store.members.add({
    campaignId: begun.campaign,
    viewerId: 'guest',
    name: 'Guest',
    role: 'player',
    personaId: 'pc_auditor_001',
    createdAt: new Date(),
  });
});
afterAll(() => server.close());

/** Whether all that was asked of an object is null: what is for another role. */
function isWithheld(value: unknown): boolean {
  if (value === null) return true;
  return (
    typeof value === 'object' &&
    Object.values(Object(value)).length > 0 &&
    Object.values(Object(value)).every(isWithheld)
  );
}

/** What an answer comes down to. */
function outcome({ data, errors }: Reply): string {
  const [error] = errors;
  if (error !== undefined) return error.extensions.code ?? error.message;
  const [answer] = Object.values(data ?? {}) as ({ __typename?: string; name?: string } | null)[];
  if (answer === null) return 'null';
  if (answer?.__typename === 'Forbidden' || isWithheld(answer)) return 'FORBIDDEN';
  return answer?.__typename === 'NotFound' || answer?.__typename === 'InvalidInput'
    ? answer.__typename
    : 'yes';
}

const yes = 'yes';
const no = 'FORBIDDEN';
const none = 'null';
const gone = 'NotFound';
/** The input is looked at before anything is looked for. */
const bad = 'InvalidInput';

/** Operation by viewer, in the order of VIEWERS. */
const TABLE: readonly (readonly [string, readonly string[]])[] = [
  ['query { viewer { id roles } }', [yes, yes, yes, yes, yes, yes, yes]],
  ['query { packs { name } }', [yes, yes, yes, yes, yes, yes, no]],
  ['query { campaigns { nodes { name } } }', [yes, yes, yes, yes, yes, yes, no]],
  [
    'query { campaign(id: "$campaign") { name members { name personaId } } }',
    [yes, yes, yes, none, none, yes, no],
  ],
  ['query { campaign(id: "$campaign") { members { viewerId } } }', [yes, no, no, none, none, yes, no]],
  ['query { campaign(id: "$campaign") { promptPins { version } } }', [yes, no, no, none, none, yes, no]],
  ['query { campaign(id: "$campaign") { usage { costUsd } } }', [yes, no, no, none, none, yes, no]],
  ['query { session(id: "$session") { seedCommitment } }', [yes, yes, yes, none, none, yes, no]],
  ['query { session(id: "$session") { currentScene { narration } } }', [yes, yes, yes, none, none, yes, no]],
  ['query { session(id: "$session") { largeModel } }', [yes, no, no, none, none, yes, no]],
  ['query { session(id: "$session") { usage { costUsd } } }', [yes, no, no, none, none, yes, no]],
  ['query { scene(id: "$scene") { place { name } } }', [yes, 'FORBIDDEN', yes, none, none, yes, no]],
  ['query { scene(id: "$scene") { gm { state } } }', [yes, no, no, none, none, yes, no]],
  ['query { turn(id: "$turn") { status } }', [yes, yes, yes, none, none, yes, no]],
  ['query { turn(id: "$turn") { recordings { attempt } } }', [yes, no, no, none, none, yes, no]],
  ['query { turn(id: "$turn") { usage { costUsd } } }', [yes, no, no, none, none, yes, no]],
  ['query { node(id: "$session") { id } }', [yes, yes, yes, none, none, yes, no]],
  ['query { models { key } }', [yes, none, none, yes, none, yes, none]],
  ['query { prompts { full } }', [yes, none, none, yes, none, yes, none]],
  [
    'query { promptPreview(sessionId: "$session", text: "x") { __typename } }',
    [yes, no, no, gone, gone, yes, no],
  ],
  [
    'query { metrics(campaignId: "$campaign") { metrics { turns } } }',
    [yes, none, none, none, none, yes, none],
  ],
  [
    'mutation { replayTurns(input: { sessionId: "$session" }) { __typename } }',
    [yes, no, no, gone, gone, yes, no],
  ],
  [
    'mutation { exportCampaign(input: { campaignId: "$campaign" }) { __typename } }',
    [yes, no, no, gone, gone, yes, no],
  ],
  ['mutation { importCampaign(input: { file: "" }) { __typename } }', [no, no, no, no, no, bad, no]],
  ['query { authoring(as: AUTHOR) { problems { message } } }', [none, none, none, none, yes, yes, none]],
  [
    'mutation { exportStory(input: { sessionId: "$session", format: MARKDOWN }) { __typename } }',
    [yes, yes, yes, gone, gone, yes, no],
  ],
  [
    'mutation { importFile(input: { file: "", fileName: "x" }) { __typename } }',
    [no, no, no, no, bad, bad, no],
  ],
  ['mutation { exportCard(input: { characterId: "x:y" }) { __typename } }', [no, no, no, no, gone, gone, no]],
  ['mutation { exportLorebook(input: { packId: "x" }) { __typename } }', [no, no, no, no, gone, gone, no]],
  [
    'query { checkPack(as: AUTHOR, input: { packId: "x" }) { __typename } }',
    [no, no, no, no, gone, gone, no],
  ],
  ['query { characters(as: AUTHOR, tier: MAJOR) { nodes { name } } }', [no, no, no, no, yes, yes, no]],
  [
    'mutation { exportPack(input: { as: AUTHOR, packId: "x" }) { __typename } }',
    [no, no, no, no, gone, gone, no],
  ],
  [
    'mutation { setSegmentActive(input: { segmentId: "x", active: true }) { __typename } }',
    [no, no, no, no, gone, gone, no],
  ],
  [
    'mutation { applyOperations(input: { sessionId: "$session", actionId: "a", operations: [] }) { __typename } }',
    [bad, no, no, bad, bad, bad, no],
  ],
  [
    'mutation { setSessionModels(input: { sessionId: "$session" }) { __typename } }',
    [yes, no, no, gone, gone, yes, no],
  ],
  [
    'mutation { pinPromptVersion(input: { campaignId: "$campaign", promptId: "narrate" }) { __typename } }',
    [yes, no, no, gone, gone, yes, no],
  ],
  [
    'mutation { takeTurn(input: { sessionId: "$session", actionId: "", action: { text: "x" } }) { __typename } }',
    [bad, bad, bad, bad, bad, bad, no],
  ],
  [
    'mutation { removeMember(input: { campaignId: "$campaign", viewerId: "nobody" }) { __typename } }',
    [gone, no, no, gone, gone, gone, no],
  ],
  [
    'mutation { invitePlayer(input: { campaignId: "$campaign" }) { __typename } }',
    [yes, no, no, gone, gone, yes, no],
  ],
  [
    'mutation { joinCampaign(input: { code: "swi_wrong" }) { __typename } }',
    [gone, gone, gone, gone, no, gone, no],
  ],
];

const CASES = TABLE.flatMap(([operation, expected]) =>
  VIEWERS.map(([viewer], at) => [viewer, expected[at] ?? '', operation] as const),
);

it.each(CASES)('answers %s with %s to %s', async (viewer, expected, operation) => {
  const query = operation
    .replace('$campaign', begun.campaignId)
    .replace('$session', begun.sessionId)
    .replace('$scene', begun.sceneId)
    .replace('$turn', begun.turnId);

  expect(outcome(await server.ask(String(tokens[viewer]), query))).toBe(expected);
});
