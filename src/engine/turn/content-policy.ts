import { z } from 'zod';
import type { OfferedChoice } from '#engine/contracts/narration.ts';
import { ContentPolicyFailedError, ContentRefusedError } from './turn-failure.ts';

/** Text a content policy decides on, and its place. */
export type PolicyQuestion = {
  /** `choice` is one thing a player may do next, `row` one of a table, `recap` what players read when they come back. */
  readonly kind: 'narration' | 'choice' | 'row' | 'thought' | 'answer' | 'recap';
  readonly text: string;
  readonly sessionId: string;
  /** Null for a text that belongs to no single turn. */
  readonly turnId: string | null;
};

export const PolicyDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('pass') }),
  z.object({ decision: z.literal('replace'), text: z.string().min(1).max(100_000) }),
  z.object({ decision: z.literal('refuse'), reason: z.string().max(400).default('') }),
]);
export type PolicyDecision = z.infer<typeof PolicyDecision>;

/**
 * The operator's content policy. Called with every text of a turn before a player sees any of it. It passes the text, replaces it
 * or refuses the turn. A policy that cannot be asked fails the turn: nothing is released unseen.
 */
export type ContentPolicy = (question: PolicyQuestion, signal: AbortSignal) => Promise<PolicyDecision>;

/** Returns the text a policy releases. Throws ContentRefusedError when it refuses, ContentPolicyFailedError when it cannot be asked. */
export async function applyContentPolicy(
  policy: ContentPolicy | undefined,
  question: PolicyQuestion,
  signal: AbortSignal,
): Promise<string> {
  if (policy === undefined || question.text === '') return question.text;
  const decided = await policy(question, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ContentPolicyFailedError(error);
  });
  if (decided.decision === 'refuse') throw new ContentRefusedError(decided.reason);
  return decided.decision === 'replace' ? decided.text : question.text;
}

/** Returns the text a policy releases; an empty one when it refuses. For texts a turn can do without. */
export async function applyPolicyOrDrop(
  policy: ContentPolicy | undefined,
  question: PolicyQuestion,
  signal: AbortSignal,
): Promise<string> {
  return applyContentPolicy(policy, question, signal).catch((error: unknown) => {
    if (error instanceof ContentRefusedError) return '';
    throw error;
  });
}

/** Returns the choices a policy releases. One that is refused is not offered; one that is replaced loses its description. */
export async function applyPolicyToChoices<Offered extends Pick<OfferedChoice, 'text' | 'description'>>(
  policy: ContentPolicy | undefined,
  choices: readonly Offered[],
  place: Pick<PolicyQuestion, 'sessionId' | 'turnId'>,
  signal: AbortSignal,
): Promise<Offered[]> {
  if (policy === undefined) return [...choices];
  const decided = await Promise.all(
    choices.map(async (choice) => {
      const text = [choice.text, choice.description].filter((part) => part !== '').join('. ');
      const released = await applyPolicyOrDrop(policy, { kind: 'choice', text, ...place }, signal);
      if (released === text) return [choice];
      return released === '' ? [] : [{ ...choice, text: released.slice(0, LONGEST_CHOICE), description: '' }];
    }),
  );
  return decided.flat();
}

const LONGEST_CHOICE = 120;
