import { expect, it } from 'vitest';
import type { CallRecord } from '#engine/llm/recording.ts';
import { MAX_RECORDING_LENGTH, MAX_TEXT_LENGTH, Recorder } from '#engine/turn/recording/recorder.ts';

const call = (change: Partial<CallRecord> = {}): CallRecord => ({
  step: 'narrate',
  purpose: 'ask',
  modelKey: 'claude-haiku',
  provider: 'anthropic/x',
  prompts: [],
  request: { system: [], messages: [{ role: 'user', text: 'Go on.' }], maxTokens: 1, seed: 's' },
  input: null,
  reply: 'The fog comes in.',
  end: { type: 'finished', reason: 'finished' },
  usage: null,
  cost: 'unknown',
  firstDeltaMs: null,
  durationMs: 1,
  startedAt: new Date(0),
  ...change,
});
const recorded = (fill: (recorder: Recorder) => void) => {
  const recorder = new Recorder();
  fill(recorder);
  return JSON.parse(recorder.written({ version: 1 }).toString());
};

it('is one piece of JSON', () => {
  const recorder = new Recorder();
  recorder.read({ of: 'chronicle.last', asked: [24], got: { at: new Date(0) } });
  recorder.call(call());
  recorder.call(call({ step: 'check-repair' }));
  recorder.note('route', 'nothing was searched');

  expect(JSON.parse(recorder.written({ version: 1 }).toString())).toMatchObject({
    version: 1,
    calls: [{ step: 'narrate', startedAt: '1970-01-01T00:00:00.000Z' }, { step: 'check-repair' }],
    reads: [{ of: 'chronicle.last', got: { at: '1970-01-01T00:00:00.000Z' } }],
    notes: [{ step: 'route', note: 'nothing was searched' }],
    cuts: [],
  });
});

it('refuses a number that JSON cannot represent, and only when it is written', () => {
  const recorder = new Recorder();
  recorder.call(call({ durationMs: Number.NaN }));

  expect(() => recorder.written({})).toThrow('NaN cannot be recorded');
});

it('cuts a text that is too long and says so', () => {
  const { calls, cuts } = recorded((recorder) =>
    recorder.call(call({ reply: 'x'.repeat(MAX_TEXT_LENGTH + 7) })),
  );

  expect(calls[0].reply).toMatch(/^x+… \[7 characters cut\]$/);
  expect(cuts).toEqual(['texts']);
});

it('leaves out what can be spared first when all of it together is too long', () => {
  const pages = Math.ceil(MAX_RECORDING_LENGTH / MAX_TEXT_LENGTH) + 1;
  const { reads, calls, cuts } = recorded((recorder) => {
    recorder.call(call());
    for (let page = 0; page < pages; page += 1)
      recorder.read({ of: 'scenes.along', asked: [page], got: 'x'.repeat(MAX_TEXT_LENGTH - 100) });
  });

  expect(reads).toHaveLength(pages);
  expect(reads[0]).toEqual({ of: 'scenes.along', asked: [0], got: null });
  expect(calls[0].reply).toBe('The fog comes in.');
  expect(cuts).toEqual(['reads']);
});

it('is whole when nothing was asked and nothing was read', () => {
  expect(recorded(() => {})).toMatchObject({ version: 1, calls: [], reads: [], cuts: [] });
});

it('keeps the moment a narration is told from once, with the narrator', () => {
  const { calls } = recorded((recorder) => {
    for (const step of ['resolve', 'plan', 'narrate'])
      recorder.call(call({ step, input: { moment: 'dusk' } }));
  });

  expect(calls.map(({ input }: CallRecord) => input)).toEqual([null, null, { moment: 'dusk' }]);
});
