import type { z } from 'zod';
import { ACTING_PERSONA } from '#engine/state/operation.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { CONTENT_KINDS, type ContentKind } from '../format/content-kinds.ts';
import { operationSchemas, type ReferenceTarget, referenceTargets } from '../format/field-types.ts';
import { findChildSchemas, unwrapSchema } from '../format/schema-parts.ts';
import { toProblem } from '../format/schema-problems.ts';
import { mapOperation } from '../pack-operations.ts';
import type { FieldPath, Problem } from '../problem.ts';
import { PACK_LIMITS } from '../reading/limits.ts';
import type { AuthoredFile } from '../reading/read-content-file.ts';
import type { NamedPack } from './order-packs.ts';

/** Everything that can be referred to: full id → what it is. Words declared inside files have their own space. */
type ReferenceIndex = {
  readonly kindOf: (fullId: string) => ReferenceTarget | null;
  readonly hasWord: (target: ReferenceTarget, fullId: string) => boolean;
  /** Reports whether a word may stand in a file that could not be read. If so, its absence cannot be proved. */
  readonly mayBeUnread: (target: ReferenceTarget, packIds: ReadonlySet<string>) => boolean;
  /** Returns the full ids of these kinds in these packs. */
  readonly idsOf: (targets: readonly ReferenceTarget[], packIds: ReadonlySet<string>) => readonly string[];
};

/** Targets that are words inside files rather than files. */
const WORD_TARGETS: readonly ReferenceTarget[] = [
  'thread',
  'fact',
  'event_type',
  'character_category',
  'creature',
  'spell',
];

function isWordTarget(target: ReferenceTarget): boolean {
  return WORD_TARGETS.includes(target);
}

type Words = ReadonlyMap<ReferenceTarget, Set<string>>;

/**
 * Indexes all names that references can point to. Overriding files add no names. Broken files do, so that one mistake
 * is reported once.
 */
export function indexReferences(packs: readonly NamedPack[]): ReferenceIndex {
  const files = new Map<string, ReferenceTarget>();
  const words: Words = new Map(WORD_TARGETS.map((target) => [target, new Set()]));
  for (const pack of packs) {
    for (const { id, kind, data } of pack.files) {
      const fullId = `${pack.manifest.id}:${id}`;
      if (data.overrides === undefined && !files.has(fullId)) files.set(fullId, kind);
    }
    declareWords(pack, words);
  }
  return {
    kindOf: (fullId) => files.get(fullId) ?? null,
    hasWord: (target, fullId) => words.get(target)?.has(fullId) ?? false,
    mayBeUnread: (target, packIds) =>
      isWordTarget(target) && packs.some((pack) => packIds.has(pack.manifest.id) && hasUnread(pack, target)),
    idsOf: (targets, packIds) => {
      const named = [...files].filter(([, kind]) => targets.includes(kind)).map(([id]) => id);
      const declared = targets.flatMap((target) => [...(words.get(target) ?? [])]);
      return [...named, ...declared].filter((id) => packIds.has(id.slice(0, id.indexOf(':'))));
    },
  };
}

/** Kind of file in which a word is declared; words of the manifest are not listed. */
const WORD_HOMES: Readonly<Partial<Record<ReferenceTarget, ContentKind | 'any'>>> = {
  thread: 'entry_point',
  fact: 'any',
  creature: 'bestiary',
  spell: 'spellbook',
};

/** Lists of a file whose items are named from elsewhere by `pack:id`. */
const DECLARING_KEYS: readonly (readonly [ReferenceTarget, key: string, home: ContentKind])[] = [
  ['thread', 'threads', 'entry_point'],
  ['creature', 'creatures', 'bestiary'],
  ['spell', 'spells', 'spellbook'],
];

function hasUnread({ files }: NamedPack, target: ReferenceTarget): boolean {
  const home = WORD_HOMES[target];
  return home !== undefined && files.some(({ isRead, kind }) => !isRead && (home === 'any' || kind === home));
}

