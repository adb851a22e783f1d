import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { ask } from '../graphql-clients.ts';
import { begin } from '../play.ts';
import { moveBy, standingOf } from './branching-moves.ts';
import { type MortalServer, mortalServer } from './mortal-server.ts';

export type BranchingWish = {
  readonly seed: string;
  /** A folder for each server, with the database they share if they do. */
  readonly servers: readonly (readonly string[])[];
  readonly campaigns: number;
  readonly moves: number;
  /** Of a hundred waves of moves so many are hit by a kill of a server. */
  readonly killsInHundred: number;
};

/** How often each kind of move came to what. */
export type BranchingReport = {
  readonly kills: number;
  readonly done: Readonly<Record<string, number>>;
};

const AT_ONCE = 3;
const LONGEST_LIFE = 500;
const MOST_TIMES = 4;

/** Plays campaigns with everything that can be done to a story, on servers that are killed again and again. */
export async function branchingChaos(wish: BranchingWish): Promise<BranchingReport> {
  const servers = await Promise.all(
    wish.servers.map((where, at) => mortalServer(where, `${wish.seed}:${at}`)),
  );
  try {
    const done = await played(wish, servers);
    return { kills: servers.reduce((sum, server) => sum + server.kills(), 0), done };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
}

async function played(
  wish: BranchingWish,
  servers: readonly MortalServer[],
): Promise<BranchingReport['done']> {
  const random = createKeyedRandom(wish.seed, 'branching');
  // Moves go on side by side and draw as they come; how often a server dies does not depend on that.
  const fate = createKeyedRandom(wish.seed, 'kills');
  const any = (): MortalServer => servers[random.below(servers.length)] as MortalServer;
  const campaigns: string[] = [];
  while (campaigns.length < wish.campaigns) {
    const campaign = await any().asked(async (url) => campaignOf(url, await begin(url)));
    if (campaign !== null) campaigns.push(campaign);
  }
  const done: Record<string, number> = {};
  const oneMove = async (): Promise<void> => {
    const campaign = campaigns[random.below(campaigns.length)] ?? '';
    const what =
      (await any().asked(async (url) => {
        const standing = await standingOf(url, campaign);
        return any().asked(async (elsewhere) => {
          const board = { url, elsewhere, random, standing };
          const [name, move] = moveBy(board);
          return `${name}: ${await move(board)}`;
        });
      })) ?? 'the server died';
    done[what] = (done[what] ?? 0) + 1;
  };
  // On a busy machine every turn may be hit: it goes on until one is committed, within bounds.
  const isEnough = () => Object.keys(done).some((what) => what.endsWith('COMMITTED'));
  const most = MOST_TIMES * wish.moves;
  for (let made = 0; made < (isEnough() ? wish.moves : most); made += AT_ONCE) {
    const isHit = fate.below(100) < wish.killsInHundred;
    const killed = isHit ? any().killAfter(fate.below(LONGEST_LIFE)) : null;
    await Promise.all(Array.from({ length: AT_ONCE }, oneMove));
    await killed;
  }
  return done;
}

async function campaignOf(url: string, sessionId: string): Promise<string> {
  const { session } = await ask<{ session: { campaign: { id: string } } }>(
    url,
    'query ($id: ID!) { session(id: $id) { campaign { id } } }',
    { id: sessionId },
  );
  return session.campaign.id;
}
