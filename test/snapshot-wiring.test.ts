import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { RecordInput } from '#engine/contracts/outcome.ts';
import { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { replayTurnRange } from '#engine/replay/replay-turns.ts';
import type { SnapshotDifference } from '#engine/state/diff.ts';
import { CharacterId } from '#engine/state/ids.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import { Snapshot } from '#engine/state/snapshot.ts';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { createLazy } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { schema } from '#schema/schema.ts';
import { readTurnRange } from '../src/engine/replay/play/turn-range.ts';
import { writeGuidePack } from './support/guide-pack.ts';
import { openScriptedTable } from './support/scripted-turns.ts';
import {
  ADDED,
  BY_HAND,
  CHANGES,
  DUET,
  type Edit,
  ELSEWHERE,
  EXEMPT,
  GIVEN,
  INES,
  LATE,
  READINGS,
  SHOWN_ONLY,
} from './support/wiring/snapshot-changes.ts';
import {
  listSnapshotFields,
  listSnapshotLeaves,
  listVariants,
  setSnapshotValue,
} from './support/wiring/snapshot-variants.ts';

/*
 * Every field of the snapshot has a reader. A full world is played through the same turns again and again, each time with one
 * value changed. Something else must differ: what players or game masters are shown, a prompt, or the world afterwards.
 */

const FIELDS = listSnapshotFields();
/** What the turns show: prompts by turn, and the worlds they left. Null when a prompt differed and the rest was not played. */
type Played = {
  readonly prompts: readonly string[];
  readonly worlds: readonly Json[];
  readonly rest: string;
};

const toJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

function build(snapshot: Snapshot, changes: readonly Edit[]): Snapshot {
  const data = changes.reduce<Json>(
    (world, [path, value]) => setSnapshotValue(world, path.split('.'), value),
    toJson(snapshot),
  );
  return Snapshot.parse(data) as Snapshot;
}

/** Applies the differences a replay reports to the scene that was recorded. */
function applyDifferences(recorded: unknown, differences: readonly SnapshotDifference[]): Json {
  return differences.reduce<Json>(
    (world, { part, id, change, after }) =>
      setSnapshotValue(
        world,
        id === null ? [part] : [part, id],
        change === 'removed' ? undefined : toJson(after),
      ),
    toJson(recorded),
  );
}

function readValue(data: Json | undefined, at: readonly string[]): Json | undefined {
  return at.reduce<Json | undefined>((value, step) => Object(value)[step], data);
}

/** Tells whether two worlds differ elsewhere than at the changed value. */
function differsElsewhere(one: Json | undefined, other: Json | undefined, at: readonly string[]): boolean {
  if (one === undefined || other === undefined) return one !== other;
  return toCanonicalJson(one) !== toCanonicalJson(setSnapshotValue(other, at, readValue(one, at)));
}

const MASTER_VIEW = `{ gm ${selectLeaves('GmScene', 2)} }`;

/** Selects every plain field of a type, some objects deep; fields that need arguments and the raw snapshot are left out. */
function selectLeaves(typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const isOpen = !field.args.some((one) => isNonNullType(one.type) && one.defaultValue === undefined);
    if (!isOpen || field.name === 'state') return [];
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    const below = depth === 0 ? '' : selectLeaves(inner.name, depth - 1);
    return below === '' ? [] : [`${field.name} ${below}`];
  });
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`;
}

const viewOf = (snapshot: Snapshot) =>
  toCanonicalJson(toJson(createPlayerView(snapshot, CharacterId.parse(INES))));

type Evening = Awaited<ReturnType<typeof openEvening>>;

async function openEvening(pipeline: 'full' | 'duet') {
  const table = await openScriptedTable('lantern_quay:the_second_ledger', (folder) => {
    writeGuidePack(folder);
    const rules = join(folder, 'lantern_quay/rulesets/tide_dice.yaml');
    const text = readFileSync(rules, 'utf8');
    writeFileSync(rules, text.replace('pipeline: full', `pipeline: ${pipeline}`));
  });
  const { engine } = table;
  await table.say('look');
  const start = await table.world();
  const script = () => {
    table.script.set('record', ({ input }) => {
      const { playerText, conditions = [], sentences } = RecordInput.parse(input);
      const fulfilled = conditions
        .filter(({ id }) => id.startsWith('chapter'))
        .map(({ id }) => ({ id, quote: sentences[0] ?? '' }));
      if (playerText !== 'go to the mole') return;
      return { say: JSON.stringify({ summary: 'They left the house.', minutes: 4, fulfilled }) };
    });
    table.script.set('read', ({ input }) => {
      const asked = ReadInput.parse(input);
      return { say: JSON.stringify(READINGS[asked.playerText]?.(asked) ?? {}) };
    });
  };
  const scripted: readonly TurnInput[] = [
    ...Object.keys(READINGS).map((text) => createStoryInput(text)),
    BY_HAND,
    createStoryInput('What now?', { mode: 'THINK' }),
  ];
  for (const input of scripted) {
    script();
    const { turn } = await table.play(input);
    expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  }
  script();
  await engine.tidied();
  const range = await readTurnRange(engine.store, { sessionId: table.sessionId(), from: 3 });
  if (isRejection(range)) throw new Error(range.reason);

  /** Plays the turns from a world; stops when a prompt differs from the one expected. */
  const play = async (snapshot: Snapshot, expected: Played | null): Promise<Played | null> => {
    const prompts: string[] = [];
    const stop = new AbortController();
    const onTurn = (done: number) => {
      // Steps that run side by side may ask in any order.
      const asked = engine.asked
        .splice(0)
        .map(({ step, system, messages }) => JSON.stringify({ step, system, messages }));
      if (done === 0) return;
      prompts.push(asked.toSorted().join('\n'));
      if (expected !== null && expected.prompts[done - 1] !== prompts.at(-1)) stop.abort();
    };
    try {
      const { turns } = await replayTurnRange(
        { ...range, base: { ...range.base, snapshot } },
        engine.liveReplayTools,
        { asksAgain: true },
        { signal: stop.signal, onTurn },
      );
      const worlds = turns.map(({ world }, index) =>
        applyDifferences(range.turns[index]?.scene.snapshot, world),
      );
      const rest = turns.map(({ failure, operations, observations, rolls, prose }) => [
        failure,
        operations,
        observations,
        rolls,
        prose.replayed,
      ]);
      return { prompts, worlds, rest: JSON.stringify(rest) };
    } catch (error) {
      if (stop.signal.aborted) return null;
      throw error;
    }
  };
  const scene = (await engine.store.sessions.find(table.sessionId()))?.currentSceneId ?? '';
  /** Returns what the API shows a game master of a world, apart from the raw snapshot. */
  const show = async (snapshot: Snapshot): Promise<string> => {
    engine.snapshots.keep(scene, snapshot, null);
    const id = Buffer.from(`Scene:${scene}`).toString('base64');
    const response = await fetch(`${engine.url}/graphql/authoring`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ scene(id: "${id}") ${MASTER_VIEW} }` }),
    });
    const text = await response.text();
    expect(JSON.parse(text).errors).toBeUndefined();
    return text;
  };
  return { start, play, show, close: () => engine.close() };
}

