import { z } from 'zod';
import { type Api, ServerRefusedError } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatSheetGroups, SheetGroup } from './belongings.ts';
import { formatMenu, printLines } from './render.ts';

const GUIDE = /* GraphQL */ `
  query Guide($id: ID!, $draft: JSON) {
    node(id: $id) {
      ... on EntryPoint {
        characterGuide(draft: $draft) {
          steps { key title note questions { key label note kind required min max preset options { value label note } } }
          problems { question message }
          sheet { groups { title fields { label value max note } } }
        }
      }
    }
  }
`;
const Question = z.object({
  key: z.string(),
  label: z.string(),
  note: z.string().nullable(),
  kind: z.enum(['TEXT', 'NUMBER', 'FLAG', 'CHOICE', 'CHOICES', 'ORDER']),
  required: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  preset: z.unknown(),
  options: z.array(z.object({ value: z.string(), label: z.string(), note: z.string().nullable() })),
});
type Question = z.infer<typeof Question>;
const Step = z.object({
  key: z.string(),
  title: z.string(),
  note: z.string().nullable(),
  questions: z.array(Question),
});
type Step = z.infer<typeof Step>;
const Guide = z.object({
  steps: z.array(Step),
  problems: z.array(z.object({ question: z.string(), message: z.string() })),
  sheet: z.object({ groups: z.array(SheetGroup) }).nullable(),
});
type Guide = z.infer<typeof Guide>;
const Answer = z.object({ node: z.object({ characterGuide: Guide.nullable() }).nullable() });

type Tools = { readonly api: Api; readonly terminal: Terminal };
type Draft = Readonly<Record<string, unknown>>;

/** Answers so far, and the questions that were passed over. */
type Progress = {
  readonly draft: Draft;
  readonly skipped: readonly string[];
  /** Step whose heading was shown last. */
  readonly stepKey: string;
};

/** Leads through the questions of a new character. Returns the answers; null when the person leaves. */
export async function makeCharacter(entryPointId: string, tools: Tools): Promise<Draft | null> {
  let progress: Progress = { draft: {}, skipped: [], stepKey: '' };
  printLines('A new character. An empty line skips what need not be answered; /quit leaves.', tools.terminal);
  for (;;) {
    const guide = await loadGuide(entryPointId, progress.draft, tools.api);
    const next = await askNext(guide, progress, tools.terminal);
    if (next === 'done') return progress.draft;
    if (next === 'left') return null;
    progress = next;
  }
}

/** Asks the next question, or settles a draft without open questions. */
async function askNext(
  guide: Guide,
  progress: Progress,
  terminal: Terminal,
): Promise<Progress | 'done' | 'left'> {
  const open = findOpenQuestion(guide, progress);
  if (open === null) {
    const settled = await settle(guide, terminal);
    return typeof settled === 'string' ? settled : forgetStep(settled, progress);
  }
  if (open.step.key !== progress.stepKey) showStep(open.step, terminal);
  const answer = await askQuestion(open.question, terminal);
  return answer === null ? 'left' : keepAnswer(open, answer.value, progress);
}

function keepAnswer({ step, question }: Open, value: unknown, { draft, skipped }: Progress): Progress {
  const { key } = question;
  const stepKey = step.key;
  if (value === undefined) return { draft, skipped: [...skipped, key], stepKey };
  return { draft: { ...draft, [key]: value }, skipped, stepKey };
}

/** Forgets the answers of a step, so that it is asked again. */
function forgetStep({ questions, key: stepKey }: Step, { draft, skipped }: Progress): Progress {
  const again = questions.map(({ key }) => key);
  return {
    draft: Object.fromEntries(Object.entries(draft).filter(([key]) => !again.includes(key))),
    skipped: skipped.filter((key) => !again.includes(key)),
    stepKey,
  };
}

async function loadGuide(id: string, draft: Draft, api: Api): Promise<Guide> {
  const { node } = await api.ask(GUIDE, { id, draft }, Answer);
  const guide = node?.characterGuide ?? null;
  if (guide === null) throw new ServerRefusedError('This story has no guide to characters.');
  return guide;
}

type Open = { readonly step: Step; readonly question: Question };

/** Finds the next question without an answer. */
function findOpenQuestion({ steps }: Guide, { draft, skipped }: Progress): Open | null {
  for (const step of steps) {
    const question = step.questions.find(({ key }) => draft[key] === undefined && !skipped.includes(key));
    if (question !== undefined) return { step, question };
  }
  return null;
}

