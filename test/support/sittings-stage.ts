import { randomUUID } from 'node:crypto';
import type { Provider } from '#engine/llm/provider.ts';
import { WAITING_QUAY } from './asking-packs.ts';
import { globalId } from './authoring.ts';
import { ask } from './graphql-clients.ts';
import { createPlainProvider } from './plain-provider.ts';
import { begin, takeTurn } from './play.ts';
import { readPromptId } from './prompts.ts';

/** A turn with these words runs until it is called off. */
const NEVER_TOLD = 'I wait until the tide forgets to turn.';

/** The plain provider, except that it never begins to narrate the turn with those words. */
export const patientStoryteller: Provider = createPlainProvider({
  before: async ({ step, input, signal }) => {
    if (step !== 'narrate' || !JSON.stringify(input).includes(NEVER_TOLD)) return;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
  },
});

type Variables = Readonly<Record<string, unknown>>;

/** What operations that change a session are run on: each a session of its own, so that they leave the others alone. */
export const SITTINGS: Readonly<Record<string, (tools: { readonly url: string }) => Promise<Variables>>> = {
  CancelTurn: async ({ url }) => {
    const { turn } = await takeTurn(url, await begin(url), { text: NEVER_TOLD, wait: false });
    return { turnId: turn?.id };
  },
  AnswerPrompt: async ({ url }) => {
    const sessionId = await begin(url, globalId('EntryPoint', WAITING_QUAY));
    await takeTurn(url, sessionId, { text: 'I force the drawer open before anybody sees me.' });
    const promptId = await readPromptId(url, sessionId);
    return { sessionId, actionId: randomUUID(), answer: { promptId, faces: [6, 5] } };
  },
  ...Object.fromEntries(
    ['RenameCampaign', 'ArchiveCampaign', 'UnarchiveCampaign', 'DeleteCampaign', 'RestoreCampaign'].map(
      (name) => [
        name,
        async ({ url }: { readonly url: string }) => {
          const { campaignId } = await campaignOf(url, await begin(url));
          return { campaignId, name: 'The long evening' };
        },
      ],
    ),
  ),
  EndSession: async ({ url }) => ({ sessionId: await begin(url) }),
  RetryTurn: async ({ url }) => {
    const { turn } = await takeTurn(url, await begin(url));
    return { turnId: turn?.id };
  },
  StartSession: async ({ url }) => {
    const sessionId = await begin(url);
    const { campaignId } = await campaignOf(url, sessionId);
    await ask(url, 'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { __typename } }', {
      id: sessionId,
    });
    return { campaignId, sceneId: null };
  },
  RewindSession: async ({ url }) => {
    const sessionId = await begin(url);
    await takeTurn(url, sessionId);
    return { sessionId, toSceneId: (await scenesOf(url, sessionId))[1] };
  },
  EditObservation: async ({ url }) => {
    const sessionId = await begin(url);
    await takeTurn(url, sessionId);
    return {
      input: {
        sessionId,
        observationId: await firstMemory(url, sessionId),
        change: { rewrite: 'It was dark.' },
      },
    };
  },
};

async function firstMemory(url: string, sessionId: string): Promise<string> {
  type Answer = { session: { gm: { observations: { nodes: { observationId: string }[] } } } };
  const { session } = await ask<Answer>(
    url,
    'query ($id: ID!) { session(id: $id) { gm { observations(first: 1) { nodes { observationId } } } } }',
    { id: sessionId },
  );
  const [first] = session.gm.observations.nodes;
  if (first === undefined) throw new Error('nobody remembers anything');
  return first.observationId;
}

export async function scenesOf(url: string, sessionId: string): Promise<string[]> {
  const { session } = await ask<{ session: { scenes: { nodes: { id: string }[] } } }>(
    url,
    'query ($id: ID!) { session(id: $id) { scenes(first: 10) { nodes { id } } } }',
    { id: sessionId },
  );
  return session.scenes.nodes.map(({ id }) => id);
}

export async function campaignOf(url: string, sessionId: string) {
  type Answer = { session: { campaign: { id: string }; currentScene: { persona: { entityId: string } } } };
  const { session } = await ask<Answer>(
    url,
    'query ($id: ID!) { session(id: $id) { campaign { id } currentScene { persona { entityId } } } }',
    { id: sessionId },
  );
  return { campaignId: session.campaign.id, personaId: session.currentScene.persona.entityId };
}
