import type { SchemaFault } from '#engine/rules/json-schema.ts';
import { brokenReference } from './parts/broken-references.ts';
import { changesBetween } from './parts/changes.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';

/**
 * Everything wrong with a snapshot that parses: ids that name nothing, a ruleset state or stat blocks the
 * ruleset does not accept. For worlds that come from outside: a pack's entry point, an import.
 */
export function snapshotFaults(snapshot: Snapshot, rules: StateRules): readonly SchemaFault[] {
  const dangling = brokenReference(snapshot, changesBetween(null, snapshot));
  return [
    ...(dangling === null ? [] : [dangling]),
    ...rules.stateFaults(snapshot.rulesetState).map((fault) => below(['rulesetState'], fault)),
    ...Object.values(snapshot.entities).flatMap((entity) => {
      if (entity.kind !== 'character' || Object.keys(entity.stats).length === 0) return [];
      return rules.statFaults(entity.stats).map((fault) => below(['entities', entity.id, 'stats'], fault));
    }),
  ];
}

function below(path: readonly string[], fault: SchemaFault): SchemaFault {
  return { path: [...path, ...fault.path], message: fault.message };
}
