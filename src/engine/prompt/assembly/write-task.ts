import type { Direction, NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { CallType, RollType } from '#engine/contracts/reading.ts';
import type { PromptId } from '../prompt-ids.ts';
import { type Prompt, renderPrompt, type Variant } from '../registry.ts';
import { createRepetitionFilter, endLine, joinTexts, SHORTEST_REPETITION, toOneLine } from './write-lines.ts';
import type { PromptSources } from './write-system.ts';

/** Task of the narrator in this particular turn. */
export type Task = {
  readonly text: string;
  /** The limit of the prose. */
  readonly maxTokens: number;
  readonly prompts: readonly Prompt[];
};

/** `elsewhere` is what the same prompt tells in every turn; an opening does not tell it again. */
type TaskSources = PromptSources & { readonly variant: Variant; readonly elsewhere: string };

const CALLS: Readonly<Record<RollType, 'call-narrative' | 'call-persuasion' | 'call-chaos' | 'call-battle'>> =
  {
    narrative: 'call-narrative',
    persuasion: 'call-persuasion',
    chaos: 'call-chaos',
    battle: 'call-battle',
  };

/** Writes the template of the call type, and around it what the game master asks for. */
export function writeTask(input: NarrateInput, sources: TaskSources): Task {
  const template = chooseTemplate(input, sources);
  return input.direction === undefined ? template : writeDirection(input.direction, template, sources);
}

/** Chooses the template of the task. A roll uses the template of its own type; an opening uses none of them. */
function chooseTemplate(input: NarrateInput, sources: TaskSources): Task {
  if (input.opening !== null) return writeOpeningTask(input.opening, sources);
  if (input.callType === 'chapter_start') return writeChapterStart(input, sources);
  if (input.callType === 'year_end') return writeYearEnd(input, sources);
  if (input.rolled !== null) return writeRollResult(input.rolled, input, sources);
  const type = input.tableDue ?? (input.callType === 'roll_result' ? 'narrative' : input.callType);
  return writeCall(type, input, sources);
}

function writeCall(type: RollType, input: NarrateInput, { prompts, pins, variant }: TaskSources): Task {
  const prompt = prompts.get(CALLS[type], pins);
  const isTableDue = input.rolled === null && input.tableDue !== null;
  const due = isTableDue ? { table_due: 'yes', no_table: '' } : { table_due: '', no_table: 'yes' };
  const { user } = renderPrompt(prompt, due, variant);
  return toTask(withPackTemplates(user, type, input, isTableDue), [prompt]);
}

/**
 * Adds the packs' own templates of a call type, or puts them in place of the engine's. A template stays when it
 * says how to offer a table, or holds the report of a chapter or a year.
 */
function withPackTemplates(
  text: string,
  call: CallType,
  { templates = [] }: Pick<NarrateInput, 'templates'>,
  isNeeded = false,
): string {
  const own = templates.filter((template) => template.call === call);
  const isReplaced = !isNeeded && own.some(({ replaces }) => replaces);
  return joinTexts([isReplaced ? '' : text, ...own.map((template) => template.text)], '\n\n');
}

function writeRollResult(
  rolled: NonNullable<NarrateInput['rolled']>,
  input: NarrateInput,
  sources: TaskSources,
): Task {
  const { prompts, pins, variant } = sources;
  const template = writeCall(rolled.type, input, sources);
  const prompt = prompts.get('call-roll-result', pins);
  const purpose = toOneLine(rolled.purpose).replace(/\.$/u, '');
  const { user } = renderPrompt(prompt, { template: template.text, purpose }, variant);
  return toTask(user, [prompt, ...template.prompts]);
}

function writeChapterStart(input: NarrateInput, { prompts, pins, variant }: TaskSources): Task {
  const { packet, briefing } = input;
  const prompt = prompts.get('call-chapter-start', pins);
  const { number, title } = packet.scene.chapter;
  const chapter = `${number}, ${toOneLine(title)}`;
  const { user } = renderPrompt(prompt, { chapter, briefing: briefing.map(toOneLine).join('\n') }, variant);
  return toTask(withPackTemplates(user, 'chapter_start', input, briefing.length > 0), [prompt]);
}

function writeYearEnd(input: NarrateInput, { prompts, pins, variant }: TaskSources): Task {
  const { packet, briefing } = input;
  const prompt = prompts.get('call-year-end', pins);
  const date = toOneLine(packet.scene.date);
  const { user } = renderPrompt(prompt, { date, briefing: briefing.map(toOneLine).join('\n') }, variant);
  return toTask(withPackTemplates(user, 'year_end', input, briefing.length > 0), [prompt]);
}

/** Writes the direction; the limit stays that of the template. */
function writeDirection(
  { type, text }: Direction,
  template: Task,
  { prompts, pins, variant }: TaskSources,
): Task {
  const prompt = prompts.get('call-direction', pins);
  const later = type === 'time_skip' ? 'yes' : '';
  const variables = { template: template.text, direction: toOneLine(text), later };
  const { user } = renderPrompt(prompt, variables, variant);
  return { ...template, text: user, prompts: [prompt, ...template.prompts] };
}

function writeOpeningTask(
  { stakes, goals }: NonNullable<NarrateInput['opening']>,
  { prompts, pins, variant, elsewhere }: TaskSources,
): Task {
  const prompt = prompts.get('opening', pins);
  const leaveNew = createRepetitionFilter(elsewhere, SHORTEST_REPETITION);
  const variables = {
    stakes: endLine(leaveNew(stakes)),
    goals: goals
      .filter((goal) => leaveNew(goal) !== '')
      .map((goal) => `- ${toOneLine(goal)}`)
      .join('\n'),
  };
  return toTask(renderPrompt(prompt, variables, variant).user, [prompt]);
}

function toTask<Id extends PromptId>(text: string, prompts: readonly [Prompt<Id>, ...Prompt[]]): Task {
  return { text, maxTokens: prompts[0].maxTokens, prompts };
}
