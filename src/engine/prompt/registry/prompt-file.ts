import { createHash } from 'node:crypto';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { parseTemplate, type Template } from './template.ts';

const Word = z.string().regex(/^[a-z][a-z0-9_-]*$/, 'a name is lower-case letters, digits, _ and -');

/** Purpose of a prompt: a step of the turn, a scope of the assembly, a call type, a mode or a job beside the turn. */
const PURPOSES = ['step', 'scope', 'call', 'mode', 'job'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The head of a prompt file. Exactly one of `step`, `scope`, `call`, `mode` and `job` says what it is for. */
const FrontMatter = z
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
    /** Tokens the structured outcome may add to the prose; only prompts that ask for both have it. */
    outcome_tokens: z.int().min(1).max(64_000).optional(),
    variables: z.array(Word).default([]),
  })
  .refine((head) => PURPOSES.filter((purpose) => head[purpose] !== undefined).length === 1, {
    error: 'name exactly one of step, scope, call, mode or job',
    path: ['step'],
  });
type FrontMatter = z.infer<typeof FrontMatter>;

export function findPurpose(head: FrontMatter): { readonly kind: Purpose; readonly name: string } {
  for (const kind of PURPOSES) {
    const name = head[kind];
    if (name !== undefined) return { kind, name };
  }
  throw new Error('a front matter without a purpose passed its own schema');
}

const HEAD = /^---\n([\s\S]*?)\n---\n/;
const PART = /^<!-- (?:(essentials) )?(system|user) -->$/gm;

/** Parts of a prompt: lasting instructions, and the message it sends. */
export type PromptParts = { readonly system: Template | null; readonly user: Template | null };

export type PromptFile = {
  readonly head: FrontMatter;
  readonly full: PromptParts;
  /** The same prompt in few words, for when the budget is tight. */
  readonly essentials: PromptParts;
  /** SHA-256 of the text with line ends as \n, so that it is the same on every machine. */
  readonly hash: string;
};

type Variant = { system: Template | null; user: Template | null };

/** Reads one prompt file. Problems are sentences without the file's name; all of them are found in one go. */
export function parsePromptFile(
  source: string,
  supplied: readonly string[],
): { readonly file: PromptFile | null; readonly problems: readonly string[] } {
  const text = source.replaceAll('\r\n', '\n');
  const problems: string[] = [];
  const head = parseHead(text, problems);
  const parts = parseParts(text.replace(HEAD, ''), problems);
  if (head !== null) checkVariables(head, parts, supplied, problems);
  if (head === null || problems.length > 0) return { file: null, problems };
  const { full, essentials } = parts;
  const hash = createHash('sha256').update(text).digest('hex');
  return {
    file: {
      head,
      full,
      essentials: { system: essentials.system ?? null, user: essentials.user ?? full.user },
      hash,
    },
    problems,
  };
}

function parseHead(text: string, problems: string[]): FrontMatter | null {
  const raw = HEAD.exec(text)?.[1];
  if (raw === undefined) {
    problems.push('has no front matter; begin the file with --- , its fields, and --- on a line of its own');
    return null;
  }
  try {
    const parsed = FrontMatter.safeParse(parseYaml(raw));
    if (parsed.success) return parsed.data;
    problems.push(
      ...parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'front matter'}: ${message}`),
    );
  } catch (cause) {
    problems.push(`front matter is not YAML: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return null;
}

function parseParts(body: string, problems: string[]): { full: Variant; essentials: Variant } {
  const variants = {
    full: { system: null, user: null } as Variant,
    essentials: { system: null, user: null } as Variant,
  };
  const marks = [...body.matchAll(PART)];
  if (body.slice(0, marks[0]?.index ?? body.length).trim() !== '') {
    problems.push('has text before its first part; begin it with <!-- system --> or <!-- user -->');
  }
  marks.forEach((mark, index) => {
    const variant = mark[1] === undefined ? 'full' : 'essentials';
    const part = mark[2] === 'system' ? 'system' : 'user';
    if (variants[variant][part] !== null) problems.push(`has two parts marked ${mark[0]}`);
    const source = body.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? body.length);
    const parsed = parseTemplate(source.trim());
    if (source.trim() === '') problems.push(`the part ${mark[0]} is empty`);
    problems.push(...parsed.problems);
    variants[variant][part] = parsed.template;
  });
  checkVariants(variants, problems);
  return variants;
}

function checkVariants(variants: { full: Variant; essentials: Variant }, problems: string[]): void {
  const { full, essentials } = variants;
  if (full.system === null && full.user === null)
    problems.push('says nothing; add <!-- system --> or <!-- user -->');
  for (const part of ['system', 'user'] as const) {
    if (full[part] === null && essentials[part] !== null)
      problems.push(`has <!-- essentials ${part} --> but no <!-- ${part} -->`);
  }
  const needed = full.system === null ? 'user' : 'system';
  if (essentials[needed] === null)
    problems.push(`has no essentials variant; add <!-- essentials ${needed} -->`);
}

function checkVariables(
  head: FrontMatter,
  { full, essentials }: { full: Variant; essentials: Variant },
  supplied: readonly string[],
  problems: string[],
): void {
  const templates = [full.system, full.user, essentials.system, essentials.user];
  const used = new Set(templates.flatMap((template) => [...(template?.names ?? [])]));
  for (const name of used) {
    if (!head.variables.includes(name))
      problems.push(`uses {{${name}}}, which its front matter does not list`);
  }
  const known = supplied.length === 0 ? 'this prompt is given none' : `there are ${supplied.join(', ')}`;
  for (const name of head.variables) {
    if (!used.has(name)) problems.push(`lists the variable ${name} and never uses it`);
    if (!supplied.includes(name)) problems.push(`the variable ${name} is supplied by nobody; ${known}`);
  }
}

/** Variables that stand in a part in which they are not supplied. */
export function findMisplacedVariables(
  { full, essentials }: PromptFile,
  supplied: Readonly<Record<keyof PromptParts, readonly string[]>>,
): readonly string[] {
  return (['system', 'user'] as const).flatMap((part) => {
    const used = new Set([full, essentials].flatMap((parts) => [...(parts[part]?.names ?? [])]));
    return [...used]
      .filter((name) => !supplied[part].includes(name))
      .map((name) => {
        const given = supplied[part].join(', ') || 'no variables';
        return `uses {{${name}}} in its ${part} part, which is given ${given}`;
      });
  });
}
