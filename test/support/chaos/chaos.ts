import { setTimeout as wait } from 'node:timers/promises';
import { createKeyedRandom, type KeyedRandom } from '#engine/util/keyed-random.ts';
import { ask } from '../graphql-clients.ts';
import { begin, type TurnResult, takeTurn } from '../play.ts';
import { type MortalServer, mortalServer } from './mortal-server.ts';

export type ChaosWish = {
  readonly seed: string;
  readonly folder: string;
  readonly sessions: number;
  readonly turns: number;
  /** Of a hundred waves of turns so many are hit by a kill of the server. */
  readonly killsInHundred: number;
};

/** What a client was told: which action became which scene, and how each action ended. */
export type ChaosReport = {
  readonly sessionIds: readonly string[];
  readonly told: readonly {
    readonly sessionId: string;
    readonly actionId: string;
    readonly index: number;
    readonly narration: string;
  }[];
  readonly endings: Readonly<Record<string, number>>;
  readonly kills: number;
};

const AT_ONCE = 4;
const MOST_TRIES = 6;
const LONGEST_LIFE = 600;
const WORDS = [
  'I listen to the room.',
  'I ask who was here last.',
  'I search the drawer.',
  'I wait by the door.',
];

/** Plays many sessions on a server that is killed again and again, with models that misbehave, sending things twice and calling them off. */
export async function chaos(wish: ChaosWish): Promise<ChaosReport> {
  const random = createKeyedRandom(wish.seed, 'client');
  const server = await mortalServer([wish.folder], wish.seed);
  const sessionIds: string[] = [];
  const told: ChaosReport['told'][number][] = [];
  const endings: Record<string, number> = {};
  for (let count = 0; count < wish.sessions; count += 1) sessionIds.push(await beginUntilItWorks(server));

  for (let turn = 0; turn < wish.turns; ) {
    const killed =
      random.below(100) < wish.killsInHundred ? server.killAfter(random.below(LONGEST_LIFE)) : null;
    const wave = Array.from({ length: Math.min(AT_ONCE, wish.turns - turn) }, async (_, place) => {
      const number = turn + place;
      const sessionId = sessionIds[number % sessionIds.length] ?? '';
      const action = {
        sessionId,
        actionId: `action-${number}`,
        text: WORDS[random.below(WORDS.length)] ?? '',
      };
      const ended = await act(server, action, random);
      endings[ended.ending] = (endings[ended.ending] ?? 0) + 1;
      if (ended.scene !== null) told.push({ sessionId, actionId: action.actionId, ...ended.scene });
    });
    await Promise.all(wave);
    turn += wave.length;
    await killed;
  }
  await server.kill();
  return { sessionIds, told, endings, kills: server.kills() };
}

type Action = { readonly sessionId: string; readonly actionId: string; readonly text: string };
type Ended = {
  readonly ending: string;
  readonly scene: { readonly index: number; readonly narration: string } | null;
};

/** Sends an action, plainly or twice at once or to call it off, and again until something came of it. */
async function act(server: MortalServer, action: Action, random: KeyedRandom): Promise<Ended> {
  const manner = random.below(10);
  const pause = random.below(200);
  let last = 'never answered';
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const result = await server.asked((url) => sent(url, action, manner, pause));
    if (result === null) continue;
    const { turn } = result;
    if (turn?.status === 'COMMITTED' && turn.scene !== null)
      return { ending: 'COMMITTED', scene: turn.scene };
    if (turn?.status === 'CANCELLED') return { ending: 'CANCELLED', scene: null };
    last = result.code ?? turn?.status ?? result.__typename;
    await wait(20);
  }
  return { ending: last, scene: null };
}

async function sent(url: string, action: Action, manner: number, pause: number): Promise<TurnResult> {
  const send = (isWaiting = true) => takeTurn(url, action.sessionId, { ...action, wait: isWaiting });
  if (manner === 0) {
    const begun = await send(false);
    if (begun.turn === undefined) return begun;
    await wait(pause);
    return called(await ask<Cancelled>(url, CANCEL, { turnId: begun.turn.id }));
  }
  if (manner > 3) return send();
  const [first, second] = await Promise.all([send(), send()]);
  if (first.turn?.id !== second.turn?.id) throw new Error(`one action became two turns: ${action.actionId}`);
  return first;
}

type Cancelled = { readonly cancelTurn: TurnResult };
const called = ({ cancelTurn }: Cancelled): TurnResult => cancelTurn;
const CANCEL = /* GraphQL */ `
  mutation ($turnId: ID!) {
    cancelTurn(input: { turnId: $turnId }) {
      __typename
      ... on TurnPayload { turn { id status attempt scene { index narration } } }
      ... on Failure { code message }
    }
  }
`;

async function beginUntilItWorks(server: MortalServer): Promise<string> {
  const sessionId = await server.asked(begin);
  return sessionId ?? beginUntilItWorks(server);
}
