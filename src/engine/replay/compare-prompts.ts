import type { RecordedCall, Recording } from './recording.ts';
import { isEven, type Sides, sidesOf } from './sides.ts';

/** A question that was put in other words, by another version of a prompt, or not at all. */
export type PromptDifference = {
  readonly step: string;
  readonly purpose: string;
  /** `narrate@v1 → narrate@v2`; empty when the versions are the same. */
  readonly versions: readonly string[];
  /** The lines that differ. */
  readonly lines: Sides;
};

/** Which questions were put otherwise. Pairs the questions of each step in their order. */
export function comparePrompts(recorded: Recording, replayed: Recording): readonly PromptDifference[] {
  const left = [...replayed.calls];
  const differences = recorded.calls.flatMap((call) => {
    const place = left.findIndex((other) => isSameQuestion(call, other));
    const [other = null] = place === -1 ? [] : left.splice(place, 1);
    return difference(call, other);
  });
  return [...differences, ...left.flatMap((call) => difference(null, call))];
}

function isSameQuestion(one: RecordedCall, other: RecordedCall): boolean {
  return one.step === other.step && one.purpose === other.purpose && one.request.seed === other.request.seed;
}

function difference(recorded: RecordedCall | null, replayed: RecordedCall | null): PromptDifference[] {
  const { step = '', purpose = '' } = recorded ?? replayed ?? {};
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
