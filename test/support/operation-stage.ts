import { randomUUID } from 'node:crypto';
import { authoredPack, createPack, globalId, saveLore } from './authoring.ts';
import { LANTERN_QUAY } from './engine.ts';
import { ask } from './graphql-clients.ts';
import { begin, takeTurn } from './play.ts';

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
    seed: 'a seed',
    promptId: 'narrate',
    version: 1,
    largeModel: 'offline',
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

type Tools = { readonly url: string; readonly campaignId: string; readonly personaId: string };

/** What single operations need beyond the usual: prepared right before they are run. */
const OWN: Readonly<Record<string, (tools: Tools) => Promise<Variables>>> = {
  CreatePack: async () => ({ packId: `lamps_${randomUUID().slice(0, 8)}` }),
  SaveWorld: ({ url }) => savedAs(url, 'WORLD', 'world'),
  SaveRuleset: ({ url }) => savedAs(url, 'RULESET', 'ruleset'),
  SaveCharacter: ({ url }) => savedAs(url, 'CHARACTER', 'character'),
  SaveEntryPoint: ({ url }) => savedAs(url, 'ENTRY_POINT', 'entryPoint', 'lantern_quay'),
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
  SetSegmentActive: async () => ({ input: { segmentId: 'world:lantern_quay:quay', active: false } }),
  AddMember: async ({ campaignId }) => ({ input: { campaignId, viewerId: randomUUID(), name: 'Ada' } }),
  AssignPersona: async (tools) => ({
    input: { campaignId: tools.campaignId, viewerId: await member(tools), personaId: tools.personaId },
  }),
  RemoveMember: async (tools) => ({ input: { campaignId: tools.campaignId, viewerId: await member(tools) } }),
  InvitePlayer: async ({ campaignId }) => ({ input: { campaignId } }),
};

/** Somebody who takes part in the campaign. */
async function member({ url, campaignId }: Tools): Promise<string> {
  const viewerId = randomUUID();
  await ask(url, 'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }', {
    input: { campaignId, viewerId, name: 'Ada' },
  });
  return viewerId;
}

/** A content of Lantern Quay as it is saved again, in a pack of one's own unless another is named. */
async function savedAs(url: string, kind: string, field: string, into?: string): Promise<Variables> {
  const { contents } = await authoredPack(url, 'lantern_quay');
  const content = contents.find((one) => one.kind === kind);
  if (content === undefined) throw new Error(`Lantern Quay has no ${kind}`);
  const { id, text, input } = content;
  return { input: { packId: into ?? 'lamps', id, text, [field]: input } };
}

async function scenesOf(url: string, sessionId: string): Promise<string[]> {
  const { session } = await ask<{ session: { scenes: { nodes: { id: string }[] } } }>(
    url,
    'query ($id: ID!) { session(id: $id) { scenes(first: 10) { nodes { id } } } }',
    { id: sessionId },
  );
  return session.scenes.nodes.map(({ id }) => id);
}

async function campaignOf(url: string, sessionId: string) {
  type Answer = { session: { campaign: { id: string }; currentScene: { persona: { entityId: string } } } };
  const { session } = await ask<Answer>(
    url,
    'query ($id: ID!) { session(id: $id) { campaign { id } currentScene { persona { entityId } } } }',
    { id: sessionId },
  );
  return { campaignId: session.campaign.id, personaId: session.currentScene.persona.entityId };
}