function declareWords({ manifest, files }: NamedPack, words: Words): void {
  const declare = (target: ReferenceTarget, id: string) => words.get(target)?.add(`${manifest.id}:${id}`);
  for (const { id } of manifest.event_types) declare('event_type', id);
  for (const { id } of manifest.character_categories) declare('character_category', id);
  for (const { id, kind, data } of files) {
    for (const [target, key, home] of DECLARING_KEYS) {
      if (kind === home) for (const declared of idsIn(data[key])) declare(target, declared);
    }
    for (const fact of [...idsIn(data.facts), ...idsIn(data.discoverables)]) declare('fact', `${id}.${fact}`);
  }
}

function idsIn(list: Json | undefined): readonly string[] {
  if (!Array.isArray(list)) return [];
  // Items of a list in JSON data are JSON; an item without a text as its id names nothing.
  return (list as readonly Json[]).flatMap((item) => {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : null;
    return typeof id === 'string' ? [id] : [];
  });
}

/** A reference found in a file's data. */
type FoundReference = {
  readonly path: FieldPath;
  /** A key when it stands as the name of an entry, as in `stat_blocks`. */
  readonly part: 'key' | 'value';
  readonly text: string;
  readonly to: readonly ReferenceTarget[];
  /** Operations are open, so no schema has looked at the form of their references. */
  readonly isInOperation: boolean;
};

/** Rewrites every reference of the data. The schema says what is a reference; everything else is kept as it is. */
export function mapReferences(
  schema: z.core.$ZodType,
  data: Json,
  rewrite: (reference: FoundReference) => string,
  path: FieldPath = [],
): Json {
  if (typeof data === 'string') return rewriteText(schema, data, rewrite, path);
  if (typeof data !== 'object' || data === null) return data;
  if (!isList(data) && operationSchemas.has(unwrapSchema(schema))) {
    return mapOperation(data, (found) => rewrite({ ...found, part: 'value', isInOperation: true }), path);
  }
  const inside = (value: Json, step: string | number) =>
    findChildSchemas(schema, step).reduce(
      (now, child) => mapReferences(child, now, rewrite, [...path, step]),
      value,
    );
  if (isList(data)) return data.map(inside);
  const keyTargets = recordKeyTargets(schema);
  const entries = Object.entries(data).map(([key, value]) => {
    const text =
      keyTargets === null
        ? key
        : rewrite({ path: [...path, key], part: 'key', text: key, to: keyTargets, isInOperation: false });
    return [text, inside(value, key)] as const;
  });
  return Object.fromEntries(entries);
}

function rewriteText(
  schema: z.core.$ZodType,
  text: string,
  rewrite: (reference: FoundReference) => string,
  path: FieldPath,
): string {
  const bare = unwrapSchema(schema);
  const target = referenceTargets.get(bare);
  return target === undefined
    ? text
    : rewrite({ path, part: 'value', text, to: target.to, isInOperation: false });
}

function recordKeyTargets(schema: z.core.$ZodType): readonly ReferenceTarget[] | null {
  const { def } = unwrapSchema(schema)._zod;
  return def.type === 'record' ? (referenceTargets.get(def.keyType)?.to ?? null) : null;
}

function isList(data: Json): data is readonly Json[] {
  return Array.isArray(data);
}

/** From where references are read: a pack and the packs it may name. */
type Viewpoint = {
  readonly packId: string;
  /** The file in question; facts of the same file need no more than their own id. */
  readonly fileId: string;
  readonly visible: ReadonlySet<string>;
  readonly installed: ReadonlyMap<string, string>;
  readonly names: ReferenceIndex;
};

type Unresolved = { readonly code: string; readonly message: string; readonly advice: string };

/** Resolves a reference to its full id, or explains why it has none. */
function resolveReference(
  viewpoint: Viewpoint,
  text: string,
  to: readonly ReferenceTarget[],
): string | Unresolved {
  const { packId, fileId, visible, installed, names } = viewpoint;
  const local = to.includes('fact') && !text.includes('.') ? `${fileId}.${text}` : text;
  const fullId = text.includes(':') ? text : `${packId}:${local}`;
  const namedPack = fullId.slice(0, fullId.indexOf(':'));
  if (!visible.has(namedPack)) return unreachablePack(text, namedPack, installed, visible);
  const isKnown = to.some((target) =>
    isWordTarget(target)
      ? names.hasWord(target, fullId) || names.mayBeUnread(target, visible)
      : names.kindOf(fullId) === target,
  );
  return isKnown ? fullId : unknown(viewpoint, text, to, names.kindOf(fullId));
}

