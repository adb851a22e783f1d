import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#engine/store/database/database.ts';
import { createPostgresqlOptions, createSqliteOptions } from '#engine/store/database/orm-options.ts';
import { SegmentSwitch } from '#engine/store/entities/content.ts';
import { LoggedHistory } from '#engine/store/entities/jobs.ts';
import { SideCall } from '#engine/store/entities/model-calls.ts';
import { Scene } from '#engine/store/entities/scene.ts';
import { Session } from '#engine/store/entities/session.ts';
import { Turn } from '#engine/store/entities/turn.ts';
import { incrementSequence } from '#engine/store/event-rows.ts';
import { migratePostgresql, migrateSqlite } from '#engine/store/open-store.ts';
import { startPostgres } from '../../../support/postgres.ts';
import { fullCampaign, MOMENTS, someTurns } from '../../../support/rows.ts';

type Opened = { readonly database: Database; readonly close: () => Promise<void> };

async function onSqlite(): Promise<Opened> {
  const orm = await MikroORM.init(createSqliteOptions(':memory:'));
  await migrateSqlite(orm);
  return { database: new Database(orm.em), close: () => orm.close() };
}

async function onPostgresql(): Promise<Opened> {
  const postgres = await startPostgres();
  const orm = await PostgresqlORM.init(createPostgresqlOptions(await postgres.newDatabase('rows')));
  await migratePostgresql(orm);
  const close = async () => {
    await orm.close();
    await postgres.stop();
  };
  return { database: new Database(orm.em), close };
}

const AT = new Date('2091-03-04T05:06:07.089Z');
const STATUSES = ['running', 'committed', 'failed'] as const;

