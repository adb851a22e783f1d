import { randomUUID } from 'node:crypto';
import { authoredPack, copyPack, createPack, globalId, saveLore } from './authoring.ts';
import { LANTERN_QUAY } from './engine.ts';
import { ask } from './graphql-clients.ts';
import { begin, takeTurn } from './play.ts';
import { campaignOf, SITTINGS, scenesOf } from './sittings-stage.ts';

type Variables = Readonly<Record<string, unknown>>;

/** What the example operations are run on: gives the variables of an operation by its name. */
export type Stage = {
  readonly variablesFor: (operation: string, names: readonly string[]) => Promise<Variables>;
};

/** A campaign with a few turns, and a pack of one's own with a lamp in it. */
export async function setStage(url: string): Promise<Stage> {
  const sessionId = await begin(url);
  const turn = await takeTurn(url, sessionId, { text: 'I force the drawer open before anybody sees me.' });
  await takeTurn(url, sessionId);
  const scenes = await scenesOf(url, sessionId);
  await copyPack(url, 'lantern_quay', 'my_quay');
  await createPack(url, 'lamps');
  await saveLore(url, {
    packId: 'lamps',
    id: 'lamp',
    text: 'It is lit.',
    lore: { item: { name: 'The lamp' } },
  });
  const { campaignId, personaId } = await campaignOf(url, sessionId);

  const usual: Variables = {
    sessionId,
    campaignId,
    turnId: turn.turn?.id,
    sceneId: scenes.at(-1),
    from: scenes[0],
    to: scenes.at(-1),
    id: sessionId,
    ids: [sessionId, scenes[0]],
    entryPointId: globalId('EntryPoint', LANTERN_QUAY),
    text: 'I listen to the room.',
    topic: 'drowning',
    seed: 'a seed',
    promptId: 'narrate',
    version: 1,
    largeModel: 'offline',
    modelKey: 'offline',
    packId: 'lamps',
    contentId: 'lamp',
  };
  return {
    variablesFor: async (operation, names) => {
      const own = await OWN[operation]?.({ url, campaignId, personaId });
      const known: Variables = { ...usual, actionId: randomUUID(), ...own };
      return Object.fromEntries(names.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
    },
  };
}

const QUAY = globalId('Pack', 'lantern_quay');

type Tools = { readonly url: string; readonly campaignId: string; readonly personaId: string };

/** What single operations need beyond the usual: prepared right before they are run. */
const OWN: Readonly<Record<string, (tools: Tools) => Promise<Variables>>> = {
  CreatePack: async () => ({ packId: `lamps_${randomUUID().slice(0, 8)}` }),
  SaveWorld: ({ url }) => savedAs(url, 'WORLD', 'world'),
  SaveRuleset: ({ url }) => savedAs(url, 'RULESET', 'ruleset'),
  SaveCharacter: ({ url }) => savedAs(url, 'CHARACTER', 'character'),
  SaveEntryPoint: ({ url }) => savedAs(url, 'ENTRY_POINT', 'entryPoint'),
  SaveLore: async () => ({
    input: { packId: 'lamps', id: 'wick', text: 'It is short.', lore: { item: { name: 'The wick' } } },
  }),
  SaveContents: async () => ({
    input: {
      packId: 'lamps',
      contents: [{ id: 'oil', text: 'It is dear.', content: { item: { name: 'The oil' } } }],
    },
  }),
  RestoreContent: async () => ({ version: 1 }),
  PinPromptVersion: async () => ({ version: 3 }),
  AdoptPackVersion: ({ url }) => prepareEditedPack(url),
  SetSegmentActive: async () => ({ input: { segmentId: 'world:lantern_quay:quay', active: false } }),
  AddMember: async ({ campaignId }) => ({ input: { campaignId, viewerId: randomUUID(), name: 'Ada' } }),
  AssignPersona: async ({ url }) => {
    const own = { url, ...(await campaignOf(url, await begin(url))) };
    const { campaignId, personaId } = own;
    return { input: { campaignId, viewerId: await member(own), personaId } };
  },
  RemoveMember: async (tools) => ({ input: { campaignId: tools.campaignId, viewerId: await member(tools) } }),
  LeaveCampaign: async ({ url }) => ({ campaignId: await campaignToLeave(url) }),
  JoinCampaign: async ({ url }) => ({ code: await invitation(url) }),
  CreatePersona: async ({ url }) => ({
    input: {
      sessionId: await begin(url),
      actionId: randomUUID(),
      draft: { name: 'Mira', role: 'a rope-maker', nerve: 1, wits: 1 },
    },
  }),
  InvitePlayer: async ({ campaignId }) => ({ input: { campaignId } }),
  ImportCampaign: async ({ url, campaignId }) => {
    type Answer = { exportCampaign: { file: string } };
    const query =
      'mutation ($id: ID!) { exportCampaign(input: { campaignId: $id }) { ... on ExportCampaignPayload { file } } }';
    const { exportCampaign } = await ask<Answer>(url, query, { id: campaignId });
    return { file: exportCampaign.file, asCopy: true };
  },
  ImportFile: async () => ({
    input: {
      file: Buffer.from(JSON.stringify({ name: 'Pim', first_mes: 'Hello.' })).toString('base64'),
      fileName: 'pim.json',
    },
  }),
  ExportCard: async () => ({ input: { characterId: 'lantern_quay:marit', format: 'PNG' } }),
  ExportLorebook: async () => ({ input: { packId: 'lantern_quay' } }),
  ExportStory: async ({ url }) => ({ input: { sessionId: await begin(url), format: 'MARKDOWN' } }),
  SearchLore: async () => ({ query: { text: 'who holds the weigh-house?', in: { packIds: [QUAY] } } }),
  ExplainLore: async () => ({ query: { text: 'who holds the weigh-house?', in: { packIds: [QUAY] } } }),
  ReindexPack: async () => ({ packId: QUAY }),
  GenerateScenario: async () => ({ packId: QUAY, brief: 'a theft', watchedAs: 'an example' }),
  WatchScenario: async ({ url }) => ({ watchedAs: await scenarioWatchedAs(url) }),
  WatchIndex: async () => ({ packId: QUAY }),
  ...SITTINGS,
};

/** A campaign of a pack that was edited after it began, and the version it can adopt. */
async function prepareEditedPack(url: string): Promise<Variables> {
  const packId = `quay_${randomUUID().slice(0, 8)}`;
  await copyPack(url, 'lantern_quay', packId);
  const { startCampaign } = await ask<{ startCampaign: { campaign: { id: string } } }>(
    url,
    `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
      ... on StartCampaignPayload { campaign { id } } } }`,
    { id: globalId('EntryPoint', `${packId}:the_second_ledger`) },
  );
  const campaignId = startCampaign.campaign.id;
  await saveLore(url, { packId, id: 'buoy', text: 'It is red.', lore: { item: { name: 'The buoy' } } });
  type Answer = { campaign: { packUpdates: { installed: { hash: string } }[] } };
  const { campaign } = await ask<Answer>(
    url,
    'query ($id: ID!) { campaign(id: $id) { packUpdates { installed { hash } } } }',
    { id: campaignId },
  );
  return { campaignId, packId, hash: campaign.packUpdates[0]?.installed.hash };
}

/** A scenario that is being made, by the name under which it can be watched. */
async function scenarioWatchedAs(url: string): Promise<string> {
  const watchedAs = randomUUID();
  await ask(
    url,
    'mutation ($input: GenerateScenarioInput!) { generateScenario(input: $input) { __typename } }',
    { input: { packId: QUAY, brief: '', watchedAs } },
  );
  return watchedAs;
}

/** Somebody who takes part in the campaign. */
async function member({ url, campaignId }: Tools): Promise<string> {
  const viewerId = randomUUID();
  await ask(url, 'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }', {
    input: { campaignId, viewerId, name: 'Ada' },
  });
  return viewerId;
}

/** A content of Lantern Quay as it is saved again, in a copy of the pack that is one's own. */
async function savedAs(url: string, kind: string, field: string): Promise<Variables> {
  const { contents } = await authoredPack(url, 'lantern_quay');
  const content = contents.find((one) => one.kind === kind);
  if (content === undefined) throw new Error(`Lantern Quay has no ${kind}`);
  const { id, text, input } = content;
  return { input: { packId: 'my_quay', id, [field]: input, ...(text === '' ? {} : { text }) } };
}

/** A campaign with another game master, so that the first can leave it. */
async function campaignToLeave(url: string): Promise<string> {
  const { campaignId } = await campaignOf(url, await begin(url));
  await ask(url, 'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }', {
    input: { campaignId, viewerId: randomUUID(), name: 'Bo', role: 'GM' },
  });
  return campaignId;
}

/** The code of an invitation to a campaign that was left. */
async function invitation(url: string): Promise<string> {
  const campaignId = await campaignToLeave(url);
  await ask(url, 'mutation ($id: ID!) { leaveCampaign(input: { campaignId: $id }) { __typename } }', {
    id: campaignId,
  });
  const { invitePlayer } = await ask<{ invitePlayer: { invitationCode: string } }>(
    url,
    'mutation ($input: InvitePlayerInput!) { invitePlayer(input: $input) { ... on InvitePlayerPayload { invitationCode } } }',
    { input: { campaignId } },
  );
  return invitePlayer.invitationCode;
}
