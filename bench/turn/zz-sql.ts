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
import { StatementSync, DatabaseSync } from "node:sqlite";
const log: [string, number, string][] = []; let on=false;
for (const m of ["run","all","get"] as const) { const o = (StatementSync.prototype as any)[m]; (StatementSync.prototype as any)[m] = function (...a: any[]) { const c = performance.now(); try { return o.apply(this, a); } finally { if (on) log.push([(this as any).sourceSQL ?? "?", performance.now() - c, m]); } }; }
const warm = await begin();
time.pace(false);
for (let n = 1; n <= 40; n++) await play(warm, n);
const id = await begin();
for (let n = 1; n < FROM; n++) await play(id, n);
time.pace(process.env.PACE !== '0');
const median = (xs: number[]) => xs.toSorted((a, b) => a - b)[Math.floor(xs.length / 2)]!;
const session = new Session();
session.connect();
const isProfiled = out !== '-';
if (isProfiled) {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
}
spans.length = 0;
const t0 = performance.now(); on = true;
for (let n = FROM; n < FROM + COUNT; n++) all.push(await play(id, n));
const t1=performance.now(); on=false; { const by = new Map<string,number[]>(); for (const [s,t] of log) { const k=s.replace(/\(\?(, \?)*\)/g,"(..)").replace(/((\(\.\.\)),? ?)+/g,"(..)").slice(0,150); by.set(k,[...(by.get(k)??[]),t]); } for (const [k,ts] of [...by].sort((a,b)=>b[1].reduce((x,y)=>x+y,0)-a[1].reduce((x,y)=>x+y,0))) console.log((ts.length/COUNT).toFixed(2), "x", (ts.toSorted((a,b)=>a-b)[Math.floor(ts.length/2)]!*1000).toFixed(0), "us", k); }
if (isProfiled) {
  const { profile } = await session.post('Profiler.stop');
  writeFileSync(out!, JSON.stringify({ profile, spans, t0, t1 }));
}
console.log(`${FROM}+${COUNT}: total ${median(all.map(a => a.total)).toFixed(1)} outside ${median(all.map(a => a.outside)).toFixed(1)} waited ${median(all.map(a => a.waited)).toFixed(1)} process ${median(all.map(a => a.cpu)).toFixed(1)}`);
await engine.close();
