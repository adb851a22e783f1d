import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
import { createStoryInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../test/support/engine.ts';
import { createPlainProvider } from '../../test/support/plain-provider.ts';
import { copyShippedPacks } from '../../test/support/shipped-packs.ts';
import { computedHere, withModelTime } from './model-time.ts';

const [, , out, fromArg, countArg] = process.argv;
const FROM = Number(fromArg ?? 10);
const COUNT = Number(countArg ?? 60);
const WORDS = [
  'I look over the slate by the till.',
  'I ask Viktor when he last saw Jin.',
  'I search the room.',
  'I wait for ten minutes.',
  'I ask Mr. Ota about the woman in grey.',
  'I try to slip behind the bar unseen.',
] as const;
const plain = createPlainProvider();
const spans: [number, number][] = [];
let busy = 0, since = 0;
const { provider: timed, time } = withModelTime(plain);
const provider = { ...timed, async *stream(r: any) {
  if (busy++ === 0) since = performance.now();
  try { yield* timed.stream(r); } finally { if (--busy === 0) spans.push([since, performance.now()]); }
} };
const engine = await openEngine({ provider, writePacks: copyShippedPacks });
const begin = async () => {
  const started = await engine.campaigns.start({ entryPointId: 'neo_seattle:dead_drop', name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  return started.sessionId;
};
const all: { total: number; outside: number; waited: number; cpu:number }[] = [];
const play = async (sessionId: string, n: number) => {
  const before = { c: computedHere(), m: time.computedMeanwhile(), k: time.computed(), t: performance.now(), s: time.spent(), p: process.cpuUsage() };
  const input = createStoryInput(WORDS[n % WORDS.length]!);
  const submission = await engine.turns.submit({ sessionId, actionId: `turn-${n}`, input });
  if (!('submission' in submission)) throw new Error(submission.claim);
  const { status, failure } = await engine.turns.finished(submission.turn.id);
  if (status !== 'committed') throw new Error(failure?.message);
  const c = computedHere() - before.c;
  const p = process.cpuUsage(before.p);
  const r = { total: c - (time.computed() - before.k), outside: c - (time.computedMeanwhile() - before.m), waited: performance.now() - before.t - (time.spent() - before.s), cpu: (p.user+p.system)/1000 };
  await engine.tidied();
  engine.asked.length = 0;
  return r;
};
const warm = await begin();
time.pace(false);
for (let n = 1; n <= 40; n++) await play(warm, n);
const id = await begin();
for (let n = 1; n < FROM; n++) await play(id, n);
time.pace(process.env.PACE !== '0');
const q = (xs: number[], p: number) => xs.toSorted((a, b) => a - b)[Math.floor(xs.length * p)]!; const median = (xs: number[]) => [0.1, 0.25, 0.5].map((p) => q(xs, p).toFixed(1)).join("/"); 
const session = new Session();
session.connect();
const isProfiled = out !== '-';
if (isProfiled) {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
}
spans.length = 0;
const t0 = performance.now();
for (let n = FROM; n < FROM + COUNT; n++) all.push(await play(id, n));
const t1 = performance.now();
if (isProfiled) {
  const { profile } = await session.post('Profiler.stop');
  writeFileSync(out!, JSON.stringify({ profile, spans, t0, t1 }));
}
console.log(`${FROM}+${COUNT}: total ${median(all.map(a => a.total))} outside ${median(all.map(a => a.outside))} waited ${median(all.map(a => a.waited))} process ${median(all.map(a => a.cpu))}`);
await engine.close();
