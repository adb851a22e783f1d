import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { type SessionEventBody, sessionEventRow } from '#engine/live/session-event.ts';
import { wroteNothing } from '#engine/llm/ask-for-text.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { ModelRefused } from '#engine/llm/structured.ts';
import type { SentenceGate } from './sentence-gate.ts';
import { failureOf } from './turn-failure.ts';
import type { Workshop } from './turn-tools.ts';

/** Lets readers hear the next words of a telling. */
export type Say = (text: string) => Promise<void>;

type Scene = { readonly id: string; readonly sessionId: string };

/**
 * Has a scene told again while its session's readers listen. They hear that it begins, then its words; a telling that comes
 * to nothing is withdrawn, and of one that stands `narration-chosen` tells. What failed outside is a rejection.
 */
export async function retellAloud<Telling extends object>(
  { id: sceneId, sessionId }: Scene,
  workshop: Workshop,
  telling: (say: Say) => Promise<Telling | Rejection>,
): Promise<Telling | Rejection> {
  const { store, log, clock, newId } = workshop;
  const about = { sceneId, tellingId: newId() };
  const tell = async (body: SessionEventBody): Promise<void> => {
    const written = await store.events.tell(sessionId, [sessionEventRow(body, clock())]);
    if (written !== null) log.announce(written);
  };
  await tell({ type: 'retelling-started', ...about });
  const withdraw = () => tell({ type: 'retelling-withdrawn', ...about });
  try {
    const told = await telling((text) => tell({ type: 'retelling-delta', ...about, text }));
    if (isRejection(told)) await withdraw();
    return told;
  } catch (error) {
    await withdraw();
    const { isBug, code } = failureOf(error, sceneId);
    if (isBug) throw error;
    return reject(
      code.toLowerCase().replaceAll('_', '-'),
      'The storyteller could not tell it again. The telling stays as it was; try again later.',
    );
  }
}

/** The whole of a reply, of which listeners hear each sentence as soon as nothing speaks against it. */
export async function spoken(
  model: Provider,
  request: ModelRequest,
  gate: SentenceGate,
  say: Say,
): Promise<string> {
  let text = '';
  const release = async (released: string): Promise<void> => {
    if (released !== '') await say(released);
  };
  for await (const part of model.stream(request)) {
    if (part.type === 'text-delta') {
      text += part.text;
      await release(gate.push(part.text));
      continue;
    }
    if (part.reason === 'refused') throw new ModelRefused(request.step);
    if (text.trim() === '') throw wroteNothing(request.step);
    await release(gate.end());
    return text.trim();
  }
  throw new Error(`${model.id} stopped without ending its reply`);
}
