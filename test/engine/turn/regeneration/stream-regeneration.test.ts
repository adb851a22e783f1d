import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Provider, ProviderError, type ReplyPart } from '#engine/llm/provider.ts';
import type { EventRow } from '#engine/store/event-rows.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../../support/engine.ts';
import { createPlainProvider } from '../../../support/plain-provider.ts';
import { beginAtQuay, playAtQuay } from '../../../support/quay.ts';

const USAGE = { inputTokens: 10, outputTokens: 5, cacheWriteTokens: 0, cacheReadTokens: 0 };
const plain = createPlainProvider();

/** What the model does when it is asked to tell again: says these pieces and ends, or fails with the error. */
let telling: { readonly pieces: readonly string[]; readonly fail?: Error };
const provider: Provider = {
  id: 'retelling/test',
  async *stream(request): AsyncGenerator<ReplyPart> {
    if (request.step !== 'retell') {
      yield* plain.stream(request);
      return;
    }
    for (const text of telling.pieces) yield { type: 'text-delta', text };
    if (telling.fail !== undefined) throw telling.fail;
    yield { type: 'reply-end', reason: 'finished', usage: USAGE };
  },
};

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let turnId: string;
let sceneId: string;
let heard = 0;

beforeAll(async () => {
  engine = await openEngine({ provider });
  sessionId = await beginAtQuay(engine);
  const turn = await playAtQuay(engine, sessionId, 'a', 'I wait.');
  turnId = turn.id;
  sceneId = turn.sceneId ?? '';
}, 60_000);
afterAll(() => engine.close());

/** The events since the last time somebody looked. */
async function news(): Promise<readonly EventRow[]> {
  const rows = await engine.store.events.after(sessionId, heard, 1_000);
  heard = rows.at(-1)?.sequence ?? heard;
  return rows;
}
const typesOf = (rows: readonly EventRow[]) => rows.map(({ type }) => type);
const wordsOf = (rows: readonly EventRow[]) => rows.map(({ payload }) => Object(payload).text ?? '').join('');

it('is heard sentence by sentence while it is told, marked as a retelling, before it stands', async () => {
  await news();
  telling = {
    pieces: ['The rain ', 'eases off. A rope ', 'creaks somewhere ', 'below the quay. ', 'Nobody speaks.'],
  };
  const told = await engine.tellings.regenerate(turnId);
  if (isRejection(told)) throw new Error(told.reason);
  const rows = await news();

  expect(typesOf(rows)[0]).toBe('retelling-started');
  expect(typesOf(rows).at(-1)).toBe('narration-chosen');
  const deltas = rows.filter(({ type }) => type === 'retelling-delta');
  expect(deltas.length).toBeGreaterThan(1);
  expect(wordsOf(deltas)).toBe(told.narration);
  expect(rows.some(({ type }) => type === 'narration-delta')).toBe(false);
  const tellings = new Set(rows.slice(0, -1).map(({ payload }) => Object(payload).tellingId));
  expect(tellings.size).toBe(1);
  expect(rows.every(({ audience }) => audience === 'player')).toBe(true);
});

it('can be followed from any event on', async () => {
  const all = await engine.store.events.after(sessionId, 0, 1_000);
  const second = all.filter(({ type }) => type === 'retelling-delta')[1];
  const rest = await engine.events.after(sessionId, second?.sequence ?? 0, 1_000);
  expect(rest.map(({ sequence }) => sequence)).toEqual(
    all.filter(({ sequence }) => sequence > (second?.sequence ?? 0)).map(({ sequence }) => sequence),
  );
});

it.each([
  ['breaks off', new ProviderError('gone', { fault: 'connection-lost', retryable: true }), 'model-failed'],
  ['is refused', new ProviderError('no', { fault: 'bad-request', retryable: false }), 'model-failed'],
])('is withdrawn when it %s, and the telling before it stands', async (_how, fail, code) => {
  const before = await engine.store.scenes.find(sceneId);
  await news();
  telling = { pieces: ['The rain eases off. ', 'A rope '], fail };
  expect(await engine.tellings.regenerate(turnId)).toMatchObject({ rejected: code });

  const types = typesOf(await news());
  expect(types[0]).toBe('retelling-started');
  expect(types.at(-1)).toBe('retelling-withdrawn');
  expect(types).not.toContain('narration-chosen');
  expect(await engine.store.scenes.find(sceneId)).toEqual(before);
});

it('never lets out what the lore of the scene keeps hidden', async () => {
  const secret = 'The harbour master drowned his own brother below the third lock.';
  const lore = await engine.snapshots.loreOf(sceneId);
  if (lore === null) throw new Error('the scene was told without lore');
  const pull = {
    type: 'lore',
    id: 'lantern_quay:locks',
    title: 'The locks',
    text: secret,
    tokens: 12,
  } as const;
  const hidden = { ...lore.hidden, pulls: [pull] };
  const kept = vi.spyOn(engine.snapshots, 'loreOf');
  kept.mockResolvedValue({ ...lore, hidden });
  await news();
  telling = { pieces: [`The rain eases off. ${secret} Nobody speaks.`] };
  await engine.tellings.regenerate(turnId);
  kept.mockRestore();

  const words = wordsOf(await news());
  expect(words).toContain('The rain eases off.');
  expect(words).not.toContain('drowned');
});
