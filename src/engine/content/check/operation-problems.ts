import { toSnakeName } from '#engine/state/ids.ts';
import { findOperation, OPERATION_NAMES } from '#engine/state/operations.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import type { ContentKind } from '../format/content-kinds.ts';
import { explainIssue } from '../format/schema-problems.ts';
import type { Content } from '../library/content.ts';
import { type FoundId, mapOperation, toSnakeKey } from '../pack-operations.ts';
import type { FieldPath, Problem } from '../problem.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';

const PREFIXES = { character: 'npc', location: 'loc', item: 'item', faction: 'faction' } as const;

/**
 * Returns a campaign id of the right kind for a pack id, so that an operation's input can be checked before there is a
 * campaign. Unresolved references have been reported already.
 */
function toPlaceholderId({ text, to }: FoundId): string {
  if (to.includes('fact')) return 'fact_0001';
  const [target = 'character'] = to;
  const prefix = target in PREFIXES ? PREFIXES[target as keyof typeof PREFIXES] : 'npc';
  return `${prefix}_${toSnakeName(text.slice(text.indexOf(':') + 1))}_001`;
}

type Operation = { readonly op: string; readonly [key: string]: unknown };
export type Placed = { readonly path: FieldPath; readonly operation: Operation };

const CARRIERS = ['character', 'location', 'faction', 'item', 'ruleset'] as const;

/** Checks that every operation of a pack could be applied: it exists, its input is right, and its targets exist. */
export const checkOperations: PackCheck = (checking) => [
  ...CARRIERS.flatMap((kind) => listContents<ContentKind>(checking, kind)).flatMap((content) => {
    const entries = hasBrokenEntry(checking, content)
      ? []
      : narrowToPack(checking, content).all('entry_point');
    // A pack without stories cannot know the records of those that are written for it.
    const known = entries.length === 0 ? {} : recordIds(checking, entries);
    return listPlacedOperations(content).flatMap((placed) => problemsOf(checking, content, placed, known));
  }),
  ...listContents(checking, 'entry_point').flatMap((entry) => {
    const known = recordIds(checking, [entry]);
    return listPlacedOperations(entry).flatMap((placed) => problemsOf(checking, entry, placed, known));
  }),
];

/** Keys under which authors keep data of their own. */
const OPEN_KEYS: ReadonlySet<string> = new Set([
  'custom',
  'attributes',
  'scene_seed',
  'stat_block',
  'stat_blocks',
]);

/** Lists every operation of a content with its place: those of triggers, and those that operations carry themselves. */
export function listPlacedOperations({ data }: Pick<Content, 'data'>): readonly Placed[] {
  // The file was read as JSON.
  return findOperations(data as unknown as Json, []);
}

function findOperations(value: Json, path: FieldPath): readonly Placed[] {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => findOperations(item, [...path, index]));
  }
  if (!isJsonObject(value)) return [];
  const own =
    path.at(-2) === 'operations' && typeof value.op === 'string'
      ? [{ path, operation: value as Operation }]
      : [];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    OPEN_KEYS.has(key) || child === undefined ? [] : findOperations(child, [...path, key]),
  );
  return [...own, ...inner];
}

/** The records an operation may name, by the key that names them. */
type Records = Readonly<Record<string, { readonly kind: string; readonly ids: readonly string[] }>>;

function recordIds(checking: CheckContext, entries: readonly Content<'entry_point'>[]): Records {
  const idsOf = (list: 'clocks' | 'threads' | 'missions' | 'deadlines' | 'resources' | 'accounts') =>
    entries.flatMap(({ data }) => data[list].map(({ id }) => id));
  return {
    clockId: { kind: 'clock', ids: idsOf('clocks') },
    threadId: { kind: 'thread', ids: idsOf('threads') },
    missionId: { kind: 'mission', ids: idsOf('missions') },
    deadlineId: { kind: 'deadline', ids: idsOf('deadlines') },
    resourceId: { kind: 'resource', ids: idsOf('resources') },
    lawId: { kind: 'law', ids: listContents(checking, 'law').map(({ localId }) => localId) },
  };
}

/**
 * Reports whether a visible entry point could not be read. Its contents are unknown, so a missing record cannot be
 * proved.
 */
function hasBrokenEntry({ ordered }: CheckContext, { packId }: Content): boolean {
  const visible = ordered.closures.get(packId) ?? new Set([packId]);
  return ordered.packs
    .filter(({ manifest }) => visible.has(manifest.id))
    .some(({ files }) => files.some(({ kind, isSound }) => kind === 'entry_point' && !isSound));
}

/** Operations that make the record they name. */
export const MAKERS: readonly string[] = [
  'start_clock',
  'open_thread',
  'upsert_mission',
  'set_deadline',
  'set_resource',
  'enact_law',
];

function problemsOf(
  checking: CheckContext,
  content: Content,
  placed: Placed,
  records: Records,
): readonly Problem[] {
  const { path, operation } = placed;
  const found = findOperation(operation.op);
  if (found === null) {
    const near = suggestName(operation.op, OPERATION_NAMES).trim();
    const advice = near === '' ? 'Run: npm run packs -- operations' : near;
    const message = `There is no operation ${operation.op}.`;
    return [
      createFieldProblem(checking, content, [...path, 'op'], { code: 'unknown-operation', message, advice }),
    ];
  }
  // The file was read as JSON, and everything in an operation comes from it.
  const { op: _op, ...input } = mapOperation(operation as { readonly [key: string]: Json }, toPlaceholderId);
  const issues = found.input.safeParse(input).error?.issues ?? [];
  return [
    ...issues
      .flatMap((issue) => explainIssue(found.input, input, issue))
      .map(({ path: inner, part, message, advice }) => {
        const written = inner.map((step) => (typeof step === 'string' ? toSnakeKey(step) : step));
        const finding = {
          code: 'bad-operation',
          message: `${operation.op}: ${toAuthorsKeys(message)}`,
          advice: toAuthorsKeys(advice),
        };
        return createFieldProblem(checking, content, [...path, ...written], finding, part);
      }),
    ...missingRecords(checking, content, placed, records),
  ];
}

/** Writes the keys in a sentence as authors write them: `clockId` as `clock_id`. */
function toAuthorsKeys(text: string): string {
  return text.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, toSnakeKey);
}

function missingRecords(
  checking: CheckContext,
  content: Content,
  { path, operation }: Placed,
  records: Records,
) {
  if (MAKERS.includes(operation.op)) return [];
  return Object.entries(records).flatMap(([key, { kind, ids }]) => {
    const named = operation[key];
    if (typeof named !== 'string' || ids.includes(named)) return [];
    const near = suggestName(named, ids).trim();
    const advice =
      near === '' ? (ids.length === 0 ? `There is no ${kind} yet.` : `There are ${ids.join(', ')}.`) : near;
    const message = `${operation.op}: there is no ${kind} ${named}.`;
    return [
      createFieldProblem(checking, content, [...path, toSnakeKey(key)], {
        code: 'unknown-reference',
        message,
        advice,
      }),
    ];
  });
}
