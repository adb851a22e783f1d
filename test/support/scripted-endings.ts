import { ReadInput } from '#engine/contracts/reading.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import type { Store } from '#engine/store/store.ts';
import type { openEngine } from './engine.ts';
import { ask } from './graphql-clients.ts';
import { findId, type ReadingDraft } from './plain/shared-readings.ts';
import { createPlainProvider } from './plain-provider.ts';
import { rowIdOf } from './row-id.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

/** One thing a scripted player does. Each becomes one turn, a journey one for each way. */
export type Deed =
  /** Words of an authored trigger, as they stand in the pack. */
  | { readonly does: string }
  /** Goes to a place by the ways that are open, given by its id in the pack. */
  | { readonly travels: string }
  | { readonly waits: number }
  | { readonly takes: string }
  | { readonly gives: string; readonly to: string }
  /** Words after which `record` finds a condition in plain words fulfilled. */
  | { readonly says: string; readonly fulfils: string };

/** Creates a model that reads the words of scripted deeds and tells nothing of its own. */
export function createDeedProvider() {
  return createPlainProvider({
    read: ({ input }) => readDeed(ReadInput.parse(input)),
    narrate: () => ({ prose: 'It is done as it was said. Everybody has seen it.' }),
    record: ({ input }) => {
      const { conditions = [], playerText = '' } = input as {
        conditions?: readonly { readonly id: string }[];
        playerText?: string;
      };
      const fulfilled = conditions
        .filter(({ id }) => playerText.includes(`[${id}]`))
        .map(({ id }) => ({ id, quote: 'Everybody has seen it.' }));
      return { summary: 'It was done.', fulfilled };
    },
  });
}

/** Reads the words as they are written by `playDeeds`; triggers are met by their own words. */
function readDeed(input: ReadInput): ReadingDraft {
  const { playerText } = input;
  const [, verb = '', rest = ''] = /^(\w+): (.*)$/.exec(playerText) ?? [];
  if (verb === 'go') {
    const to = findId(input, rest);
    return { moves_to: to, actions: [{ kind: 'move', does: `go to ${rest}`, target: to }] };
  }
  if (verb === 'wait') return { actions: [{ kind: 'wait', does: 'wait', minutes: Number(rest) }] };
  if (verb === 'take') {
    const item = findId(input, rest);
    return { actions: [{ kind: 'take', does: `take ${rest}`, target: item, items: [item] }] };
  }
  if (verb === 'give') {
    const [what = '', whom = ''] = rest.split(' > ');
    const [item, target] = [findId(input, what), findId(input, whom)];
    return { actions: [{ kind: 'give', does: `give ${what}`, target, items: [item] }], addressed: [target] };
  }
  const met = input.triggers.find(({ when }) => when.split(';').some((one) => one.trim() === playerText));
  const triggers = met === undefined ? [] : [{ id: met.id, quote: playerText }];
  return { actions: [{ kind: 'other', does: playerText.slice(0, 300) }], triggers };
}

export type PlayedEnding = {
  readonly endingId: string;
  readonly title: string;
  readonly epilogue: string;
};
type Taken = {
  readonly code?: string;
  readonly message?: string;
  readonly turn?: {
    readonly status: string;
    readonly scene: { readonly ending: PlayedEnding | null } | null;
  };
};

const TAKE_TURN = /* GraphQL */ `
  mutation ($input: TakeTurnInput!) {
    takeTurn(input: $input) {
      ... on TurnPayload { turn { status scene { ending { endingId title epilogue } } } }
      ... on Failure { code message }
      ... on TurnFailure { turn { status } }
    }
  }
`;

/** Begins an entry point (`pack:entry`) and returns its session. */
export async function beginStory(url: string, entry: string): Promise<string> {
  type Entries = { entryPoints: { nodes: { id: string; entryPointId: string }[] } };
  const { entryPoints } = await ask<Entries>(
    url,
    '{ entryPoints(first: 100) { nodes { id entryPointId } } }',
  );
  const id = entryPoints.nodes.find(({ entryPointId }) => entryPointId === entry)?.id;
  const { startCampaign } = await ask<{ startCampaign: { session: { id: string } } }>(
    url,
    `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
      ... on StartCampaignPayload { session { id } } } }`,
    { id },
  );
  return startCampaign.session.id;
}

/** Plays deeds one after the other; returns the ending that was reached and what was refused afterwards. */
export async function playDeeds({ url, store }: Engine, sessionId: string, deeds: readonly Deed[]) {
  let count = 0;
  let ending: PlayedEnding | null = null;
  const take = async (text: string): Promise<Taken> => {
    count += 1;
    const input = { sessionId, actionId: `action ${count}`, action: { text } };
    return (await ask<{ takeTurn: Taken }>(url, TAKE_TURN, { input })).takeTurn;
  };
  const play = async (text: string): Promise<void> => {
    if (ending !== null) throw new Error(`the story ended before: ${text}`);
    const { turn, message } = await take(text);
    if (turn?.status !== 'COMMITTED') throw new Error(`${text}: ${message ?? turn?.status}`);
    ending = turn.scene?.ending ?? null;
  };
  for (const deed of deeds) {
    for (const text of await writeDeed(deed, store, sessionId)) await play(text);
  }
  // The narrowing above does not see assignments inside `play`.
  const reached = ending as PlayedEnding | null;
  return { ending: reached, after: reached === null ? null : await take('wait: 5') };
}

async function writeDeed(deed: Deed, store: Store, sessionId: string): Promise<readonly string[]> {
  if ('does' in deed) return [deed.does];
  if ('waits' in deed) return [`wait: ${deed.waits}`];
  if ('takes' in deed) return [`take: ${deed.takes}`];
  if ('gives' in deed) return [`give: ${deed.gives} > ${deed.to}`];
  if ('says' in deed) return [`${deed.says} [${deed.fulfils}]`];
  return findWay(await readSnapshot(store, sessionId), deed.travels).map((name) => `go: ${name}`);
}

/** Returns the state after the last scene. */
export async function readSnapshot(store: Store, sessionId: string): Promise<Snapshot> {
  const session = await store.sessions.find(rowIdOf(sessionId));
  const current = session?.currentSceneId ?? '';
  const snapshot = upgradeSnapshot((await store.scenes.snapshots([current])).get(current));
  if ('rejected' in snapshot) throw new Error(snapshot.reason);
  return snapshot;
}

/** Finds the shortest way to a place over the exits that are open; returns them by what players see of them. */
function findWay({ entities, scene }: Snapshot, wanted: string): readonly string[] {
  const places = new Map(
    Object.values(entities).flatMap((one) => (one.kind === 'location' ? [[one.id as string, one]] : [])),
  );
  const routes: { readonly at: string; readonly ways: readonly string[] }[] = [
    { at: scene.placeId ?? '', ways: [] },
  ];
  const seen = new Set(routes.map(({ at }) => at));
  for (const { at, ways } of routes) {
    const place = places.get(at);
    if (place?.packEntityId?.endsWith(`:${wanted}`)) return ways;
    for (const { to, label, secret, blocked } of place?.exits ?? []) {
      if (secret || blocked !== undefined || seen.has(to)) continue;
      seen.add(to);
      routes.push({ at: to, ways: [...ways, label ?? places.get(to)?.name ?? to] });
    }
  }
  throw new Error(`no open way to ${wanted}`);
}
