import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventLog } from '#engine/live/event-log.ts';
import { EventReader } from '#engine/live/event-reader.ts';
import { createMemoryWakeBus } from '#engine/live/wake-bus.ts';
import { LiveSource } from '../../../src/schema/transport/live-source.ts';
import { LiveStream } from '../../../src/schema/transport/live-stream.ts';
import { ResultSharing } from '../../../src/schema/transport/result-sharing.ts';
import { SseBody, SseHeartbeat } from '../../../src/schema/transport/sse-response.ts';
import { deltaRow, rowsInMemory, SESSION } from '../../support/event-rows.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream of a session's events, each as its number, and the body that carries it. */
function openBody() {
  const log = createEventLog(rowsInMemory(), createMemoryWakeBus());
  const reader = new EventReader(log, { sessionId: SESSION, after: 0, audience: 'player' });
  const membership = new ResultSharing().join('all', ({ sequence }) => ({ data: { sequence } }));
  const stream = new LiveStream(
    new LiveSource(reader, { shared: '', own: '' }),
    membership,
    () => new Error(),
  );
  const ended = vi.fn();
  const body = new SseBody(stream, new SseHeartbeat(1_000), ended);
  body.on('error', () => {});
  return { log, body, ended };
}

it('sends a ping now and then while nothing happens', async () => {
  const { body } = openBody();
  let text = '';
  body.on('data', (chunk) => {
    text += chunk;
  });
  await pause(1);
  expect(text).toBe('retry: 1000\n:\n\n');
  await vi.advanceTimersByTimeAsync(2_000);
  await pause(1);

  expect(text).toBe('retry: 1000\n:\n\n:\n\n:\n\n');
  body.destroy();
});

it('is given up when its client takes nothing any more', async () => {
  const { body, ended, log } = openBody();
  await pause(1);
  log.announce([deltaRow(1)]);
  body.read(0);
  await pause(1);
  expect(body.readableLength).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(body.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await pause(1);

  expect(body.destroyed).toBe(true);
  expect(ended).toHaveBeenCalledTimes(1);
});

it('says that it is complete only when there is nothing to come back for', async () => {
  const { body, log } = openBody();
  let text = '';
  body.on('data', (chunk) => {
    text += chunk;
  });
  log.announce([deltaRow(1)]);
  void log.goAway(0);
  await new Promise((resolve) => body.once('end', resolve));

  expect(text).toContain('data: {"data":{"sequence":1}}');
  expect(text).not.toContain('event: complete');
});
