import { ThoughtPassedOn } from './only-the-reply.ts';
import { type EndReason, type Message, type ModelRequest, type Provider, ProviderError } from './provider.ts';
import { NarrationReader, type ReadNarration } from './reading/narration-reader.ts';
import { readJson } from './reading/read-json.ts';
import { validateReply } from './reading/validate-reply.ts';
import {
  ask,
  asRequest,
  cutOff,
  InvalidReply,
  ModelRefused,
  outputSchema,
  type Question,
  type RepairPrompt,
  type StructuredStep,
} from './structured.ts';

/** What is heard of a narration: its prose as it comes, and at its end all of it. */
export type NarrationPart<Outcome> =
  | { readonly type: 'prose-delta'; readonly text: string }
  | {
      readonly type: 'narration-end';
      readonly prose: string;
      readonly outcome: Outcome;
      readonly reason: EndReason;
    };

/** Writes the prompt that asks for the outcome of prose that is already told; without a reply it asks from the start. */
export type WriteOutcomeRepair = (parts: {
  readonly contract: string;
  readonly problems: readonly string[];
  readonly prose: string;
  readonly reply: string;
}) => RepairPrompt;

export type NarrationTools = { readonly provider: Provider; readonly writeOutcomeRepair: WriteOutcomeRepair };

type Told = ReadNarration & { readonly reason: EndReason };

/**
 * Has a model tell what happens and lets the prose through while the rest is still being written. Prose that was let
 * through stays: an outcome that is not usable is repaired once and then asked for once more, both from the prose as it was
 * told. Only a reply without any prose is asked for anew.
 */
export async function* runNarration<Outcome>(
  step: StructuredStep<Outcome>,
  question: Question,
  tools: NarrationTools,
): AsyncGenerator<NarrationPart<Outcome>> {
  const request: ModelRequest = { ...question, step: step.name };
  let told = yield* tell(tools.provider, { ...request, purpose: 'ask' });
  if (told.prose === '') {
    const seed = `${question.seed}:retry`;
    told = yield* tell(tools.provider, { ...request, seed, purpose: 'retry' });
  }
  if (told.prose === '') throw new InvalidReply(step.name, ['There is no prose in the reply.']);
  const outcome = await settle(step, request, told, tools);
  yield { type: 'narration-end', prose: told.prose, outcome, reason: told.reason };
}

async function* tell(
  provider: Provider,
  request: ModelRequest,
): AsyncGenerator<Extract<NarrationPart<never>, { type: 'prose-delta' }>, Told> {
  const reader = new NarrationReader();
  let reason: EndReason = 'length';
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'reply-end') reason = answered(part.reason, request.step);
      const text = part.type === 'text-delta' ? reader.push(part.text) : '';
      if (text !== '') yield { type: 'prose-delta', text };
    }
  } catch (error) {
    // The story is told; only its outcome broke off, and that can be asked for again.
    if (!(reader.proseComplete && isOnlyBrokenOff(error))) throw error;
  }
  const read = reader.end();
  if (read.rest !== '') yield { type: 'prose-delta', text: read.rest };
  return { ...read, reason };
}

/** Where what was taken for the story was a thought, there is no story. */
function isOnlyBrokenOff(error: unknown): boolean {
  return error instanceof ProviderError && error.retryable && !(error instanceof ThoughtPassedOn);
}

function answered(reason: EndReason, step: string): EndReason {
  if (reason === 'refused') throw new ModelRefused(step);
  return reason;
}

async function settle<Outcome>(
  step: StructuredStep<Outcome>,
  request: ModelRequest,
  told: Told,
  { provider, writeOutcomeRepair }: NarrationTools,
): Promise<Outcome> {
  const first = judge(step, told.outcome, cutOff({ text: '', reason: told.reason }));
  if (first.valid) return first.reply;

  const contract = JSON.stringify(outputSchema(step).schema);
  const { prose, block: reply } = told;
  const after = (problems: readonly string[]): Pick<ModelRequest, 'messages'> => {
    const { user } = writeOutcomeRepair({ contract, problems, prose: '', reply: '' });
    return { messages: [...request.messages, said('assistant', prose), said('user', user)] };
  };
  // Where nothing was written there is nothing to set right, and nobody knows an id who has not read the scene.
  const repair =
    reply === ''
      ? after(first.problems)
      : asRequest(writeOutcomeRepair({ contract, problems: first.problems, prose, reply }));
  const repaired = await askOutcome(step, provider, { ...request, ...repair, purpose: 'repair' });
  if (repaired.valid) return repaired.reply;

  const seed = `${request.seed}:retry`;
  const retry = { ...request, ...after(repaired.problems), seed, purpose: 'retry' } as const;
  const retried = await askOutcome(step, provider, retry);
  if (retried.valid) return retried.reply;
  throw new InvalidReply(step.name, retried.problems);
}

function said(role: Message['role'], text: string): Message {
  return { role, text };
}

async function askOutcome<Outcome>(step: StructuredStep<Outcome>, provider: Provider, request: ModelRequest) {
  const whole = await ask(provider, { ...request, restartable: true });
  return judge(step, readJson(whole.text), cutOff(whole));
}

function judge<Outcome>(
  step: StructuredStep<Outcome>,
  outcome: ReadNarration['outcome'],
  remarks: readonly string[],
) {
  if (!outcome.found) return { valid: false as const, problems: [outcome.problem, ...remarks] };
  return validateReply(outcome.value, step);
}
