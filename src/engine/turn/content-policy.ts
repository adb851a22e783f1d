import { z } from 'zod';
import { ContentRefusedError } from './turn-failure.ts';

/** Text a content policy decides on, and its place. */
export type PolicyQuestion = {
  /** `narration`, `thought` or `answer`. */
  readonly kind: 'narration' | 'thought' | 'answer';
  readonly text: string;
  readonly sessionId: string;
  readonly turnId: string;
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

/** Returns the text a policy releases. Throws ContentRefusedError when it refuses. */
export async function applyContentPolicy(
  policy: ContentPolicy | undefined,
  question: PolicyQuestion,
  signal: AbortSignal,
): Promise<string> {
  if (policy === undefined || question.text === '') return question.text;
  const decided = await policy(question, signal);
  if (decided.decision === 'refuse') throw new ContentRefusedError(decided.reason);
  return decided.decision === 'replace' ? decided.text : question.text;
}
