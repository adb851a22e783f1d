import type { ReplyScope } from '#engine/llm/step-reply-checks.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { namesIn } from './names-in.ts';
import { proposableOperations } from './operation-menu.ts';

/** What replies may speak of. Of ids that are wrong a model hears only those the acting persona knows of. */
export function replyScope(snapshot: Snapshot, view: PlayerView, rules: StateRules): ReplyScope {
  const there = Object.values(snapshot.entities).filter(({ retired }) => !retired);
  const shown = new Set<string>(Object.keys(view.entities));
  const idsOf = (entities: typeof there) => {
    const ids = entities.map(({ id }) => id as string);
    return {
      all: new Set(ids),
      shown: here(
        snapshot,
        ids.filter((id) => shown.has(id)),
      ),
    };
  };
  return {
    characters: idsOf(there.filter(({ kind }) => kind === 'character')),
    entities: idsOf(there),
    threads: { all: new Set(Object.keys(snapshot.threads)), shown: view.threads.map(({ id }) => id) },
    operations: proposableOperations(rules),
    names: () => namesIn(snapshot, view),
  };
}

/** Those who are here first: only the first few are named. */
function here({ scene }: Snapshot, ids: readonly string[]): string[] {
  const present = new Set<string>(scene.presentIds);
  return [...ids.filter((id) => present.has(id)), ...ids.filter((id) => !present.has(id))];
}
