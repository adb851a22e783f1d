import type { CheckName, Verdict } from './verdict.ts';

const HEADINGS: Readonly<Record<CheckName, string>> = {
  agency: 'It decides for a player’s character',
  internal_labels: 'It shows what belongs to the engine',
  secrets: 'It gives away what is hidden',
  dice: 'It tells of dice that were not rolled so',
  contradiction: 'It contradicts what is so',
  binding_row: 'It does not tell what was rolled',
  sheet_numbers: 'It tells numbers of a character sheet',
  boundaries: 'It crosses a boundary of this table',
  length: 'Its length is wrong',
};

/** What a rewriting model is told to set right, as plain lines: one for each fault, with the words it is about. */
export function repairInstruction(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ check, excerpt, repairHint }) => `- ${HEADINGS[check]}: “${excerpt}”. ${repairHint}`)
    .join('\n');
}
