import { addCost, type CostTotal, NO_COST } from '#engine/llm/price.ts';
import { diffSnapshots, type SnapshotDifference } from '#engine/state/diff.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { readSnapshot } from '#engine/turn/snapshot-cache.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { comparePrompts, type PromptDifference } from './compare-prompts.ts';
import type { RecordedCall, Recording } from './recording.ts';
import type { Played } from './replay-turn.ts';
import { type Sides, sidesOf } from './sides.ts';
import type { RecordedTurn } from './stretch.ts';

type Both<Value> = { readonly recorded: Value; readonly replayed: Value };

/** A turn as it was and as it came out again. */
export type ComparedTurn = {
  readonly turnId: string;
  readonly sceneIndex: number;
  /** Whether scene, prose, lore and rows are the same to the byte. */
  readonly isSame: boolean;
  /** Which of them are not. */
  readonly changed: readonly ('snapshot' | 'narration' | 'lore' | 'rows')[];
  /** Why it made no scene this time; null when it did. */
  readonly failure: string | null;
  /** Where the worlds after it differ. */
  readonly world: readonly SnapshotDifference[];
  readonly operations: Sides;
  readonly facts: Sides;
  readonly observations: Sides;
  readonly rolls: Sides;
  readonly checks: Sides;
  /** Who was asked what, and how. */
  readonly models: Sides;
  readonly prompts: readonly PromptDifference[];
  readonly prose: Both<string>;
  readonly cost: Both<CostTotal>;
  readonly milliseconds: Both<number>;
};

export function compareTurns(
  { recording, scene }: RecordedTurn,
  { recording: again, commit, failure }: Played,
): ComparedTurn {
  const { outcome, turn } = recording;
  const before = readSnapshot(scene.snapshot, outcome.sceneId);
  const after = commit === null ? null : readSnapshot(commit.scene.snapshot, outcome.sceneId);
  const replayed = again ?? { ...recording, calls: [], steps: [], operations: [], verdicts: [], rolls: [] };
  const changed = commit === null ? [] : changedParts({ recording, scene }, commit);
  const sides = (of: (recording: Recording) => readonly string[]) =>
    sidesOf(of(recording), again === null ? [] : of(again));
  return {
    turnId: turn.id,
    sceneIndex: outcome.sceneIndex,
    isSame: commit !== null && changed.length === 0,
    changed,
    failure: commit === null ? (failure ?? 'it made no scene') : null,
    world: after === null ? [] : diffSnapshots(before, after),
    operations: sides(operationsOf),
    facts: sidesOf(factsOf(before), after === null ? [] : factsOf(after)),
    observations: sides(observationsOf),
    rolls: sides(({ rolls }) => rolls.map(({ line }) => line)),
    checks: sides(({ verdicts }) => verdicts.map(({ check, of, excerpt }) => `${check} (${of}): ${excerpt}`)),
    models: sides(({ calls }) => calls.map(askedLine)),
    prompts: again === null ? [] : comparePrompts(recording, again),
    prose: { recorded: outcome.narration, replayed: commit?.scene.narration ?? '' },
    cost: { recorded: costOf(recording), replayed: costOf(replayed) },
    milliseconds: { recorded: timeOf(recording), replayed: timeOf(replayed) },
  };
}

function changedParts(
  { recording: { outcome }, scene }: RecordedTurn,
  { scene: made, sceneLore, rows }: NonNullable<Played['commit']>,
): ComparedTurn['changed'] {
  const parts = [
    ['snapshot', scene.snapshot, made.snapshot],
    ['narration', scene.narration, made.narration],
    ['lore', scene.sceneLore ?? null, sceneLore ?? null],
    ['rows', withoutIds(outcome.rows), withoutIds(rows)],
  ] as const;
  return parts.flatMap(([name, was, is]) => (toCanonicalJson(was) === toCanonicalJson(is) ? [] : [name]));
}

/** Ids of memories are drawn anew each time and say nothing. */
function withoutIds({ memories, ...rows }: { readonly memories: readonly object[] }): object {
  return { ...rows, memories: memories.map((memory) => ({ ...memory, id: '' })) };
}

function operationsOf({ operations }: Recording): readonly string[] {
  return operations.flatMap(({ asker, proposals, effects, rejected }) => [
    ...proposals.map((proposal) => `${asker}: ${toCanonicalJson(proposal)}`),
    ...(proposals.length > 0 ? [] : effects.map((effect) => `${asker}: ${toCanonicalJson(effect)}`)),
    ...rejected.map((refused) => `refused to ${asker}: ${toCanonicalJson(refused)}`),
  ]);
}

function askedLine({ step, purpose, modelKey, request: { temperature } }: RecordedCall): string {
  return `${step} (${purpose}) by ${modelKey}${temperature === undefined ? '' : ` at ${temperature}`}`;
}

function factsOf({ facts }: Snapshot): readonly string[] {
  return Object.values(facts).map((fact) => toCanonicalJson(fact));
}

function observationsOf({ outcome }: Recording): readonly string[] {
  if (outcome.type !== 'committed') return [];
  return outcome.rows.memories.map(({ characterId, row, content = '', importance = '' }) => {
    return `${characterId} (${row}): ${String(content)} ${String(importance)}`.trim();
  });
}

export function costOf({ calls }: Pick<Recording, 'calls'>): CostTotal {
  return calls.reduce((total, { cost }) => addCost(total, cost), NO_COST);
}

export function timeOf({ steps }: Pick<Recording, 'steps'>): number {
  return steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