const evidence = new Map<string, string>();

type World = {
  readonly snapshot: Snapshot;
  /** Plays the evening in it, once; null where it cannot be played. */
  readonly base: () => Promise<Played | null>;
  readonly shown: string;
};

/**
 * Where the change of a value shows: to players, to game masters, in a prompt or in the world afterwards; null nowhere. The
 * evening is played last, because it takes longest.
 */
async function findEffect(
  world: World,
  changed: Snapshot,
  at: readonly string[],
  { play, show }: Evening,
): Promise<string | null> {
  if (viewOf(changed) !== viewOf(world.snapshot)) return 'player';
  if ((await show(changed)) !== world.shown) return 'game master';
  const base = await world.base();
  if (base === null) return null;
  const played = await play(changed, base);
  if (played === null) return 'prompt';
  const isFelt =
    played.rest !== base.rest ||
    played.worlds.some((after, index) => differsElsewhere(base.worlds[index], after, at));
  return isFelt ? 'world' : null;
}

/** Lists pairs of a place and a world in which only the value there differs. */
function listChanges(field: string, snapshot: Snapshot): readonly (readonly [readonly string[], Snapshot])[] {
  const change = CHANGES[field]?.change;
  if (change !== undefined) return [[change[0].split('.'), build(snapshot, [change])]];
  return listSnapshotLeaves(toJson(snapshot))
    .filter((leaf) => leaf.field === field)
    .slice(0, MOST_PLACES)
    .flatMap((leaf) =>
      listVariants(snapshot, leaf)
        .slice(0, MOST_VALUES)
        .map((changed) => [leaf.at, changed] as const),
    );
}