/** One condition on a column of a turn, in every way the store asks. */
const condition = fc.oneof(
  fc.record({ status: fc.constantFrom(...STATUSES) }),
  fc.record({ status: fc.record({ $in: fc.subarray([...STATUSES]) }) }),
  fc.record({ status: fc.record({ $ne: fc.constantFrom(...STATUSES) }) }),
  fc.constantFrom({ sceneId: null }, { sceneId: { $ne: null } }, {}),
  fc.record({ attempt: fc.record({ $gt: fc.nat(4), $lte: fc.nat(4) }, { requiredKeys: [] }) }),
  fc.record({ attempt: fc.record({ $gte: fc.nat(4), $lt: fc.nat(4) }, { requiredKeys: [] }) }),
  fc.record({ finishedAt: fc.record({ $lte: fc.constantFrom(...MOMENTS) }) }),
);
const either = fc.record({
  $or: fc.array(
    condition.filter((one) => Object.keys(one).length > 0),
    { minLength: 1, maxLength: 3 },
  ),
});
const where = fc.tuple(condition, fc.oneof(condition, either)).map(([one, other]) => ({ ...one, ...other }));

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgresql],
])('rows on %s', (_name, open) => {
  let opened: Opened;
  const database = () => opened.database;
  beforeAll(async () => {
    opened = await open();
    await fullCampaign(database());
    await database().insertMany(Turn, someTurns());
  });
  afterAll(() => opened.close());

  it('are those MikroORM itself finds, whatever is asked', async () => {
    const asked = fc.record({
      where,
      limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      direction: fc.constantFrom('asc', 'desc'),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ where: which, limit, direction }) => {
        const options = { orderBy: { id: direction }, ...(limit === undefined ? {} : { limit }) } as const;
        const own = await database().find(Turn, which, options);
        const theirs = await database().orm.find(Turn, which, options);
        expect(own).toEqual(theirs.map((turn) => ({ ...turn, session: { id: turn.session.id } })));
        expect(await database().count(Turn, which)).toBe(await database().orm.count(Turn, which));
      }),
      { numRuns: 60 },
    );
  });

  it('come with the columns that were asked for, and always with their key', async () => {
    const [turn] = await database().find(Turn, {}, { fields: ['status'], orderBy: { id: 'asc' }, limit: 1 });
    expect(turn).toEqual({ id: someTurns()[0]?.id, status: someTurns()[0]?.status });
  });

  it('give back every kind of value as it went in', async () => {
    const snapshot = Buffer.from([0, 1, 2, 255]);
    const scene = {
      id: 'scene-x',
      narration: "It's “quiet” ? ?? \\? 雨",
      snapshot,
      snapshotBase: null,
      lore: null,
      worldDay: 12,
      diceIndex: 9,
      flags: null,
      audience: ['pc_ada_001', 'pc_bruno_001'],
    };
    await database().insert(Scene, { ...scene, index: 7, createdAt: AT, session: 'session', turnId: null });
    expect(await database().findOneOrFail(Scene, { id: 'scene-x' })).toEqual({
      ...scene,
      index: 7,
      createdAt: AT,
      session: { id: 'session' },
      turnId: null,
    });
    await database().insert(SegmentSwitch, { segmentId: 'npc:x', active: false, changedAt: AT });
    expect(await database().find(SegmentSwitch, { active: false })).toEqual([
      { segmentId: 'npc:x', active: false, changedAt: AT },
    ]);
    expect(await database().find(SegmentSwitch, { active: true })).toEqual([]);
  });

  it('keep fractions, and what nobody knows', async () => {
    const call = {
      work: 'replay',
      viewerId: null,
      sessionId: null,
      step: 'a',
      purpose: 'b',
      modelKey: 'c',
      provider: 'd',
      inputTokens: 1,
      outputTokens: 2,
      cacheWriteTokens: 3,
      cacheReadTokens: 4,
      firstDeltaMs: null,
      durationMs: 5,
      ending: 'e',
      createdAt: AT,
    } as const;
    await database().insertMany(SideCall, [
      { ...call, id: 'one', costUsd: 0.000_125 },
      { ...call, id: 'two', costUsd: null },
    ]);
    const found = await database().find(SideCall, {}, { fields: ['costUsd'], orderBy: { id: 'asc' } });
    expect(found.map(({ costUsd }) => costUsd)).toEqual([0.000_125, null]);
  });

  it('are changed and removed by their condition alone, and counted', async () => {
    const later = new Date(AT.getTime() + 1_000);
    const entries = [1, 2, 3].map((byte) => ({
      session: 'session',
      entry: Buffer.from([byte]),
      createdAt: AT,
    }));
    await database().insertMany(LoggedHistory, entries);
    const [first] = await database().find(LoggedHistory, {}, { orderBy: { id: 'asc' } });
    expect(
      await database().update(LoggedHistory, { id: { $in: [first?.id ?? 0] } }, { createdAt: later }),
    ).toBe(1);
    expect(await database().find(LoggedHistory, { createdAt: later })).toEqual([
      { ...first, createdAt: later },
    ]);
    expect(await database().remove(LoggedHistory, { createdAt: AT })).toBe(2);
    expect(await database().count(LoggedHistory, {})).toBe(1);
    expect(await database().find(LoggedHistory, { id: { $in: [] } })).toEqual([]);
  });

  it('can be raised by what stands there', async () => {
    const before = await database().findOneOrFail(Session, { id: 'session' });
    await database().update(Session, { id: 'session' }, { eventSequence: incrementSequence(3) });
    expect(await database().findOneOrFail(Session, { id: 'session' })).toEqual({
      ...before,
      eventSequence: before.eventSequence + 3,
    });
  });

  it('are written together or not at all', async () => {
    const session = () => database().findOneOrFail(Session, { id: 'session' });
    const before = await session();
    const failing = database().transactional(async (within) => {
      await within.update(Session, { id: 'session' }, { sceneIndex: 99 });
      expect((await within.findOneOrFail(Session, { id: 'session' })).sceneIndex).toBe(99);
      expect((await within.orm.findOneOrFail(Session, { id: 'session' })).sceneIndex).toBe(99);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await session()).toEqual(before);
  });

  it('are refused with the exception MikroORM has for it', async () => {
    const [turn] = someTurns();
    if (turn === undefined) throw new Error('there are turns');
    await expect(database().insert(Turn, turn)).rejects.toThrow(UniqueConstraintViolationException);
  });

  it('are asked of MikroORM when a condition reaches into another table', async () => {
    const found = await database().find(Turn, { session: { campaign: 'campaign' } });
    expect(found).toHaveLength(someTurns().length);
    await expect(database().findOneOrFail(Turn, { id: 'nobody' })).rejects.toThrow('there is no Turn');
  });

  it('take no transaction within another', async () => {
    const nested = database().transactional(async (within) => within.transactional(async () => null));
    await expect(nested).rejects.toThrow('a transaction is open already');
  });
});
