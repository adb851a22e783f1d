import type { RollType } from '#engine/llm/call-type.ts';
import type { Direction, NarrateInput } from '#engine/llm/narrate-input.ts';
import type { PromptId } from '../prompt-ids.ts';
import {
  type Prompt,
  type PromptPins,
  type PromptRegistry,
  renderPrompt,
  type Variant,
} from '../registry.ts';
import { oneLine } from './write-lines.ts';

/** What this turn in particular asks of the narrator. */
export type Task = {
  readonly text: string;
  /** The limit of the prose. */
  readonly maxTokens: number;
  readonly prompts: readonly Prompt[];
};

type Shelf = { readonly prompts: PromptRegistry; readonly pins: PromptPins; readonly variant: Variant };

const CALLS: Readonly<Record<RollType, 'call-narrative' | 'call-persuasion' | 'call-chaos' | 'call-battle'>> =
  {
    narrative: 'call-narrative',
    persuasion: 'call-persuasion',
    chaos: 'call-chaos',
    battle: 'call-battle',
  };

/** The template of the call type, with what the game master asks for. */
export function writeTask(input: NarrateInput, shelf: Shelf): Task {
  const template = templateFor(input, shelf);
  return input.direction === undefined ? template : directed(input.direction, template, shelf);
}

/** A roll is told by the template of its own type, an opening by none of them. */
function templateFor(input: NarrateInput, shelf: Shelf): Task {
  if (input.opening !== null) return opening(input.opening, shelf);
  if (input.callType === 'chapter_start') return chapterStart(input, shelf);
  if (input.callType === 'year_end') return yearEnd(input, shelf);
  if (input.rolled !== null) return rollResult(input.rolled, shelf);
  const type = input.callType === 'roll_result' ? 'narrative' : input.callType;
  return call(CALLS[type], input.mayOfferRoll, shelf);
}

function call(id: (typeof CALLS)[RollType], mayOfferRoll: boolean, { prompts, pins, variant }: Shelf): Task {
  const prompt = prompts.get(id, pins);
  const { user } = renderPrompt(prompt, { may_offer_roll: mayOfferRoll ? 'yes' : '' }, variant);
  return task(user, [prompt]);
}

function rollResult(rolled: NonNullable<NarrateInput['rolled']>, shelf: Shelf): Task {
  const { prompts, pins, variant } = shelf;
  // What was rolled is being told, so its template may not offer the same roll again.
  const template = call(CALLS[rolled.type], false, shelf);
  const prompt = prompts.get('call-roll-result', pins);
  const row = `${rolled.from}-${rolled.to}: ${oneLine(rolled.outcome)}`;
  const roll = `${rolled.value} (${oneLine(rolled.purpose)})`;
  const { user } = renderPrompt(prompt, { template: template.text, roll, row }, variant);
  return task(user, [prompt, ...template.prompts]);
}

function chapterStart({ packet, briefing }: NarrateInput, { prompts, pins, variant }: Shelf): Task {
  const prompt = prompts.get('call-chapter-start', pins);
  const { number, title } = packet.scene.chapter;
  const chapter = `${number}, ${oneLine(title)}`;
  const { user } = renderPrompt(prompt, { chapter, briefing: briefing.map(oneLine).join('\n') }, variant);
  return task(user, [prompt]);
}

function yearEnd({ packet, briefing }: NarrateInput, { prompts, pins, variant }: Shelf): Task {
  const prompt = prompts.get('call-year-end', pins);
  const date = oneLine(packet.scene.date);
  const { user } = renderPrompt(prompt, { date, briefing: briefing.map(oneLine).join('\n') }, variant);
  return task(user, [prompt]);
}

/** The limit stays that of the template: what is asked for is told as any other moment is. */
function directed({ type, text }: Direction, template: Task, { prompts, pins, variant }: Shelf): Task {
  const prompt = prompts.get('call-direction', pins);
  const later = type === 'time_skip' ? 'yes' : '';
  const variables = { template: template.text, direction: oneLine(text), later };
  const { user } = renderPrompt(prompt, variables, variant);
  return { ...template, text: user, prompts: [prompt, ...template.prompts] };
}

function opening(
  { stakes, goals }: NonNullable<NarrateInput['opening']>,
  { prompts, pins, variant }: Shelf,
): Task {
  const prompt = prompts.get('opening', pins);
  const variables = { stakes: oneLine(stakes), goals: goals.map((goal) => `- ${oneLine(goal)}`).join('\n') };
  return task(renderPrompt(prompt, variables, variant).user, [prompt]);
}

function task<Id extends PromptId>(text: string, prompts: readonly [Prompt<Id>, ...Prompt[]]): Task {
  return { text, maxTokens: prompts[0].maxTokens, prompts };
}
