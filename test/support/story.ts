import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import type { Store } from '#engine/store/store.ts';
import { ask } from './graphql-clients.ts';
import { rowIdOf } from './row-id.ts';

const WHOLE = { limit: 1_000, from: 'start', after: null, before: null } as const;

export type StoryTurn = {
  readonly id: string;
  readonly status: string;
  readonly attempt: number;
  readonly scene: { readonly index: number; readonly narration: string } | null;
};

/** What a player may send under an action: their words, a choice, an answer. */
export type Sent =
  | { readonly text: string }
  | { readonly choice: string }
  | { readonly answer: { readonly promptId: string; readonly text?: string; readonly faces?: number[] } };

/** Begins a campaign at an entry point by its name, over HTTP; gives the session's id once the opening is told. */
export async function beginAt(url: string, name: string): Promise<string> {
  type Entries = { entryPoints: { nodes: { id: string; name: string }[] } };
  const { entryPoints } = await ask<Entries>(url, '{ entryPoints(first: 50) { nodes { id name } } }');
  const entryPointId = entryPoints.nodes.find((entry) => entry.name === name)?.id;
  const { startCampaign } = await ask<{ startCampaign: { session: { id: string } } }>(
    url,
    /* GraphQL */ `
      mutation ($entryPointId: ID!) {
        startCampaign(input: { entryPointId: $entryPointId }) {
          ... on StartCampaignPayload { session { id } }
          ... on Failure { code message }
        }
      }
    `,
    { entryPointId },
  );
  return startCampaign.session.id;
}

/** Sends one action of a story and gives the turn it became. */
export async function act(
  url: string,
  sessionId: string,
  actionId: string,
  action: Sent,
): Promise<StoryTurn> {
  const { takeTurn } = await ask<{ takeTurn: { turn?: StoryTurn; message?: string } }>(
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
        id status attempt
        scene { index narration }
      }
    `,
    { input: { sessionId, actionId, action } },
  );
  if (takeTurn.turn === undefined) throw new Error(takeTurn.message);
  return takeTurn.turn;
}

/** Everything a session has come to, with nothing in it that differs from one telling to the next: no ids of rows, no clock times. */
export async function cameTo(store: Store, sessionId: string) {
  const rowId = rowIdOf(sessionId);
  const lineage = await store.sessions.lineageOf(rowId);
  const session = await store.sessions.find(rowId);
  const current = session?.currentSceneId ?? '';
  const snapshot = upgradeSnapshot((await store.scenes.snapshots([current])).get(current));
  if ('rejected' in snapshot) throw new Error(snapshot.reason);
  const { items: scenes } = await store.scenes.along(lineage, WHOLE);
  const { items: rolls } = await store.rolls.along(lineage, WHOLE);
  const { items: actions } = await store.actions.along(lineage, WHOLE);
  const { items: relations } = await store.relations.along(lineage, WHOLE);
  return {
    snapshot,
    narrations: scenes.map(({ narration }) => narration),
    rolls: rolls.map(({ scene, roll: { id: _id, ...roll } }) => ({ index: scene.index, roll })),
    actions: actions.map(({ scene, characterId, action }) => ({ index: scene.index, characterId, action })),
    relations: relations.map(({ scene, relation }) => ({ index: scene.index, relation })),
    chronicle: (await store.chronicle.along(lineage)).map(({ scene, ...event }) => ({
      ...event,
      scene: scene.index,
    })),
    memories: (await store.memories.along(lineage)).map(
      ({ row, scene, characterId, content, importance }) => {
        return { row, index: scene.index, characterId, content, importance };
      },
    ),
  };
}
