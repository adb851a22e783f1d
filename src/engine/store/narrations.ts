import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { compressJson, decompressJson } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { NarrationChoice, NarrationVersion, OpenRetelling, Scene } from './entities/scene.ts';
import { type EventRow, insertEvents, type NewEventRow, reserveSequence } from './event-rows.ts';

/** One narration of a scene. The first is the one its turn committed. */
export type NarrationRecord = {
  readonly version: number;
  readonly narration: string;
  /** The checks it did not pass. */
  readonly flags: readonly string[];
  readonly isChosen: boolean;
  readonly createdAt: Date;
};

export type NewNarration = {
  readonly sceneId: string;
  readonly narration: string;
  /** Checks it did not pass. Default: none. */
  readonly flags?: readonly string[];
  /** Recording of how the version was made, for the game master. */
  readonly recording: unknown;
  /** True when the story continues with this version at once. */
  readonly choose: boolean;
  readonly at: Date;
  /** Creates the event for readers of its session. */
  readonly tell?: NarrationEventFactory;
  /** Regeneration it comes from, which ends with it. */
  readonly retellingId?: string;
};

/**
 * Creates the event about a version. It is written in one transaction with the version or the choice, so that neither
 * stands alone.
 */
export type NarrationEventFactory = (version: number) => NewEventRow;

type AddedNarration = { readonly version: number; readonly events: readonly EventRow[] };

