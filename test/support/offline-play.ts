import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import { openEngine } from './engine.ts';
import { ask } from './graphql-clients.ts';
import { readPromptId } from './prompts.ts';
import { copyShippedPacks } from './shipped-packs.ts';

/** One turn as a player has it: the words, the prose or the question, and the state after it. */
export type ToldTurn = {
  readonly player: string;
  readonly prose: string;
  /** What was asked instead of a scene; empty when there is a scene. */
  readonly question: string;
  readonly state: readonly string[];
};

type Scene = {
  readonly index: number;
  readonly narration: string;
  readonly header: { readonly timestamp: string; readonly status: string | null };
  readonly place: { readonly name: string } | null;
  readonly present: readonly { readonly name: string }[];
  readonly inventory: readonly {
    readonly itemId: string;
    readonly quantity: number;
    readonly item: { readonly name: string } | null;
  }[];
  readonly meters: readonly { readonly label: string; readonly value: number }[];
  readonly resources: readonly { readonly name: string; readonly amount: number; readonly max: number }[];
  readonly rolls: readonly { readonly line: string }[];
  readonly deadlines: readonly { readonly description: string; readonly status: string }[];
  readonly clocks: readonly { readonly name: string; readonly value: number; readonly max: number }[];
};

const SCENE = /* GraphQL */ `
  index narration
  header { timestamp status }
  place { name }
  present { name }
  inventory { itemId quantity item { name } }
  meters { label value }
  resources { name amount max }
  rolls { line }
  deadlines { description status }
  clocks { name value max }
`;

/** Opens the engine with the shipped packs and the offline storyteller. */
export async function openOfflineEngine() {
  return openEngine({
    writePacks: copyShippedPacks,
    provider: createOfflineProvider({ wordsPerSecond: 0 }),
  });
}

export type BegunStory = { readonly id: string; readonly sceneId: string; readonly opening: ToldTurn };

/** Begins an entry point by its id (`pack:entry`) and returns its session with the first scene that was told. */
export async function beginOffline(url: string, entry: string): Promise<BegunStory> {
  type Entries = { entryPoints: { nodes: { id: string; entryPointId: string }[] } };
  const { entryPoints } = await ask<Entries>(
    url,
    '{ entryPoints(first: 100) { nodes { id entryPointId } } }',
  );
  const wanted = entryPoints.nodes.find(({ entryPointId }) => entryPointId === entry);
  if (wanted === undefined) throw new Error(`no entry point ${entry}`);
  type Started = {
    startCampaign: { session?: { id: string; currentScene: Scene & { id: string } }; message?: string };
  };
  const { startCampaign } = await ask<Started>(
    url,
    /* GraphQL */ `
      mutation ($entry: ID!) {
        startCampaign(input: { entryPointId: $entry }) {
          ... on StartCampaignPayload { session { id currentScene { id ${SCENE} } } }
          ... on Failure { code message }
        }
      }
    `,
    { entry: wanted.id },
  );
  const { session } = startCampaign;
  if (session === undefined) throw new Error(startCampaign.message);
  const { currentScene } = session;
  return { id: session.id, sceneId: currentScene.id, opening: toTold('', currentScene, '') };
}

/** Grows another session from a scene, and returns its id. */
export async function forkOffline(url: string, sceneId: string): Promise<string> {
  const { forkSession } = await ask<{ forkSession: { session: { id: string } } }>(
    url,
    `mutation ($sceneId: ID!) { forkSession(input: { sceneId: $sceneId, keepParentActive: true }) {
      ... on SessionPayload { session { id } } } }`,
    { sceneId },
  );
  return forkSession.session.id;
}

/** Sends words, or throws the dice that are waited for where the words are `(roll)`. */
export async function tellOffline(
  url: string,
  sessionId: string,
  at: number,
  text: string,
): Promise<ToldTurn> {
  type Turn = {
    status: string;
    answer: string | null;
    session: { awaiting: { label?: string; question?: string } | null };
    scene: Scene | null;
    baseScene: Scene;
  };
  const action = text === '(roll)' ? { answer: { promptId: await readPromptId(url, sessionId) } } : { text };
  const { takeTurn } = await ask<{ takeTurn: { turn?: Turn; code?: string; message?: string } }>(
    url,
    /* GraphQL */ `
      mutation ($input: TakeTurnInput!) {
        takeTurn(input: $input) {
          ... on TurnPayload { turn { ...told } }
          ... on Failure { code message }
          ... on TurnFailure { turn { ...told } }
        }
      }
      fragment told on Turn {
        status answer scene { ${SCENE} } baseScene { ${SCENE} }
        session { awaiting { ... on RollPrompt { label } ... on QuestionPrompt { question } } }
      }
    `,
    { input: { sessionId, actionId: `told-${at}`, action } },
  );
  const { turn, code, message = '' } = takeTurn;
  // The player is told that the story has ended; nothing else happens.
  if (code === 'STORY_ENDED') return { player: text, prose: '', question: message, state: [] };
  if (turn === undefined) throw new Error(message);
  const { label, question } = turn.session.awaiting ?? {};
  if (turn.scene !== null) return toTold(text, turn.scene, '', label);
  return toTold(text, { ...turn.baseScene, narration: '' }, question ?? turn.answer ?? turn.status);
}

function toTold(player: string, scene: Scene, question: string, awaited = ''): ToldTurn {
  const { header, place, present, inventory, meters, resources, rolls, deadlines, clocks } = scene;
  const state = [
    `scene ${scene.index}, ${header.timestamp}`,
    `place: ${place?.name ?? 'none'}`,
    `present: ${present.map(({ name }) => name).join(', ')}`,
    `carried: ${inventory.map(({ item, itemId, quantity }) => `${quantity} ${item?.name ?? itemId}`).join(', ')}`,
    header.status === null ? '' : `status: ${header.status}`,
    meters.length === 0
      ? ''
      : `meters: ${meters.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join(', ')}`,
    ...resources.map(({ name, amount, max }) => `resource: ${name} ${amount}/${max}`),
    ...(question === '' ? rolls.map(({ line }) => `roll: ${line}`) : []),
    ...deadlines
      .filter(({ status }) => status !== 'ACTIVE')
      .map(({ description, status }) => `deadline: ${description} ${status}`),
    ...clocks.map(({ name, value, max }) => `clock: ${name} ${value}/${max}`),
    awaited === '' ? '' : `awaited: ${awaited}`,
  ];
  return { player, prose: scene.narration, question, state: state.filter((line) => line !== '') };
}
