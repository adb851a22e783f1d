import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import { ask } from '../graphql-clients.ts';
import { takeTurn } from '../play.ts';

/** Where a campaign stands, as its game master sees it. */
export type Standing = {
  readonly id: string;
  readonly sessions: readonly StandingSession[];
};
type StandingSession = {
  readonly id: string;
  readonly status: 'ACTIVE' | 'INACTIVE' | 'ENDED';
  readonly scenes: { readonly nodes: readonly StandingScene[] };
  readonly gm: { readonly observations: { readonly nodes: readonly { readonly observationId: string }[] } };
};
type StandingScene = {
  readonly id: string;
  readonly turn: { readonly id: string } | null;
  readonly narrations: readonly { readonly version: number }[];
};

export async function standingOf(url: string, campaignId: string): Promise<Standing> {
  const { campaign } = await ask<{ campaign: Standing }>(
    url,
    /* GraphQL */ `
      query ($id: ID!) {
        campaign(id: $id) {
          id
          sessions {
            id status
            scenes(last: 20, wholeLine: true) { nodes { id turn { id } narrations { version } } }
            gm { observations(first: 5) { nodes { observationId } } }
          }
        }
      }
    `,
    { id: campaignId },
  );
  return campaign;
}

/** What a move is made with: a server, and another that may be the same. */
export type Board = {
  readonly url: string;
  readonly elsewhere: string;
  readonly random: KeyedRandom;
  readonly standing: Standing;
};
type Move = (board: Board) => Promise<string>;

const WORDS = ['I listen to the room.', 'I ask who was here last.', 'I search the drawer.', 'I wait.'];

/** Without a session that goes on, one is begun. */
export function moveBy({ standing, random }: Board): readonly [string, Move] {
  const isOver = standing.sessions.every(({ status }) => status !== 'ACTIVE');
  return (isOver ? null : pick(MOVES, random)) ?? ['start', start];
}

/** Everything that can be done to a story, each as often as it stands here. */
const MOVES: readonly (readonly [string, Move])[] = [
  ['turn', turn],
  ['turn', turn],
  ['turn', turn],
  ['turn', turn],
  ['turn', turn],
  ['turn', turn],
  ['twice at once', twiceAtOnce],
  ['call off elsewhere', callOffElsewhere],
  ['regenerate', regenerate],
  ['choose', choose],
  ['rewind', rewind],
  ['fork', fork],
  ['end', end],
  ['start', start],
  ['edit', edit],
  ['operations', operations],
  ['copy', copy],
];

async function turn({ url, random, standing }: Board): Promise<string> {
  const { turn: played, code } = await takeTurn(url, active(standing, random), { text: words(random) });
  return code ?? played?.status ?? 'nothing';
}

async function twiceAtOnce({ url, elsewhere, random, standing }: Board): Promise<string> {
  const session = active(standing, random);
  const wish = { actionId: randomUUID(), text: words(random) };
  const [one, other] = await Promise.all([url, elsewhere].map((each) => takeTurn(each, session, wish)));
  const ids = [one?.turn?.id, other?.turn?.id].filter((id) => id !== undefined);
  if (new Set(ids).size > 1) throw new Error(`one action became two turns: ${ids}`);
  return one?.code ?? one?.turn?.status ?? 'nothing';
}

async function callOffElsewhere({ url, elsewhere, random, standing }: Board): Promise<string> {
  const begun = await takeTurn(url, active(standing, random), { text: words(random), wait: false });
  if (begun.turn === undefined) return begun.code ?? 'nothing';
  await wait(random.below(150));
  return done(elsewhere, 'cancelTurn', { turnId: begun.turn.id });
}

function regenerate({ url, random, standing }: Board): Promise<string> {
  const told = scenesOf(standing).flatMap((scene) => scene.turn?.id ?? []);
  return done(url, 'regenerateTurn', { turnId: pick(told, random) });
}

function choose({ url, random, standing }: Board): Promise<string> {
  const scene = pick(scenesOf(standing), random);
  const version = pick(scene?.narrations ?? [], random)?.version ?? 1;
  return done(url, 'chooseNarration', { sceneId: scene?.id, version });
}

function rewind({ url, random, standing }: Board): Promise<string> {
  const session = standing.sessions.find(({ id }) => id === active(standing, random));
  const scene = pick(session?.scenes.nodes.slice(0, -1) ?? [], random);
  return done(url, 'rewindSession', { sessionId: session?.id, toSceneId: scene?.id });
}

function fork({ url, random, standing }: Board): Promise<string> {
  const keepParentActive = random.below(2) === 0;
  return done(url, 'forkSession', { sceneId: pick(scenesOf(standing), random)?.id, keepParentActive });
}

function end({ url, random, standing }: Board): Promise<string> {
  return done(url, 'endSession', { sessionId: active(standing, random) });
}

function start({ url, random, standing }: Board): Promise<string> {
  const named = random.below(2) === 0 ? {} : { sceneId: pick(scenesOf(standing), random)?.id };
  return done(url, 'startSession', { campaignId: standing.id, ...named });
}

function edit({ url, random, standing }: Board): Promise<string> {
  const session = standing.sessions.find(({ id }) => id === active(standing, random));
  const observation = pick(session?.gm.observations.nodes ?? [], random);
  if (session === undefined || observation === undefined) return Promise.resolve('nothing');
  const change = random.below(2) === 0 ? { weigh: 1 + random.below(5) } : { retract: 'it never was' };
  return done(url, 'editObservation', {
    input: { sessionId: session.id, observationId: observation.observationId, change },
  });
}

function operations({ url, random, standing }: Board): Promise<string> {
  const minutes = 1 + random.below(90);
  return done(url, 'applyOperations', {
    input: {
      sessionId: active(standing, random),
      actionId: randomUUID(),
      operations: [{ advanceTime: { minutes } }],
    },
  });
}

async function copy({ url, elsewhere, standing }: Board): Promise<string> {
  const { exportCampaign } = await ask<{ exportCampaign: { code?: string; file?: string } }>(
    url,
    `mutation ($campaignId: ID!) { exportCampaign(input: { campaignId: $campaignId }) { ... on ExportCampaignPayload { file } ... on Failure { code } } }`,
    { campaignId: standing.id },
  );
  const { file, code = 'nothing' } = exportCampaign;
  return file === undefined ? code : done(elsewhere, 'importCampaign', { input: { file, asCopy: true } });
}

/** Sends a mutation and says what came of it in a word. */
async function done(url: string, name: string, fields: Record<string, unknown>): Promise<string> {
  const input = fields.input ?? fields;
  if (Object.values(fields).includes(undefined)) return 'nothing';
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { done: ${name}(input: $input) { __typename ... on Failure { code } } }`;
  const { done: result } = await ask<{ done: { __typename: string; code?: string } }>(url, query, { input });
  return result.code ?? result.__typename;
}

const words = (random: KeyedRandom) => pick(WORDS, random) ?? '';
const scenesOf = ({ sessions }: Standing) => sessions.flatMap(({ scenes }) => scenes.nodes);

function active({ sessions }: Standing, random: KeyedRandom): string {
  const going = sessions.filter(({ status }) => status === 'ACTIVE');
  return pick(going.length > 0 ? going : sessions, random)?.id ?? '';
}

function pick<Item>(items: readonly Item[], random: KeyedRandom): Item | undefined {
  return items[random.below(Math.max(1, items.length))];
}