/** Places in which a field is tried, and values tried there. */
const MOST_PLACES = 3;
const MOST_VALUES = 2;

const MARKABLE = /[a-z] [a-z]/i;

/** Puts a word of its own into every text; gives the world, and the field of each word. */
function markTexts(snapshot: Snapshot) {
  const fields = new Map<string, string>();
  const edits = listSnapshotLeaves(toJson(snapshot)).flatMap(({ field, at, value, choices }): Edit[] => {
    if (typeof value !== 'string' || choices.length > 0 || !MARKABLE.test(value)) return [];
    const edit: Edit = [at.join('.'), `${value} zq${fields.size}x`];
    if (!Snapshot.safeParse(setSnapshotValue(toJson(snapshot), at, edit[1])).success) return [];
    fields.set(`zq${fields.size}x`, field);
    return [edit];
  });
  return { marked: build(snapshot, edits), fields };
}

/** Tells whether a field is left to other tests, or has no effect to look for. */
function isLeftOut(field: string): boolean {
  return EXEMPT.test(field) || ELSEWHERE[field] !== undefined || LATE.includes(field);
}

/** Plays the evening again for each of the fields and notes where its change shows. */
async function tryFields(fields: readonly string[], pipeline: 'full' | 'duet'): Promise<void> {
  const evening = await openEvening(pipeline);
  const full = build(evening.start, ADDED);
  const worlds = new Map<string, World>();
  const openWorld = async (given: readonly Edit[], isPlayed: boolean): Promise<World> => {
    const key = JSON.stringify(given);
    const snapshot = build(full, given);
    const world = worlds.get(key) ?? {
      snapshot,
      base: createLazy(async () => (isPlayed ? evening.play(snapshot, null) : null)),
      shown: await evening.show(snapshot),
    };
    worlds.set(key, world);
    return world;
  };
  const base = await (await openWorld([], true)).base();
  expect((await evening.play(full, base))?.rest).toBe(base?.rest);
  const { marked, fields: words } = markTexts(full);
  const prompts = (await evening.play(marked, null))?.prompts.join('\n') ?? '';
  for (const [word, field] of words) if (prompts.includes(word)) evidence.set(field, 'prompt');
  for (const field of fields.filter((one) => !evidence.has(one))) {
    const part = Object.keys(GIVEN).find((one) => field.startsWith(`${one}.`) || field === one) ?? '';
    const world = await openWorld(CHANGES[field]?.given ?? GIVEN[part] ?? [], !SHOWN_ONLY.test(field));
    for (const [at, changed] of listChanges(field, world.snapshot)) {
      const effect = await findEffect(world, changed, at, evening);
      if (effect === null) continue;
      evidence.set(field, effect);
      break;
    }
  }
  await evening.close();
}

beforeAll(async () => {
  const tried = FIELDS.filter((field) => !isLeftOut(field));
  await tryFields(
    tried.filter((field) => !DUET.includes(field)),
    'full',
  );
  await tryFields(DUET, 'duet');
}, 900_000);

it('gives every field of the snapshot a reader', () => {
  const silent = FIELDS.filter((field) => !evidence.has(field) && !isLeftOut(field));

  expect(FIELDS.length).toBeGreaterThan(300);
  expect(FIELDS).toEqual(expect.arrayContaining([...LATE, ...DUET, ...Object.keys(ELSEWHERE)]));
  expect(silent).toEqual([]);
});

it.each(Object.entries(ELSEWHERE))('has %s at work in another test', (field, file) => {
  expect(readFileSync(file, 'utf8')).toContain(field.split('.').at(-1)?.slice(1));
});