/** Shows the finished character, or what is wrong. Returns the step to answer again. */
async function settle(
  { problems, sheet, steps }: Guide,
  terminal: Terminal,
): Promise<'done' | 'left' | Step> {
  const [first] = problems;
  if (first === undefined) {
    terminal.print(sheet === null ? '' : formatSheetGroups(sheet.groups, terminal));
    const line = await terminal.ask('enter to begin, q to leave > ');
    return line === null || isLeaving(line) ? 'left' : 'done';
  }
  printLines(problems.map(({ message }) => message).join(' '), terminal);
  const step = steps.find(({ questions }) => questions.some(({ key }) => key === first.question));
  if (step === undefined) throw new ServerRefusedError(first.message);
  showStep(step, terminal);
  return step;
}

function isLeaving(line: string): boolean {
  return /^\/?q(uit)?$/i.test(line.trim());
}

function showStep({ title, note }: Step, terminal: Terminal): void {
  terminal.print(`\n${terminal.style('bold', title)}\n`);
  if (note !== null) printLines(note, terminal);
}

/** Asks one question until its answer can be read. Undefined skips it; null leaves. */
async function askQuestion(
  question: Question,
  terminal: Terminal,
): Promise<{ readonly value: unknown } | null> {
  const { label, note, options, required, preset } = question;
  if (note !== null) printLines(`${label}: ${note}`, terminal);
  const items = options.map((option) => ({ name: option.label, about: option.note ?? '' }));
  if (items.length > 0) terminal.print(formatMenu(items, terminal.width));
  for (;;) {
    const line = await terminal.ask(`${label}${describeForm(question)} > `);
    if (line === null || /^\/q(uit)?$/i.test(line.trim())) return null;
    const text = line.trim();
    if (text === '' && (!required || preset != null)) return { value: undefined };
    const value = readAnswer(question, text);
    if (value !== undefined) return { value };
    printLines(text === '' ? `${label} is missing.` : `${label}${describeForm(question)}, please.`, terminal);
  }
}

function describeForm({ kind, min, max, options, preset }: Question): string {
  const count = options.length;
  const preselected = preset == null ? '' : `, enter for ${String(preset)}`;
  switch (kind) {
    case 'NUMBER':
      return `${min === null || max === null ? '' : ` (${min} to ${max}${preselected})`}`;
    case 'FLAG':
      return ' (yes or no)';
    case 'CHOICE':
      return ` (1-${count}${preselected})`;
    case 'CHOICES':
      return ` (${min === max ? max : `${min ?? 0} to ${max ?? count}`} of 1-${count}, with commas)`;
    case 'ORDER':
      return ` (all of 1-${count} in order, with commas)`;
    case 'TEXT':
      return '';
  }
}

/** Reads a line as the answer to a question. Undefined when it is none. */
export function readAnswer(question: Question, text: string): unknown {
  switch (question.kind) {
    case 'TEXT':
      return text === '' ? undefined : text;
    case 'NUMBER':
      return readNumber(question, text);
    case 'FLAG':
      return { yes: true, y: true, no: false, n: false }[text.toLowerCase()];
    case 'CHOICE':
      return findOption(question, text);
    case 'CHOICES':
      return readList(question, text, question.min ?? 0, question.max ?? question.options.length);
    case 'ORDER':
      return readList(question, text, question.options.length, question.options.length);
  }
}

function readNumber({ min, max }: Question, text: string): number | undefined {
  const number = text === '' ? Number.NaN : Number(text);
  return number >= (min ?? number) && number <= (max ?? number) ? number : undefined;
}

/** Finds an option by its number in the menu, its label or its value. */
function findOption({ options }: Question, part: string): string | undefined {
  if (/^\d+$/.test(part)) return options[Number(part) - 1]?.value;
  const wanted = part.toLowerCase();
  return options.find(({ label, value }) => label.toLowerCase() === wanted || value === wanted)?.value;
}

function readList(question: Question, text: string, least: number, most: number): unknown {
  const chosen = text.split(',').map((part) => findOption(question, part.trim()));
  const isRight = !chosen.includes(undefined) && new Set(chosen).size === chosen.length;
  return isRight && chosen.length >= least && chosen.length <= most ? chosen : undefined;
}
