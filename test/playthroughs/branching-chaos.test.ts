import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { Secret } from '#engine/util/secret.ts';
import { type BranchingReport, branchingChaos } from '../support/chaos/branching-chaos.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { finishLeftTurns } from '../support/quay.ts';
import { temporaryFolder } from '../support/stores.ts';

const isLong = process.env.SCENEWRIGHT_LONG === '1';
const SEED = process.env.CHAOS_SEED ?? (isLong ? `branching ${new Date().toISOString()}` : 'branching');
const WISH = isLong
  ? { campaigns: 4, moves: 240, killsInHundred: 20 }
  : { campaigns: 1, moves: 24, killsInHundred: 30 };
const AN_HOUR = 3_600_000;
const WHOLE = { limit: 1_000, from: 'start', after: null, before: null } as const;

const folder = temporaryFolder();
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  folder.remove();
});

type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Everything that does not agree in any session of any campaign, and every turn that does not replay as it was. */
async function complaints(engine: Engine): Promise<readonly string[]> {
  await finishLeftTurns(engine);
  await engine.tidy();
  const { items } = await engine.store.campaigns.page(WHOLE);
  const sessions = await engine.store.sessions.ofCampaigns(items.map(({ id }) => id));
  const found: string[] = [];
  for (const { id } of sessions) {
    found.push(...(await complaintsAbout(engine.store, id)).map((complaint) => `${id}: ${complaint}`));
    const { items: scenes } = await engine.store.scenes.ofSession(id, WHOLE);
    if (!scenes.some(({ turnId }) => turnId !== null)) continue;
    const replay = await engine.replays({ sessionId: id });
    if (isRejection(replay)) {
      // The copy of a campaign does not have the seeds of sessions that were still open.
      if (replay.rejected !== 'seed-unknown') found.push(`${id}: ${replay.reason}`);
    } else if (!replay.isSame) found.push(`${id}: ${JSON.stringify(replay.turns)}`);
  }
  if ((await engine.store.jobs.waiting()) > 0) found.push('there are jobs left to do');
  return found;
}

function expectMuch({ kills, done }: BranchingReport): void {
  const committed = Object.entries(done).filter(([what]) => what.endsWith('COMMITTED'));
  const turns = committed.reduce((sum, [, count]) => sum + count, 0);
  expect(kills).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(isLong ? WISH.moves / 10 : 0);
}

const open = (options: Parameters<typeof openEngine>[0]) =>
  openEngine({ clock: () => new Date(Date.now() + AN_HOUR), ...options });

/** Nothing of what was played disagrees, and much was. */
async function expectWhole(engine: Engine, report: BranchingReport): Promise<void> {
  try {
    expect(await complaints(engine), SEED).toEqual([]);
    expectMuch(report);
  } finally {
    await engine.close();
  }
}

let attempts = 0;

const LIMIT = isLong ? 3_600_000 : 300_000;

it(
  `keeps every branch whole on a server that is killed again and again (CHAOS_SEED="${SEED}")`,
  async () => {
    attempts += 1;
    const path = join(folder.path, `alone-${attempts}`);
    const report = await branchingChaos({ ...WISH, seed: SEED, servers: [[path]] });
    const engine = await open({ folder: path });
    await expectWhole(engine, report);
  },
  LIMIT,
);

// Two servers and a database share two cores with the rest of the suite: a run may be too slow to commit any turn.
const SHARED = { retry: 1, timeout: LIMIT };

it(
  `keeps every branch whole on two servers that share a database and are killed again and again (CHAOS_SEED="${SEED}")`,
  SHARED,
  async () => {
    attempts += 1;
    const database = await postgres.newMigratedDatabase(`branching${attempts}`);
    const servers = ['one', 'two'].map((name) => [join(folder.path, `${name}-${attempts}`), database]);
    const report = await branchingChaos({ ...WISH, seed: SEED, servers });
    const openStore = () => openPostgresqlStore(new Secret(database));
    const engine = await open({ folder: join(folder.path, `after-${attempts}`), openStore });
    await expectWhole(engine, report);
  },
);
