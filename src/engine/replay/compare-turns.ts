import { addCost, type CostTotal, NO_COST } from '#engine/llm/cost.ts';
import type { CallPurpose } from '#engine/llm/provider.ts';
import { diffSnapshots, type SnapshotDifference } from '#engine/state/diff.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { readSnapshot } from '#engine/turn/snapshot-cache.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { PlayedReplay } from './play/replay-turn.ts';
import type { RecordedTurn } from './play/turn-range.ts';
import type { RecordedCall, Recording } from './recording.ts';

/** Difference of two lists. Items in both are counted and not listed. */
export type ListDifference = {
  readonly both: number;
  readonly onlyRecorded: readonly string[];
  readonly onlyReplayed: readonly string[];
};

function diffLists(recorded: readonly string[], replayed: readonly string[]): ListDifference {
  const left = [...replayed];
  const onlyRecorded = recorded.filter((item) => {
    const place = left.indexOf(item);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
  return { both: recorded.length - onlyRecorded.length, onlyRecorded, onlyReplayed: left };
}

export function hasNoDifference({ onlyRecorded, onlyReplayed }: ListDifference): boolean {
  return onlyRecorded.length === 0 && onlyReplayed.length === 0;
}

/** Model request with other words or another prompt version, or one that was not made at all. */
export type PromptDifference = {
  readonly step: string;
  readonly purpose: CallPurpose;
  /** `narrate@v1 → narrate@v2`; empty when the versions are the same. */
  readonly versions: readonly string[];
  /** The lines that differ. */
  readonly lines: ListDifference;
};

/** Finds the model requests that changed. Pairs the most similar requests of the same step and reason. */
function comparePrompts(recorded: Recording, replayed: Recording): readonly PromptDifference[] {
  const left = [...replayed.calls];
  const differences = recorded.calls.flatMap((call) => {
    const other = likest(call, left);
    if (other !== null) left.splice(left.indexOf(other), 1);
    return difference(call, other);
  });
  return [...differences, ...left.flatMap((call) => difference(null, call))];
}

/**
 * Finds the call of the same step, purpose and seed. With other dice the seed differs; then the call that shares most lines is
 * taken.
 */
function likest(call: RecordedCall, others: readonly RecordedCall[]): RecordedCall | null {
  const { step, purpose, request } = call;
  const possible = others.filter((other) => other.step === step && other.purpose === purpose);
  const same = possible.find((other) => other.request.seed === request.seed);
  if (same !== undefined || possible.length === 0) return same ?? null;
  const shared = possible.map((other) => diffLists(linesOf(call), linesOf(other)).both);
  return possible[shared.indexOf(Math.max(...shared))] ?? null;
}

function difference(recorded: RecordedCall | null, replayed: RecordedCall | null): PromptDifference[] {
  const { step = '', purpose = 'ask' } = recorded ?? replayed ?? {};
  const lines = diffLists(linesOf(recorded), linesOf(replayed));
  const versions = versionsOf(recorded, replayed);
  return versions.length === 0 && hasNoDifference(lines) ? [] : [{ step, purpose, versions, lines }];
}

function versionsOf(recorded: RecordedCall | null, replayed: RecordedCall | null): string[] {
  const now = new Map((replayed?.prompts ?? []).map(({ id, version }) => [id, version]));
  return (recorded?.prompts ?? []).flatMap(({ id, version }) => {
    const other = now.get(id);
    return other === undefined || other === version ? [] : [`${id}@v${version} → ${id}@v${other}`];
  });
}

function linesOf(call: RecordedCall | null): string[] {
  const texts = [...(call?.request.system ?? []), ...(call?.request.messages ?? [])];
  return texts.flatMap(({ text }) => text.split('\n')).filter((line) => line.trim() !== '');
}

type Both<Value> = { readonly recorded: Value; readonly replayed: Value };

/** Recorded turn beside its replay. */
export type ComparedTurn = {
  readonly turnId: string;
  readonly sceneIndex: number;
  /** Whether scene, prose, lore and rows are the same to the byte. */
  readonly isSame: boolean;
  /** Names of the parts that differ. */
  readonly changed: readonly ('snapshot' | 'narration' | 'lore' | 'rows')[];
  /** Reason why the replay made no scene; null when it made one. */
  readonly failure: string | null;
  /** Differences between the snapshots after the turn. */
  readonly world: readonly SnapshotDifference[];
  readonly operations: ListDifference;
  readonly facts: ListDifference;
  readonly observations: ListDifference;
  readonly rolls: ListDifference;
  readonly checks: ListDifference;
  /** Differences between the model calls: model, step and request. */
  readonly models: ListDifference;
  readonly prompts: readonly PromptDifference[];
  readonly prose: Both<string>;
  readonly cost: Both<CostTotal>;
  readonly milliseconds: Both<number>;
};

/** Compares a turn with its replay. `nameMemory` names memories of replayed turns by their place instead of their id. */
export function compareTurns(
  { recording, scene }: RecordedTurn,
  { recording: again, commit, failure }: PlayedReplay,
  nameMemory: (id: unknown) => unknown = (id) => id,
): ComparedTurn {
  const { outcome, turn } = recording;
  const before = readSnapshot(scene.snapshot, outcome.sceneId);
  const after = commit === null ? null : readSnapshot(commit.scene.snapshot, outcome.sceneId);
  const replayed = again ?? { ...recording, calls: [], steps: [], operations: [], verdicts: [], rolls: [] };
  const changed = commit === null ? [] : changedParts({ recording, scene }, commit, nameMemory);
  const sides = (of: (recording: Recording) => readonly string[]) =>
    diffLists(of(recording), again === null ? [] : of(again));
  return {
    turnId: turn.id,
    sceneIndex: outcome.sceneIndex,
    isSame: commit !== null && changed.length === 0,
    changed,
    failure: commit === null ? (failure ?? 'it made no scene') : null,
    world: after === null ? [] : diffSnapshots(before, after),
    operations: sides(operationsOf),
    facts: diffLists(factsOf(before), after === null ? [] : factsOf(after)),
    observations: sides(observationsOf),
    rolls: sides(({ rolls }) => rolls.map(({ line }) => line)),
    checks: sides(({ verdicts }) => verdicts.map(({ check, of, excerpt }) => `${check} (${of}): ${excerpt}`)),
    models: sides(({ calls }) => calls.map(askedLine)),
    prompts: again === null ? [] : comparePrompts(recording, again),
    prose: { recorded: outcome.narration, replayed: commit?.scene.narration ?? '' },
    cost: { recorded: sumCost(recording), replayed: sumCost(replayed) },
    milliseconds: { recorded: sumTime(recording), replayed: sumTime(replayed) },
  };
}

function changedParts(
  { recording: { outcome }, scene }: RecordedTurn,
  { scene: made, sceneLore, rows }: NonNullable<PlayedReplay['commit']>,
  nameMemory: (id: unknown) => unknown,
): ComparedTurn['changed'] {
  const parts = [
    ['snapshot', scene.snapshot, made.snapshot],
    ['narration', scene.narration, made.narration],
    ['lore', scene.sceneLore ?? null, sceneLore ?? null],
    ['rows', withoutIds(outcome.rows, nameMemory), withoutIds(rows, nameMemory)],
  ] as const;
  return parts.flatMap(([name, was, is]) => (toCanonicalJson(was) === toCanonicalJson(is) ? [] : [name]));
}

type MemoryRows = { readonly memories: readonly object[] };

/** Ids of memories are drawn anew each time and say nothing. A repetition names the memory it repeats. */
function withoutIds({ memories, ...rows }: MemoryRows, nameMemory: (id: unknown) => unknown): object {
  return {
    ...rows,
    memories: memories.map((memory) => ({
      ...memory,
      id: '',
      ...('observationId' in memory ? { observationId: nameMemory(memory.observationId) } : {}),
    })),
  };
}

/** Names the memories of turns by scene and position, which a replay repeats. Other ids stay as they are. */
export function createMemoryNames(turns: readonly MemoryRows[]): (id: unknown) => unknown {
  const places = turns.flatMap(({ memories }) =>
    memories.map((memory): readonly [unknown, string] => {
      const { id, scene, ordinal } = Object(memory);
      return [id, `${scene?.index}/${ordinal}`];
    }),
  );
  const names = new Map(places);
  return (id) => names.get(id) ?? id;
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

export function sumCost({ calls }: Pick<Recording, 'calls'>): CostTotal {
  return calls.reduce((total, { cost }) => addCost(total, cost), NO_COST);
}

export function sumTime({ steps }: Pick<Recording, 'steps'>): number {
  return steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
