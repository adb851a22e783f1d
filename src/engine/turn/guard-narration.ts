import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Told } from './narration-input.ts';

export type Verdict = {
  readonly check: keyof Mechanics['checks'];
  readonly excerpt: string;
  readonly explanation: string;
};
export function openGate(_told: Told, _input: NarrateInput) {
  return { push: (text: string) => text, end: () => '', verdicts: (): readonly Verdict[] => [] };
}
export async function judge(_prose: string, _told: Told): Promise<readonly Verdict[]> {
  return [];
}
export function repairInstruction(_found: readonly Verdict[]): string {
  return '';
}
