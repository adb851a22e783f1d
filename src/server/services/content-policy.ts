import { type ContentPolicy, PolicyDecision } from '#engine/turn/content-policy.ts';

const TIMEOUT_MILLISECONDS = 10_000;

/** Creates a content policy that asks a web service: the question as JSON by POST, the decision as JSON in the reply. */
export function createHttpContentPolicy(url: string): ContentPolicy {
  return async (question, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    });
    if (!response.ok) throw new Error(`the content policy answered ${response.status}`);
    return PolicyDecision.parse(await response.json());
  };
}
