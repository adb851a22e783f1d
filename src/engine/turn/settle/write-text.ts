import type { Json } from '#engine/kit/canonical-json.ts';
import { askForProse } from '#engine/llm/ask-for-text.ts';
import type { VariablesOf } from '#engine/prompt/prompt-ids.ts';
import { type StepPromptId, writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import type { JobMoment } from './job-moment.ts';

/** Has the small model write a text from a prompt. What the prompt is filled with is also what the offline storyteller writes from. */
export async function writeText<Id extends StepPromptId>(
  id: Id,
  variables: VariablesOf<Id>,
  { job, model, shelf, signal }: Pick<JobMoment, 'job' | 'model' | 'shelf' | 'signal'>,
): Promise<string> {
  const prompt = writeStepPrompt(id, variables, shelf);
  const input: Json = { ...variables };
  const request = { ...prompt, step: id, input, seed: job.id, signal, restartable: true };
  const { text } = await askForProse(model, request);
  return text;
}
