import type { Json } from '#engine/kit/canonical-json.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { ask } from '#engine/llm/structured.ts';
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
  const { text } = await ask(model, { ...prompt, step: id, input, seed: job.id, signal, restartable: true });
  const written = text.trim();
  // Nothing at all would stand in for what was condensed; asked again, a model mostly says something.
  if (written === '')
    throw new ProviderError(`${id}: the model wrote nothing`, { fault: 'malformed-reply', retryable: true });
  return written;
}
