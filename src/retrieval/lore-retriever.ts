import type { NamedEntity } from './find-named.ts';
import { findNamed } from './find-named.ts';
import type { LoreIndex } from './lore-index.ts';
import {
  type HistoryScope,
  type LoreFocus,
  type LoreQuery,
  type LoreViewer,
  NO_FOCUS,
} from './lore-query.ts';
import type { LoreHit, LoreResult } from './lore-result.ts';

/** Packs and history a search may cover, and its viewer. */
export type RetrievalScope = {
  readonly packIds: readonly string[];
  readonly history: HistoryScope | null;
  readonly viewer: LoreViewer;
};

/** Character or thing with all its ids: the one it has in play and the one in its pack. */
export type LoreSubject = NamedEntity & { readonly otherIds?: readonly string[] };

export type ActiveThread = LoreSubject & { readonly tags: readonly string[] };

/** Facts of the present moment from which queries are built. */
export type SceneSignals = {
  readonly place: LoreSubject | null;
  readonly present: readonly LoreSubject[];
  readonly factions: readonly LoreSubject[];
  readonly threads: readonly ActiveThread[];
  /** The player's words or action; empty before the player's first input. */
  readonly input: string;
  /** Latest last. */
  readonly recentEvents: readonly string[];
  /** All characters and things the player could name. */
  readonly known: readonly LoreSubject[];
};

export type RetrievalLimits = { readonly limit: number; readonly maxTokens: number };

export type SceneRetrieval = {
  /** About the place. */
  readonly place: readonly LoreHit[];
  /** About each of those present, by id. */
  readonly present: ReadonlyMap<string, readonly LoreHit[]>;
  /** Lore that connects the scene with each thread, by thread id. */
  readonly threads: ReadonlyMap<string, readonly LoreHit[]>;
};

export type SessionLore = {
  /** Lore from earlier sittings and chapters. */
  readonly past: LoreResult;
  /** Authored lore about the threads that are open. */
  readonly threads: LoreResult;
};

/** The three doors of retrieval, for a scene, an entity and a session, and the one for a player's words. */
export type LoreRetriever = {
  readonly forInput: (
    scope: RetrievalScope,
    signals: SceneSignals,
    limits: RetrievalLimits,
  ) => Promise<LoreResult>;
  readonly forScene: (scope: RetrievalScope, signals: SceneSignals) => Promise<SceneRetrieval>;
  readonly forEntity: (
    scope: RetrievalScope,
    entity: LoreSubject,
    limits: RetrievalLimits,
  ) => Promise<LoreResult>;
  readonly forSession: (
    scope: RetrievalScope,
    threads: readonly ActiveThread[],
    limits: RetrievalLimits,
  ) => Promise<SessionLore>;
};

const FOR_PLACE = { limit: 4, maxTokens: 800 };
const FOR_ONE = { limit: 2, maxTokens: 400 };

export function createLoreRetriever(index: LoreIndex): LoreRetriever {
  const ask = (scope: RetrievalScope, more: Partial<LoreQuery> & RetrievalLimits) =>
    index.search({ text: '', corpus: 'all', focus: NO_FOCUS, ...scope, ...more });
  const about = (scope: RetrievalScope, subject: LoreSubject, focus: LoreFocus, limits: RetrievalLimits) =>
    ask(scope, { text: subject.name, focus, corpus: 'authored', ...limits });
  return {
    forInput: (scope, signals, limits) => index.search(buildSceneQuery(scope, signals, limits)),
    forScene: async (scope, { place, present, threads }) => {
      const onEach = async <One extends LoreSubject>(all: readonly One[], focus: (one: One) => LoreFocus) => {
        const found = all.map(async (one): Promise<[string, readonly LoreHit[]]> => {
          const { hits } = await about(scope, one, focus(one), FOR_ONE);
          return [one.id, hits.filter(({ signals }) => signals.inFocus)];
        });
        return new Map(await Promise.all(found));
      };
      const [here, people, stories] = await Promise.all([
        place === null ? null : about(scope, place, { ...NO_FOCUS, locationIds: idsOf(place) }, FOR_PLACE),
        onEach(present, (one) => ({ ...NO_FOCUS, entityIds: idsOf(one) })),
        // A title may have no telling word; the tags do.
        onEach(
          threads.map((one) => ({ ...one, name: [one.name, ...one.tags].join(' ') })),
          (one) => ({ ...NO_FOCUS, threadIds: idsOf(one) }),
        ),
      ]);
      const nearby = (here?.hits ?? []).filter(({ signals }) => signals.inFocus);
      return { place: nearby, present: people, threads: stories };
    },
    forEntity: (scope, entity, limits) => {
      const ids = idsOf(entity);
      const focus = { ...NO_FOCUS, entityIds: ids, locationIds: ids, factionIds: ids };
      return ask(scope, { text: entity.name, focus, ...limits });
    },
    forSession: async (scope, threads, limits) => {
      const text = threads.map(({ name }) => name).join('\n');
      const focus = {
        ...NO_FOCUS,
        threadIds: threads.flatMap(idsOf),
        tags: threads.flatMap(({ tags }) => tags),
      };
      const kinds = ['session_summary', 'summary', 'fact'] as const;
      const [past, authored] = await Promise.all([
        ask(scope, { text, focus, corpus: 'history', historyKinds: kinds, ...limits }),
        ask(scope, { text, focus, corpus: 'authored', ...limits }),
      ]);
      return { past, threads: authored };
    },
  };
}

/**
 * Builds the query of the present moment. The player's words and the last event are the question; place, cast and threads
 * are the likely focus. Without player input, the scene itself is the question.
 */
export function buildSceneQuery(
  scope: RetrievalScope,
  signals: SceneSignals,
  limits: RetrievalLimits,
): LoreQuery {
  const { place, present, factions, threads, input, recentEvents, known } = signals;
  const named = new Set(findNamed(input, known));
  const meant = [...present, ...known.filter(({ id }) => named.has(id))];
  const scene = [place, ...present, ...threads].flatMap((one) => one?.name ?? []);
  return {
    text: [...(input.trim() === '' ? scene : [input]), recentEvents.at(-1) ?? ''].join('\n').trim(),
    corpus: 'all',
    ...scope,
    focus: {
      entityIds: meant.flatMap(idsOf),
      locationIds: [...(place === null ? [] : idsOf(place)), ...meant.flatMap(idsOf)],
      factionIds: [...factions, ...meant].flatMap(idsOf),
      threadIds: threads.flatMap(idsOf),
      tags: threads.flatMap(({ tags }) => tags),
    },
    ...limits,
  };
}

function idsOf({ id, otherIds = [] }: LoreSubject): string[] {
  return [id, ...otherIds];
}
