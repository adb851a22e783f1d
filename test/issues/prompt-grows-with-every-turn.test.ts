import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const SETTLED = 18;
const LAST = 40;

it('sends a narrator no more in the fortieth turn than when its window was first full', async () => {
  engine = await openEngine();
  const sessionId = await beginAtQuay(engine);
  const sizes: number[] = [];
  for (let turn = 1; turn <= LAST; turn += 1) {
    await playAtQuay(engine, sessionId, `a${turn}`, 'I listen to the rain and wait.');
    const asked = engine.asked.findLast(({ step }) => step === 'narrate');
    sizes.push(JSON.stringify([asked?.system, asked?.messages]).length);
  }
  const full = Math.max(...sizes.slice(0, SETTLED));
  expect(Math.max(...sizes.slice(SETTLED))).toBeLessThan(full * 1.15);
}, 120_000);
