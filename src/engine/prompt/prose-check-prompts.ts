import type { JudgeInput } from '#engine/contracts/findings.ts';
import { type CountTokens, estimateTokens } from '#engine/util/estimate-tokens.ts';
import { joinTexts, toOneLine, writeLabelled, writeSection } from './assembly/write-lines.ts';
import { calculateBudget } from './context-window.ts';
import { type PromptSource, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

/** Something that did not fit, for the audit. */
type TrimmedPart = {
  readonly part: 'playerText' | 'labels' | 'secrets' | 'known' | 'absent' | 'carried' | 'established';
  /** Lines left out; for the player's text, characters. */
  readonly dropped: number;
  readonly of: number;
};

type JudgePrompt = {
  readonly prompt: StepPrompt;
  readonly tokens: number;
  readonly trimmed: readonly TrimmedPart[];
  /** Whether it is still too long after everything that may go is gone: the prose itself is too long to be judged. */
  readonly isOverBudget: boolean;
};

type Limits = { readonly budget?: number; readonly countTokens?: CountTokens };

const BUDGET = 6000;
const LONGEST_PLAYER_TEXT = 3000;

type ListPart = Exclude<TrimmedPart['part'], 'playerText'>;

/**
 * Order of sacrifice: each list loses lines from its end, where the least relevant stand, down to as many as are kept. Labels go first,
 * for the exact checks know them all. Never cut: prose, personas, allowed acts, row, place, people present, boundaries.
 */
const SACRIFICES: readonly { readonly part: ListPart; readonly keep: number }[] = [
  { part: 'labels', keep: 12 },
  { part: 'secrets', keep: 24 },
  { part: 'known', keep: 8 },
  { part: 'absent', keep: 6 },
  { part: 'known', keep: 0 },
  { part: 'absent', keep: 0 },
  { part: 'labels', keep: 0 },
  { part: 'carried', keep: 8 },
  { part: 'secrets', keep: 8 },
  { part: 'established', keep: 8 },
  { part: 'secrets', keep: 0 },
  { part: 'carried', keep: 0 },
];

/** Writes the prompt that asks for the faults of a narration, within its budget. */
export function writeJudgePrompt(
  input: JudgeInput,
  promptSource: PromptSource,
  { budget: most = BUDGET, countTokens = estimateTokens }: Limits = {},
): JudgePrompt {
  const { playerText } = input;
  const whole: JudgeInput = { ...input, playerText: playerText.slice(0, LONGEST_PLAYER_TEXT).toWellFormed() };
  const count = (prompt: StepPrompt) =>
    [...prompt.system, ...prompt.messages].reduce((sum, { text }) => sum + countTokens(text), 0);
  const first = render(whole, promptSource);
  const { contextWindow = null, tokenScale = 1 } = promptSource.window ?? {};
  const budget = calculateBudget(most, contextWindow, first.maxTokens, tokenScale);
  const fitting = trimLists(whole, count(first) - budget, countTokens);
  const prompt = fitting === whole ? first : render(fitting, promptSource);
  const tokens = count(prompt);
  return { prompt, tokens, trimmed: listTrimmed(input, fitting), isOverBudget: tokens > budget };
}

/** Drops lines until about as many tokens are saved as the prompt is over its budget. */
function trimLists(input: JudgeInput, excess: number, countTokens: CountTokens): JudgeInput {
  if (excess <= 0) return input;
  const lists = { ...input };
  let left = excess;
  for (const { part, keep } of SACRIFICES) {
    const lines = [...lists[part]];
    while (left > 0 && lines.length > keep) left -= countTokens(lines.pop() ?? '');
    lists[part] = lines;
  }
  return lists;
}

function listTrimmed(input: JudgeInput, fitting: JudgeInput): readonly TrimmedPart[] {
  const parts = ['playerText', ...new Set(SACRIFICES.map(({ part }) => part))] as const;
  return parts.flatMap((part) => {
    const of = input[part].length;
    const dropped = of - fitting[part].length;
    return dropped === 0 ? [] : [{ part, dropped, of }];
  });
}

function render(input: JudgeInput, promptSource: PromptSource): StepPrompt {
  const variables = {
    personas: list(input.personas),
    allowed: list(input.allowed),
    player: input.playerText,
    established: list(input.established),
    row: input.row,
    scene: joinTexts([
      writeLabelled('Place', input.place),
      writeSection('Present', input.present),
      input.left === undefined ? '' : `The passage may begin at ${input.left.place}, which is left in it.`,
      writeSection('Left behind there', input.left?.present ?? []),
      writeSection('Absent', input.absent),
      writeSection('The players’ characters carry', input.carried),
    ]),
    known: list(input.known),
    hidden: list(input.secrets),
    also_hidden: list(input.secretsNamed ?? []),
    boundaries: list(input.boundaries),
    labels: list(input.labels),
    prose: toNumberedSentences(input.sentences),
  };
  return writeStepPrompt('judge', variables, promptSource);
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${toOneLine(line)}`).join('\n');
}

/** Writes sentences as lines with their numbers, from 1. */
export function toNumberedSentences(sentences: readonly string[]): string {
  return sentences.map((sentence, at) => `${at + 1}. ${toOneLine(sentence)}`).join('\n');
}

type ProseRepairInput = {
  /** Sentences of the prose, in order; the model is shown them with numbers from 1. */
  readonly sentences: readonly string[];
  /** A line for each finding, with the numbers of its sentences. */
  readonly problems: readonly string[];
  /** Name of the player's character. */
  readonly persona: string;
  /** Facts that hold: place, result of the rules, the row that was rolled. No secrets. */
  readonly facts: readonly string[];
};

/** Writes the prompt that asks for new sentences in place of faulty ones. */
export function writeProseRepairPrompt(input: ProseRepairInput, promptSource: PromptSource): StepPrompt {
  const variables = {
    persona: toOneLine(input.persona),
    problems: input.problems.map((problem) => `- ${toOneLine(problem)}`).join('\n'),
    facts: input.facts.map((fact) => `- ${toOneLine(fact)}`).join('\n'),
    prose: toNumberedSentences(input.sentences),
  };
  return writeStepPrompt('check-repair', variables, promptSource);
}
