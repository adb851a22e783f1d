import { z } from 'zod';

const Word = z.string().regex(/^[a-z][a-z0-9_-]*$/, 'a name is lower-case letters, digits, _ and -');

/** What a prompt is for: a step of the turn, a scope of the assembly, a call type, a mode or a job beside the turn. */
const PURPOSES = ['step', 'scope', 'call', 'mode', 'job'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The head of a prompt file. Exactly one of `step`, `scope`, `call`, `mode` and `job` says what it is for. */
export const FrontMatter = z
  .strictObject({
    step: Word.optional(),
    scope: Word.optional(),
    call: Word.optional(),
    mode: Word.optional(),
    job: Word.optional(),
    about: z.string().min(1),
    tier: z.enum(['small', 'large']),
    /** Bounds the prose of a narration and the whole reply of everything else. */
    max_tokens: z.int().min(1).max(64_000),
    /** What the structured outcome may add to the prose; only prompts that ask for both have it. */
    outcome_tokens: z.int().min(1).max(64_000).optional(),
    variables: z.array(Word).default([]),
  })
  .refine((head) => PURPOSES.filter((purpose) => head[purpose] !== undefined).length === 1, {
    error: 'name exactly one of step, scope, call, mode or job',
    path: ['step'],
  });
export type FrontMatter = z.infer<typeof FrontMatter>;

export function purposeOf(head: FrontMatter): { readonly kind: Purpose; readonly name: string } {
  for (const kind of PURPOSES) {
    const name = head[kind];
    if (name !== undefined) return { kind, name };
  }
  throw new Error('a front matter without a purpose passed its own schema');
}
