import { lazily } from '#engine/kit/lazily.ts';
import type { Ids } from '#engine/llm/reply-checks.ts';
import type { ReplyScope } from '#engine/llm/step-reply-checks.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { namesIn } from './names-in.ts';
import { proposableOperations } from './operation-menu.ts';

/** What replies may speak of. Of ids that are wrong a model hears only those the acting persona knows of. */
export function replyScope(snapshot: Snapshot, view: PlayerView, rules: StateRules): ReplyScope {
  const idsOf = (isMeant: (entity: Entity) => boolean) =>
    inTime(() => {
      const there = Object.values(snapshot.entities).filter((entity) => !entity.retired && isMeant(entity));
      const ids = there.map(({ id }): string => id);
      return { all: new Set(ids), shown: here(snapshot, shownTo(view, ids)) };
    });
  return {
    characters: idsOf(({ kind }) => kind === 'character'),
    entities: idsOf(() => true),
    threads: inTime(() => {
      return { all: new Set(Object.keys(snapshot.threads)), shown: view.threads.map(({ id }) => id) };
    }),
    operations: proposableOperations(rules),
    names: namesIn(snapshot, view),
  };
}

/** Looked up when a reply is held against it: nobody waits for it before a model is asked. */
function inTime(look: () => Ids): Ids {
  const looked = lazily(look);
  return {
    get all() {
      return looked().all;
    },
    get shown() {
      return looked().shown;
    },
  };
}

function shownTo({ entities }: PlayerView, ids: readonly string[]): readonly string[] {
  const shown = new Set<string>(Object.keys(entities));
  return ids.filter((id) => shown.has(id));
}

/** Those who are here first: only the first few are named. */
function here({ scene }: Snapshot, ids: readonly string[]): string[] {
  const present = new Set<string>(scene.presentIds);
  return [...ids.filter((id) => present.has(id)), ...ids.filter((id) => !present.has(id))];
}
