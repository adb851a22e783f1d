import type { RISKS } from '#engine/contracts/narration.ts';

export type ChoiceDraft = {
  readonly text: string;
  readonly risk?: (typeof RISKS)[number];
  readonly description?: string;
};

export type RowDraft = { readonly from: number; readonly to: number; readonly outcome: string };

/** The parts of a narration. Without choices and rows it ends with its prose. */
export type NarrationParts = {
  readonly prose: string;
  readonly choices?: readonly (ChoiceDraft | string)[];
  readonly rows?: readonly RowDraft[];
  readonly notes?: string;
};

/** Writes a narration as narrators write it: prose, a line `===`, choices or rows, one line of notes. */
export function toNarrationText({ prose, choices = [], rows = [], notes = '' }: NarrationParts): string {
  const lines = [
    ...rows.map(({ from, to, outcome }) => `${from}-${to} | ${outcome}`),
    ...choices.map(toChoiceLine),
    ...(notes === '' ? [] : [`notes: ${notes}`]),
  ];
  return lines.length === 0 ? prose : `${prose}\n===\n${lines.join('\n')}`;
}

function toChoiceLine(choice: ChoiceDraft | string): string {
  const { text, risk = 'low', description = '' } = typeof choice === 'string' ? { text: choice } : choice;
  return description === '' ? `${risk} | ${text}` : `${risk} | ${text} | ${description}`;
}

/** Writes a narration for a ruleset with `outcome: inline`: prose and one fenced JSON block. */
export function toInlineNarration(prose: string, outcome: object): string {
  return `${prose}\n\n\`\`\`json\n${JSON.stringify(outcome)}\n\`\`\``;
}
