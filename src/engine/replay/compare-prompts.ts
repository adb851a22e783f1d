import type { CallPurpose } from '#engine/llm/provider.ts';
import type { RecordedCall, Recording } from './recording.ts';
import { isEven, type Sides, sidesOf } from './sides.ts';

/** A question that was put in other words, by another version of a prompt, or not at all. */
export type PromptDifference = {
  readonly step: string;
  readonly purpose: CallPurpose;
  /** `narrate@v1 → narrate@v2`; empty when the versions are the same. */
  readonly versions: readonly string[];
  /** The lines that differ. */
  readonly lines: Sides;
};

/** Which questions were put otherwise. Pairs those that a step put for the same reason and that are most alike. */
export function comparePrompts(recorded: Recording, replayed: Recording): readonly PromptDifference[] {
  const left = [...replayed.calls];
  const differences = recorded.calls.flatMap((call) => {
    const other = likest(call, left);
    if (other !== null) left.splice(left.indexOf(other), 1);
    return difference(call, other);
  });
  return [...differences, ...left.flatMap((call) => difference(null, call))];
}

/** With the same fixed choices it is the same question; with other dice those differ, and its words tell which it is. */
function likest(call: RecordedCall, others: readonly RecordedCall[]): RecordedCall | null {
  const { step, purpose, request } = call;
  const possible = others.filter((other) => other.step === step && other.purpose === purpose);
  const same = possible.find((other) => other.request.seed === request.seed);
  if (same !== undefined || possible.length === 0) return same ?? null;
  const shared = possible.map((other) => sidesOf(linesOf(call), linesOf(other)).both);
  return possible[shared.indexOf(Math.max(...shared))] ?? null;
}

function difference(recorded: RecordedCall | null, replayed: RecordedCall | null): PromptDifference[] {
  const { step = '', purpose = 'ask' } = recorded ?? replayed ?? {};
  const lines = sidesOf(linesOf(recorded), linesOf(replayed));
  const versions = versionsOf(recorded, replayed);
  return versions.length === 0 && isEven(lines) ? [] : [{ step, purpose, versions, lines }];
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