function unknown(
  { packId, fileId, visible, names }: Viewpoint,
  text: string,
  to: readonly ReferenceTarget[],
  kind: ReferenceTarget | null,
): Unresolved {
  const wanted = to.map(spoken).join(' or ');
  const candidates = names.idsOf(to, visible).map((id) => shortened(id, packId, fileId));
  const near = bestGuess(text, candidates);
  if (kind !== null && !to.every(isWordTarget)) {
    const message = `${text} is ${article(spoken(kind))}, not ${article(wanted)}.`;
    return { code: 'wrong-kind', message, advice: near ?? `Name ${article(wanted)}.` };
  }
  const advice = near ?? (candidates.length === 0 ? `This pack has no ${wanted} yet.` : listed(candidates));
  return { code: 'unknown-reference', message: `There is no ${wanted} ${text}.`, advice };
}

function unreachablePack(
  text: string,
  pack: string,
  installed: ReadonlyMap<string, string>,
  visible: ReadonlySet<string>,
): Unresolved {
  const version = installed.get(pack);
  if (version !== undefined) {
    const message = `${text} belongs to ${pack}, on which this pack does not depend.`;
    return {
      code: 'not-a-dependency',
      message,
      advice: `Add { id: ${pack}, version: ^${version} } to depends_on in pack.yaml.`,
    };
  }
  const near = suggestName(pack, [...visible]).trim();
  const advice = near === '' ? 'Install it and add it to depends_on in pack.yaml.' : near;
  return { code: 'unknown-pack', message: `There is no pack ${pack}.`, advice };
}

/**
 * Guesses the intended id: first the same short name in a pack below, the likeliest slip, then the nearest spelling.
 */
function bestGuess(text: string, candidates: readonly string[]): string | null {
  const short = text.slice(text.indexOf(':') + 1);
  const same = candidates.find((id) => id.slice(id.indexOf(':') + 1) === short);
  if (same !== undefined) return `Write ${same}.`;
  const near = suggestName(text, candidates).trim();
  return near === '' ? null : near;
}

function listed(candidates: readonly string[]): string {
  const few = candidates.slice(0, 12).join(', ');
  return candidates.length > 12
    ? `There are ${few} and ${candidates.length - 12} more.`
    : `There are ${few}.`;
}

function shortened(fullId: string, packId: string, fileId: string): string {
  if (!fullId.startsWith(`${packId}:`)) return fullId;
  const local = fullId.slice(packId.length + 1);
  return local.startsWith(`${fileId}.`) ? local.slice(fileId.length + 1) : local;
}

function spoken(target: ReferenceTarget): string {
  return target.replaceAll('_', ' ');
}

function article(words: string): string {
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

/** A file whose references are full ids. */
export type ResolvedFile = {
  readonly file: AuthoredFile;
  readonly packId: string;
  readonly data: { readonly [key: string]: Json };
};

const REFERENCE = /^[a-z][a-z0-9_:-]*$/;
const FACT_REFERENCE = /^[a-z][a-z0-9_:.-]*$/;

/** Makes every reference of a file a full id; those that mean nothing become problems and stay as they are. */
export function resolveFile(
  file: AuthoredFile,
  pack: Omit<Viewpoint, 'fileId'>,
): { readonly resolved: ResolvedFile; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const viewpoint = { ...pack, fileId: file.id };
  const mapped = mapReferences(
    CONTENT_KINDS[file.kind].schema,
    file.data,
    ({ path, part, text, to, isInOperation }) => {
      // The schema has already said that such a text is no reference at all.
      if (!isInOperation && !(to.includes('fact') ? FACT_REFERENCE : REFERENCE).test(text)) return text;
      if (problems.length >= PACK_LIMITS.problemsPerFile) return text;
      if (isInOperation && text === ACTING_PERSONA && to.includes('character')) return text;
      const found = resolveReference(viewpoint, text, to);
      if (typeof found === 'string') return found;
      problems.push({
        ...toProblem({ ...found, path, part }, file.path, file.locate),
        packId: pack.packId,
      });
      return text;
    },
  );
  // An object stays an object: only texts and keys inside it are rewritten.
  const data = mapped as ResolvedFile['data'];
  return { resolved: { file, packId: pack.packId, data }, problems };
}
