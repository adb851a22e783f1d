import type { SchemaFault } from '#engine/rules/json-schema.ts';
import { findChanges } from './checks/find-changes.ts';
import { findBrokenReference } from './checks/references.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';

/**
 * Lists every fault of a snapshot that parses: ids that name nothing, a ruleset state or stat blocks the ruleset
 * rejects. Used for worlds from outside: a pack's entry point, an import.
 */
export function findSnapshotFaults(snapshot: Snapshot, rules: StateRules): readonly SchemaFault[] {
  const dangling = findBrokenReference(snapshot, findChanges(null, snapshot));
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
