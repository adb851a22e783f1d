import { joinTexts, writeLabelled, writeSection } from './assembly/write-lines.ts';
import { writeLanguage } from './assembly/write-turn.ts';
import { type PromptSource, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

/** A committed turn that is to be told again. */
export type RegenerationInput = {
  /** Name of the player's character. */
  readonly persona: string;
  readonly playerText: string;
  /** The narration that was committed. */
  readonly prose: string;
  /** The summary of the committed Outcome. */
  readonly summary: string;
  /** Summaries of the events that were logged. */
  readonly events: readonly string[];
  /** Actions and decisions of the rules, as sentences: the action, the outcome, its costs, the facts that came to light. */
  readonly done: readonly string[];
  /** The outcome of the row that was rolled; empty when none was. */
  readonly row: string;
  /** Name of the place; empty when there is none. */
  readonly place: string;
  /** BCP 47 tag of the first narration's language; empty for the pack's own. */
  readonly language: string;
};

/** Writes the prompt that asks for another telling of a committed turn. */
export function writeRegenerationPrompt(input: RegenerationInput, promptSource: PromptSource): StepPrompt {
  const { persona, playerText, prose, row, language } = input;
  const facts = joinTexts([
    writeLabelled('Place', input.place),
    writeLabelled('In short', input.summary),
    writeSection('The rules did and decided', input.done),
    writeSection('On record', input.events),
  ]);
  return writeStepPrompt(
    'retell',
    { persona, facts, row, player_words: playerText, prose, language: writeLanguage(language) },
    promptSource,
  );
}
