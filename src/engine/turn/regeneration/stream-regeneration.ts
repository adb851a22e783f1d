import { type SessionEventBody, toSessionEventRow } from '#engine/live/session-event.ts';
import { streamProse } from '#engine/llm/ask-for-text.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import type { EventRow, NewEventRow } from '#engine/store/event-rows.ts';
import type { RetellingRecord } from '#engine/store/narrations.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { EngineServices } from '../engine-services.ts';
import type { SentenceRelease } from '../narration/sentence-release.ts';
import { toTurnFailure } from '../turn-failure.ts';

/** Lets readers hear the next words of a telling. */
export type StreamText = (text: string) => Promise<void>;

type Scene = Pick<SceneRecord, 'id' | 'sessionId' | 'audience'>;

/**
 * Has a scene told again while its session's readers listen. They hear that it begins, then its words; a telling that comes
 * to nothing is withdrawn. One that stands is ended by `telling` itself, together with what it writes. What failed outside is a
 * rejection.
 */
export async function streamRegeneration<Telling extends object>(
  { id: sceneId, sessionId, audience = null }: Scene,
  services: EngineServices,
  telling: (say: StreamText, retellingId: string) => Promise<Telling | Rejection>,
): Promise<Telling | Rejection> {
  const { store, log, clock, newId } = services;
  const tellingId = newId();
  const about = { sceneId, tellingId };
  const row = (body: SessionEventBody) => toSessionEventRow(body, clock(), audience);
  const announce = (written: readonly EventRow[] | null): void => {
    if (written !== null) log.announce(written);
  };
  const noted = { id: tellingId, sessionId, sceneId, startedAt: clock() };
  announce(await store.retellings.open(noted, row({ type: 'retelling-started', ...about })));
  const withdraw = async () => announce(await store.retellings.close(noted, [withdrawalOf(noted, clock())]));
  try {
    const told = await telling(
      async (text) =>
        announce(await store.events.tell(sessionId, [row({ type: 'retelling-delta', ...about, text })])),
      tellingId,
    );
    if (isRejection(told)) await withdraw();
    return told;
  } catch (error) {
    await withdraw();
    const { isBug, code } = toTurnFailure(error, sceneId);
    if (isBug) throw error;
    return reject(
      code.toLowerCase().replaceAll('_', '-'),
      'The storyteller could not tell it again. The telling stays as it was; try again later.',
    );
  }
}

/** Longer than any telling takes, which is given up after two minutes. */
const LONGEST_MILLISECONDS = 10 * 60_000;

/**
 * Withdraws regenerations that a server began and cannot end because it is gone. Withdraws all of them when this server is
 * alone and has just started. Otherwise withdraws those that have taken longer than any narration does.
 */
export async function withdrawAbandoned(
  { store, log, clock }: Pick<EngineServices, 'store' | 'log' | 'clock'>,
  { isAlone }: { readonly isAlone: boolean },
): Promise<void> {
  const now = clock();
  const before = isAlone ? null : new Date(now.getTime() - LONGEST_MILLISECONDS);
  log.announce(await store.retellings.sweep(before, (retelling) => withdrawalOf(retelling, now)));
}

function withdrawalOf({ id: tellingId, sceneId }: RetellingRecord, at: Date): NewEventRow {
  return toSessionEventRow({ type: 'retelling-withdrawn', sceneId, tellingId }, at);
}

/** Streams each sentence of a reply to listeners as soon as no finding stops it. Returns the whole reply. */
export async function streamSentences(
  model: Provider,
  request: ModelRequest,
  gate: SentenceRelease,
  say: StreamText,
): Promise<string> {
  const release = async (released: string): Promise<void> => {
    if (released !== '') await say(released);
  };
  const prose = streamProse(model, request);
  let next = await prose.next();
  for (; !next.done; next = await prose.next()) await release(gate.push(next.value));
  await release(gate.end());
  return next.value.text;
}
