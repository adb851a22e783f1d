import { builder } from '../../builder.ts';

const Emphasis = builder.enumType('Emphasis', {
  description: 'What becomes of the asterisks around emphasised words.',
  values: {
    KEEP: { value: 'keep', description: 'They stay: `a *very* old door`.' },
    REMOVE: { value: 'remove', description: 'They are removed: `a very old door`.' },
  } as const,
});

/** Argument of fields that hold narration. */
export const EMPHASIS_ARGUMENT = {
  type: Emphasis,
  defaultValue: 'keep',
  description: 'Whether the asterisks around emphasised words stay.',
} as const;

/** Sentence about the format of narration, for descriptions of fields. */
export const NARRATION_FORMAT =
  'Plain text: paragraphs are separated by blank lines, `*…*` emphasises. Show it as text, never as markup.';

/** Words between one to three asterisks that touch them, within one paragraph. */
const EMPHASISED = /(\*{1,3})(?=[^\s*])((?:[^*\n]|\n(?!\s*\n))*[^\s*])\1(?!\*)/gu;

/** Returns a narration as asked for. A single asterisk is no emphasis and stays. */
export function formatNarration(text: string, emphasis: 'keep' | 'remove' | null | undefined): string {
  return emphasis === 'remove' ? text.replace(EMPHASISED, '$2') : text;
}