/** Other tellings of a scene: the same dice and changes in other words. Tellings and choices are only ever added. */
export type NarrationStore = {
  /** Returns the narrations, oldest first; empty when there is no such scene. */
  readonly narrationsOf: (sceneId: string) => Promise<readonly NarrationRecord[]>;
  /** The same of several scenes, by scene id, in as many reads as for one. */
  readonly narrationsOfMany: (
    sceneIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly NarrationRecord[]>>;
  /** Gives the version it got. Null, and nothing is written, when there is no such scene, or its retelling was withdrawn. */
  readonly addNarration: (narration: NewNarration) => Promise<AddedNarration | null>;
  /**
   * Chooses the narration the scene has from now on. Returns null and writes nothing when there is no such scene or
   * version.
   */
  readonly chooseNarration: (
    sceneId: string,
    version: number,
    at: Date,
    tell?: NarrationEventFactory,
  ) => Promise<readonly EventRow[] | null>;
  /** Returns the recording of a later narration. Null for the first, whose turn has its recording. */
  readonly recordingOf: (sceneId: string, version: number) => Promise<unknown>;
};

const FIRST = 1;

export function createNarrationStore(database: Database): NarrationStore {
  return {
    narrationsOf: async (sceneId) => (await narrationsOfMany(database, [sceneId])).get(sceneId) ?? [],

    narrationsOfMany: (sceneIds) => narrationsOfMany(database, sceneIds),

    addNarration: (narration) => database.transactional((tx) => addNarration(tx, narration)),

    chooseNarration: (sceneId, version, at, tell) =>
      database.transactional(async (tx) => {
        const telling = await lockScene(tx, sceneId);
        const isKnown =
          version === FIRST || (await tx.count(NarrationVersion, { scene: sceneId, version })) === 1;
        if (telling === null || !isKnown) return null;
        await choose(tx, sceneId, version, at);
        return telling(tell?.(version));
      }),

    recordingOf: async (sceneId, version) => {
      const found = await database.findOne(NarrationVersion, { scene: sceneId, version });
      return found === null ? null : decompressJson(found.recording);
    },
  };
}

async function narrationsOfMany(
  database: Database,
  sceneIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NarrationRecord[]>> {
  const ids = [...sceneIds];
  const scenes = await database.find(
    Scene,
    { id: { $in: ids } },
    { fields: ['id', 'narration', 'flags', 'createdAt'] },
  );
  const later = Map.groupBy(await laterVersions(database, ids), ({ scene }) => scene.id);
  const choices = await latestChoices(database, ids);
  return new Map(
    scenes.map((scene) => {
      const told = [{ ...scene, version: FIRST }, ...(later.get(scene.id) ?? [])];
      const chosen = choices.get(scene.id) ?? FIRST;
      const records = told.map(({ version, narration, flags, createdAt }) => {
        return {
          version,
          narration,
          flags: parseNarrationFlags(flags),
          isChosen: version === chosen,
          createdAt,
        };
      });
      return [scene.id, records];
    }),
  );
}

/** Flags of a row; an earlier version may have written none. */
const Flags = z.array(z.string()).catch([]);
export const parseNarrationFlags = (flags: unknown): readonly string[] => Flags.parse(flags);

type ChosenNarration = {
  readonly narration: string;
  readonly narrationVersion: number;
  readonly flags: readonly string[];
};

/** Finds the chosen narrations of scenes whose first version was replaced, in two reads for any number of scenes. */
export async function findChosenNarrations(
  database: Database,
  sceneIds: readonly string[],
): Promise<ReadonlyMap<string, ChosenNarration>> {
  const chosen = await latestChoices(database, sceneIds);
  const retold = [...chosen].flatMap(([id, version]) => (version === FIRST ? [] : id));
  if (retold.length === 0) return new Map();
  const fields = ['scene', 'version', 'narration', 'flags'] as const;
  const found = await database.find(NarrationVersion, { scene: { $in: retold } }, { fields });
  return new Map(
    found.flatMap(({ scene: { id }, version, narration, flags }) =>
      chosen.get(id) === version
        ? [[id, { narration, narrationVersion: version, flags: parseNarrationFlags(flags) }]]
        : [],
    ),
  );
}

async function latestChoices(database: Database, sceneIds: readonly string[]): Promise<Map<string, number>> {
  if (sceneIds.length === 0) return new Map();
  const choices = await database.find(
    NarrationChoice,
    { scene: { $in: [...sceneIds] } },
    { orderBy: { ordinal: 'asc' } },
  );
  return new Map(choices.map(({ scene, version }) => [scene.id, version]));
}

function laterVersions(database: Database, sceneIds: string[]) {
  const fields = ['scene', 'version', 'narration', 'flags', 'createdAt'] as const;
  return database.find(
    NarrationVersion,
    { scene: { $in: sceneIds } },
    { fields, orderBy: { version: 'asc' } },
  );
}

async function addNarration(
  tx: Database,
  { sceneId, narration, flags = [], recording, choose: isChosen, at, tell, retellingId }: NewNarration,
): Promise<AddedNarration | null> {
  const telling = await lockScene(tx, sceneId);
  if (telling === null) return null;
  if (retellingId !== undefined && (await tx.remove(OpenRetelling, { id: retellingId })) === 0) return null;
  const version = ((await laterVersions(tx, [sceneId])).at(-1)?.version ?? FIRST) + 1;
  const content = compressJson(recording);
  const row = { scene: sceneId, version, narration, flags, recording: content, createdAt: at };
  await tx.insert(NarrationVersion, row);
  if (isChosen) await choose(tx, sceneId, version, at);
  return { version, events: await telling(tell?.(version)) };
}

type Telling = (event: NewEventRow | undefined) => Promise<readonly EventRow[]>;

/**
 * Locks a scene, so that new narrations and choices run one after another. PostgreSQL does so by row locks, the
 * session's first, as everywhere. Returns the function that writes an event for its readers; null when there is no such
 * scene.
 */
async function lockScene(tx: Database, id: string): Promise<Telling | null> {
  const found = await tx.findOne(Scene, { id }, { fields: ['id', 'session'] });
  if (found === null) return null;
  const sessionId = found.session.id;
  await reserveSequence(tx, { id: sessionId }, 0);
  await tx.findOneOrFail(Scene, { id }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
  return async (event) => {
    if (event === undefined) return [];
    const last = await reserveSequence(tx, { id: sessionId }, 1);
    return last === null ? [] : insertEvents(tx, sessionId, last, [event]);
  };
}

async function choose(tx: Database, sceneId: string, version: number, at: Date): Promise<void> {
  const ordinal = (await tx.count(NarrationChoice, { scene: sceneId })) + 1;
  await tx.insert(NarrationChoice, { scene: sceneId, ordinal, version, createdAt: at });
}

export type RetellingRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly sceneId: string;
  readonly startedAt: Date;
};

/**
 * Scenes being narrated again. Each is recorded from its first word to its end. Readers therefore learn of its end
 * even when the server that narrated it is gone.
 */
export type RetellingStore = {
  /** Notes it down and writes that it begins, in one transaction. Null, and nothing is written, when there is no such session. */
  readonly open: (retelling: RetellingRecord, beginning: NewEventRow) => Promise<readonly EventRow[] | null>;
  /** Closes it and writes its remaining events. Returns null and writes nothing when it was closed before. */
  readonly close: (
    retelling: Pick<RetellingRecord, 'id' | 'sessionId'>,
    ending: readonly NewEventRow[],
  ) => Promise<readonly EventRow[] | null>;
  /**
   * Ends those that began before a moment. Null ends all of them; that is right only where no other server can be
   * narrating.
   */
  readonly sweep: (
    before: Date | null,
    withdrawal: (retelling: RetellingRecord) => NewEventRow,
  ) => Promise<readonly EventRow[]>;
};

export function createRetellingStore(database: Database): RetellingStore {
  const close: RetellingStore['close'] = ({ id, sessionId }, ending) =>
    database.transactional(async (tx) => {
      // The session's row first, as everywhere: two who close at once take turns.
      const last = await reserveSequence(tx, { id: sessionId }, 0);
      const isOpen = last !== null && (await tx.remove(OpenRetelling, { id })) === 1;
      if (!isOpen) return null;
      if (ending.length > 0) await reserveSequence(tx, { id: sessionId }, ending.length);
      return insertEvents(tx, sessionId, last, ending);
    });
  return {
    open: ({ sessionId, ...retelling }, beginning) =>
      database.transactional(async (tx) => {
        const last = await reserveSequence(tx, { id: sessionId }, 1);
        if (last === null) return null;
        await tx.insert(OpenRetelling, { ...retelling, session: sessionId });
        return insertEvents(tx, sessionId, last, [beginning]);
      }),

    close,

    sweep: async (before, withdrawal) => {
      const found = await database.find(OpenRetelling, before === null ? {} : { startedAt: { $lt: before } });
      const told: EventRow[] = [];
      for (const { id, session, sceneId, startedAt } of found) {
        const retelling = { id, sessionId: session.id, sceneId, startedAt };
        told.push(...((await close(retelling, [withdrawal(retelling)])) ?? []));
      }
      return told;
    },
  };
}
