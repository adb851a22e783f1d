import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TurnEventBody } from '#engine/live/turn-event.ts';
import { TurnEventWriter } from '#engine/live/turn-event-writer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const delta = (text: string): TurnEventBody => ({ type: 'narration-delta', attempt: 1, text });
const step = (name: string): TurnEventBody => ({ type: 'step-started', attempt: 1, step: name });

/** A writer whose writes take so many milliseconds, and what it wrote. */
function openWriter(milliseconds = 0) {
  const written: string[] = [];
  const writer = new TurnEventWriter(async (bodies) => {
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    written.push(bodies.map((body) => (body.type === 'narration-delta' ? body.text : body.type)).join('|'));
  });
  return { writer, written };
}

it('lets the first word out at once', async () => {
  const { writer, written } = openWriter();
  writer.emit(delta('The '));
  await vi.advanceTimersByTimeAsync(0);

  expect(written).toEqual(['The ']);
});

it('joins the words that follow within the window', async () => {
  const { writer, written } = openWriter();
  for (const word of ['The ', 'fog ', 'comes ', 'in.']) writer.emit(delta(word));
  await vi.advanceTimersByTimeAsync(60);

  expect(written).toEqual(['The ', 'fog comes in.']);
});

it('never holds a word back for more than about 50 milliseconds', async () => {
  const { writer, written } = openWriter(20);
  writer.emit(delta('a'));
  await vi.advanceTimersByTimeAsync(20);
  writer.emit(delta('b'));
  await vi.advanceTimersByTimeAsync(70);

  expect(written).toEqual(['a', 'b']);
});

it('makes larger pieces when writing is slow, not a queue', async () => {
  const { writer, written } = openWriter(200);
  for (let word = 0; word < 100; word += 1) {
    writer.emit(delta('.'));
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(1_000);

  expect(written.join('')).toHaveLength(100);
  expect(written.length).toBeLessThan(8);
});

it('keeps the order of prose and everything else', async () => {
  const { writer, written } = openWriter();
  for (const body of [step('route'), step('narrate'), delta('a'), delta('b'), step('apply')])
    writer.emit(body);
  await vi.advanceTimersByTimeAsync(100);

  expect(written.join('|').split('|')).toEqual(['step-started', 'step-started', 'a', 'b', 'step-started']);
});

it('lets news of steps wait for one another, and for nothing else', async () => {
  const { writer, written } = openWriter();
  writer.emit(step('route'));
  writer.emit(step('plan'));
  await vi.advanceTimersByTimeAsync(30);
  expect(written).toEqual([]);

  await vi.advanceTimersByTimeAsync(20);
  expect(written).toEqual(['step-started|step-started']);

  writer.emit(step('narrate'));
  await vi.advanceTimersByTimeAsync(10);
  writer.emit(delta('The '));
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual(['step-started|step-started', 'step-started|The ']);
});

it('gives the rest to whoever ends the turn, once what is on its way is written', async () => {
  const { writer, written } = openWriter(30);
  for (const body of [delta('a'), delta('b'), step('apply')]) writer.emit(body);
  const rest = writer.rest();
  await vi.advanceTimersByTimeAsync(200);

  expect(await rest).toEqual([delta('b'), step('apply')]);
  expect(written).toEqual(['a']);
});

it('tells the speaker when a write failed', async () => {
  const writer = new TurnEventWriter(() => Promise.reject(new Error('lost')));
  writer.emit(delta('a'));
  await vi.advanceTimersByTimeAsync(0);

  expect(() => writer.emit(delta('b'))).toThrow('lost');
  await expect(writer.rest()).rejects.toThrow('lost');
});

describe('when a turn came to nothing', () => {
  const began: TurnEventBody = { type: 'turn-started', attempt: 1, actionId: 'a' };

  it('gives that it began, and nothing else, where nobody has heard of it', async () => {
    const { writer, written } = openWriter();
    for (const body of [began, step('route')]) writer.emit(body);

    expect(await writer.discard()).toEqual([began]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toEqual([]);
  });

  it('gives it also where it was to be written with an end that never was', async () => {
    const { writer } = openWriter();
    writer.emit(began);
    expect(await writer.rest()).toEqual([began]);

    expect(await writer.discard()).toEqual([began]);
  });

  it('gives nothing where it is written', async () => {
    const { writer, written } = openWriter();
    writer.emit(began);
    await vi.advanceTimersByTimeAsync(50);
    writer.emit(step('route'));

    expect(await writer.discard()).toEqual([]);
    expect(written).toEqual(['turn-started']);
  });
});
