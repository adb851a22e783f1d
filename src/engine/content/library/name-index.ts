import type { Json } from '#engine/kit/canonical-json.ts';
import type { Target } from '../format/words.ts';
import type { NamedPack } from './named-pack.ts';

/** Everything that can be referred to: full id → what it is. Words declared inside files have their own space. */
export type NameIndex = {
  readonly kindOf: (fullId: string) => Target | null;
  readonly hasWord: (target: Target, fullId: string) => boolean;
  /** Whether a word may stand in a file that could not be read; then nobody can say that it does not exist. */
  readonly mayBeUnread: (target: Target, packIds: ReadonlySet<string>) => boolean;
  /** Full ids of these kinds in these packs. */
  readonly idsOf: (targets: readonly Target[], packIds: ReadonlySet<string>) => readonly string[];
};

/** Targets that are words inside files rather than files. */
const WORD_TARGETS: readonly Target[] = ['thread', 'fact', 'event_type', 'character_category'];

export function isWordTarget(target: Target): boolean {
  return WORD_TARGETS.includes(target);
}

type Words = ReadonlyMap<Target, Set<string>>;

/** Overriding files are no names of their own; what is broken is still a name, so that one mistake is told once. */
export function indexNames(packs: readonly NamedPack[]): NameIndex {
  const files = new Map<string, Target>();
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

function hasUnread({ files }: NamedPack, target: Target): boolean {
  if (target !== 'thread' && target !== 'fact') return false;
  return files.some(({ isRead, kind }) => !isRead && (target === 'fact' || kind === 'entry_point'));
}

function declareWords({ manifest, files }: NamedPack, words: Words): void {
  const declare = (target: Target, id: string) => words.get(target)?.add(`${manifest.id}:${id}`);
  for (const { id } of manifest.event_types) declare('event_type', id);
  for (const { id } of manifest.character_categories) declare('character_category', id);
  for (const { id, kind, data } of files) {
    if (kind === 'entry_point') for (const thread of idsIn(data.threads)) declare('thread', thread);
    for (const fact of [...idsIn(data.facts), ...idsIn(data.discoverables)]) declare('fact', `${id}.${fact}`);
  }
}

function idsIn(list: Json | undefined): readonly string[] {
  if (!Array.isArray(list)) return [];
  // Items of a list in JSON data are JSON; whatever has no text as its id names nothing.
  return (list as readonly Json[]).flatMap((item) => {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : null;
    return typeof id === 'string' ? [id] : [];
  });
}
