import { afterEach, expect, it } from 'vitest';
import { RecordInput } from '#engine/contracts/outcome.ts';
import { ProviderError, type ReplyPart } from '#engine/llm/provider.ts';
import { openEngine } from '../../support/engine.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { beginAtQuay, playAtQuay, send } from '../../support/quay.ts';

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const PROSE = 'Rain falls on the quay. A bell rings twice, and nobody looks up.';
const FIRST = 'safe | Wait for the bell | It may ring again\n';
const SECOND = 'low | Ask the clerk | He was here before you\n';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

/** A part of the narrator's reply, or a moment at which it waits. */
type Written = string | Promise<void>;

/** Plays with a narrator that writes these parts, and goes on only when it may. */
async function openWriting(options: { readonly failRecord?: () => boolean } = {}) {
  let script: readonly Written[] | null = null;
  let end: 'finished' | 'broken' = 'finished';
  const plain = createPlainProvider();
  engine = await openEngine({
    provider: {
      ...plain,
      async *stream(request): AsyncGenerator<ReplyPart> {
        if (request.step === 'record' && options.failRecord?.() === true)
          throw new ProviderError('gone', { retryable: false, fault: 'server-error' });
        if (request.step !== 'narrate' || script === null) return yield* plain.stream(request);
        for (const part of script) {
          if (typeof part === 'string') yield { type: 'text-delta', text: part };
          else await part;
        }
        if (end === 'broken') throw new ProviderError('gone', { retryable: true, fault: 'connection-lost' });
        yield { type: 'reply-end', reason: 'finished', usage: USAGE };
      },
    },
  });
  const sessionId = await beginAtQuay(engine);
  return {
    sessionId,
    write: (parts: readonly Written[], how: typeof end = 'finished') => {
      script = parts;
      end = how;
    },
  };
}

const eventsOf = async (sessionId: string, turnId: string) =>
  (await engine.store.events.after(sessionId, 0, 500))
    .filter((event) => event.turnId === turnId)
    .map(({ type, payload }) => ({ type, ...Object(payload) }));

/** Waits until something is so; fails after some seconds. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came to be so');
}

const askedFor = (step: string) => engine.asked.filter((request) => request.step === step);
const recordInput = () => RecordInput.parse(askedFor('record').at(-1)?.input);

it('asks record and judge with the first choice, while the others are still being written', async () => {
  const { sessionId, write } = await openWriting();
  const others = Promise.withResolvers<void>();
  write([`${PROSE}\n===\n`, FIRST, others.promise, SECOND, 'notes: The bell is cracked.']);
  const before = { record: askedFor('record').length, judge: askedFor('judge').length };
  const turn = await send(engine, sessionId, 'a', 'I wait.');
  await until(() => askedFor('record').length > before.record && askedFor('judge').length > before.judge);

  expect(recordInput()).toMatchObject({ needsChoices: false });
  expect(recordInput().sentences.join(' ')).toBe(PROSE);
  others.resolve();
  expect(await engine.turns.finished(turn.id)).toMatchObject({ status: 'committed' });
  const [offered, ...again] = (await eventsOf(sessionId, turn.id)).filter(
    ({ type }) => type === 'choices-offered',
  );
  expect(offered.choices.map(({ text }: { text: string }) => text)).toEqual([
    'Wait for the bell',
    'Ask the clerk',
  ]);
  expect(again).toEqual([]);
});

it('offers the choices when the notes begin, before they are written', async () => {
  const { sessionId, write } = await openWriting();
  const notes = Promise.withResolvers<void>();
  write([`${PROSE}\n===\n${FIRST}${SECOND}notes:`, notes.promise, ' The bell is cracked.']);
  const turn = await send(engine, sessionId, 'a', 'I wait.');
  await until(async () =>
    (await eventsOf(sessionId, turn.id)).some(({ type }) => type === 'choices-offered'),
  );
  notes.resolve();
  expect(await engine.turns.finished(turn.id)).toMatchObject({ status: 'committed' });
});

it.each([
  ['has only notes behind its prose', ['===\nnotes: Nothing.'], 'finished'],
  ['breaks off in its first choice', ['===\nsafe | Wai'], 'broken'],
  ['has no line between prose and choices, and no choices', [], 'finished'],
] as const)('has record write the choices when the narration %s', async (_name, tail, end) => {
  const { sessionId, write } = await openWriting();
  write([`${PROSE}\n`, ...tail], end);
  expect(await playAtQuay(engine, sessionId, 'a', 'I wait.')).toMatchObject({ status: 'committed' });
  expect(recordInput()).toMatchObject({ needsChoices: true });
});

it('keeps the choices that were written when the reply breaks off behind them', async () => {
  const { sessionId, write } = await openWriting();
  write([`${PROSE}\n===\n${FIRST}low | Ask`], 'broken');
  const turn = await playAtQuay(engine, sessionId, 'a', 'I wait.');
  expect(turn).toMatchObject({ status: 'committed' });
  expect(recordInput()).toMatchObject({ needsChoices: false });
  const { choices } = (await eventsOf(sessionId, turn.id)).find(({ type }) => type === 'choices-offered');
  expect(choices.map(({ text }: { text: string }) => text)).toEqual(['Wait for the bell']);
});

it('goes on with the prose that was read when record failed while choices were written', async () => {
  let isFailing = false;
  const { sessionId, write } = await openWriting({ failRecord: () => isFailing });
  const others = Promise.withResolvers<void>();
  write([`${PROSE}\n===\n${FIRST}`, others.promise, SECOND]);
  isFailing = true;
  const turn = await send(engine, sessionId, 'a', 'I wait.');
  await until(() => askedFor('record').length > 1);
  others.resolve();
  expect(await engine.turns.finished(turn.id)).toMatchObject({ status: 'failed' });

  isFailing = false;
  write(['Another story altogether.\n===\n', FIRST]);
  const again = await playAtQuay(engine, sessionId, 'a', 'I wait.');
  expect(again).toMatchObject({ status: 'committed', attempt: 2 });
  expect(recordInput().sentences.join(' ')).toBe(PROSE);
});
