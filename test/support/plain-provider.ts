import type { z } from 'zod';
import type { GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import type { JudgeReply } from '#engine/contracts/findings.ts';
import type { Outcome } from '#engine/contracts/outcome.ts';
import type { Plan } from '#engine/contracts/plan.ts';
import type { Reaction } from '#engine/contracts/reaction.ts';
import type { RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from '#engine/llm/provider.ts';
import type { RepairReply } from '#engine/turn/narration/repair-prose.ts';
import { type NarrationParts, toInlineNarration, toNarrationText } from './plain/narration-text.ts';
import { narratePlainly, STRUCTURED_ANSWERS, TEXT_ANSWERS } from './plain/plain-answers.ts';
import { isReply, type OutcomeDraft, type Reply, streamReply } from './plain/reply.ts';
import type { ReadingDraft } from './plain/shared-readings.ts';
import { createToldOutcomes, type ToldOutcomes } from './plain/told-outcomes.ts';

/** A narration, and optionally the outcome that `record` answers for it. Choices and rows that are left out are the plain ones. */
export type NarrationDraft = NarrationParts & { readonly record?: OutcomeDraft };

/** The form in which each structured step may be answered. */
type Drafts = {
  readonly read: ReadingDraft;
  readonly resolve: z.input<typeof RulebookResolution>;
  readonly react: z.input<typeof Reaction>;
  readonly plan: z.input<typeof Plan>;
  readonly narrate: NarrationDraft;
  readonly record: z.input<typeof Outcome>;
  readonly judge: z.input<typeof JudgeReply>;
  readonly 'mode-think': z.input<typeof ThinkReply>;
  readonly 'mode-god': z.input<typeof GodReply>;
  readonly 'mode-dm': never;
  readonly 'check-repair': z.input<typeof RepairReply>;
  readonly retell: never;
  readonly 'profile-refresh': never;
  readonly 'chapter-summary': never;
  readonly 'running-summary': never;
  readonly 'session-summary': never;
  readonly recap: never;
};

/** Overrides the answer to single steps: an object is serialised, a string is sent as it is, `undefined` leaves the plain answer. */
export type StepAnswers = {
  readonly [Step in keyof Drafts]?: (request: ModelRequest) => Drafts[Step] | Reply | string | undefined;
};

export type PlainProviderOptions = StepAnswers & {
  readonly id?: string;
  /** Awaited ahead of every answer; an error it throws takes the place of the answer. */
  readonly before?: (request: ModelRequest) => Promise<void> | void;
  /** Writes narrations for rulesets with `outcome: inline`. */
  readonly inline?: boolean;
};

/**
 * A model for tests. It answers every step of the turn and every job by the step's contract, always the same for the same input, and
 * understands no language: sentences that several tests share are read from a list, any other is an act without consequences.
 */
export function createPlainProvider(options: PlainProviderOptions = {}): Provider {
  const outcomes = createToldOutcomes();
  return {
    id: options.id ?? 'plain/test',
    async *stream(request): AsyncGenerator<ReplyPart> {
      await options.before?.(request);
      request.signal.throwIfAborted();
      const reply = toReply(request, options, outcomes);
      if ('say' in reply && reply.record !== undefined) {
        outcomes.keep(request, proseOf(reply.say), reply.record);
      }
      yield* streamReply(reply, request.signal);
    },
  };
}

function toReply(request: ModelRequest, options: PlainProviderOptions, outcomes: ToldOutcomes): Reply {
  const scripted = askScript(request, options);
  if (typeof scripted === 'string') return { say: scripted };
  if (scripted !== undefined && isReply(scripted)) return scripted;
  if (request.step === 'narrate') return writeNarration(request, scripted, options.inline ?? false);
  if (scripted !== undefined) return { say: JSON.stringify(scripted) };
  const told = request.step === 'record' ? outcomes.find(request) : undefined;
  if (told !== undefined) return { say: JSON.stringify(told) };
  return { say: answerPlainly(request) };
}

function askScript(request: ModelRequest, options: PlainProviderOptions): object | string | undefined {
  // Only names of steps are looked up; a step without an override has none.
  const answer = options[request.step as keyof Drafts];
  return answer?.(request);
}

function writeNarration(request: ModelRequest, scripted: object | undefined, isInline: boolean): Reply {
  const plain = narratePlainly(request);
  // `narrate` overrides are typed as narrations; everything else was returned before.
  const { record, ...draft }: NarrationDraft = { ...plain, ...(scripted as NarrationDraft | undefined) };
  if (!isInline) return { say: toNarrationText(draft), ...(record === undefined ? {} : { record }) };
  const outcome = typeof record === 'object' ? record : {};
  return { say: toInlineNarration(draft.prose, { choices: draft.choices, ...outcome }) };
}

/** Answers as if nothing were scripted. */
function answerPlainly(request: ModelRequest): string {
  const structured = STRUCTURED_ANSWERS[request.step];
  if (structured !== undefined) return JSON.stringify(structured(request));
  const text = TEXT_ANSWERS[request.step];
  if (text !== undefined) return text(request);
  throw new ProviderError(`the plain provider has no answer for the step ${request.step}; add one`, {
    retryable: false,
  });
}

/** Returns what stands before the line `===`. */
export function proseOf(narration: string): string {
  return narration.split(/^===\s*$/m)[0]?.trim() ?? '';
}
