import type { Provider } from './provider.ts';
import { readJson } from './reading/read-json.ts';
import { validateReply } from './reading/validate-reply.ts';
import { NO_SEARCH, RouteReply } from './route-reply.ts';
import { ask, outputSchema, type Question } from './structured.ts';

/** What the router said. `skipped` says why nothing of it was used; null when it was. */
export type Routed = { readonly reply: RouteReply; readonly skipped: string | null };

const STEP = { name: 'route', contract: RouteReply } as const;

/**
 * Asks what knowledge a turn needs. A turn goes on without new knowledge rather than fail over it: whatever goes wrong here,
 * short of the turn being cancelled, means that nothing is searched.
 */
export async function runRoute(question: Question, provider: Provider): Promise<Routed> {
  const output = outputSchema(STEP);
  try {
    const { text } = await ask(provider, { ...question, step: STEP.name, output, restartable: true });
    const json = readJson(text);
    if (!json.found) return { reply: NO_SEARCH, skipped: json.problem };
    const validated = validateReply(json.value, STEP);
    if (!validated.valid) return { reply: NO_SEARCH, skipped: validated.problems.join(' ') };
    return { reply: validated.reply, skipped: null };
  } catch (error) {
    question.signal.throwIfAborted();
    return { reply: NO_SEARCH, skipped: error instanceof Error ? error.message : String(error) };
  }
}
