import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRejection } from '#engine/kit/rejection.ts';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { offlineEmbedder } from '#retrieval/offline-embedder.ts';
import { measureChecks, measureChecksByMeaning, rowsNotTold } from '../test/support/measure-checks.ts';
import { ordinaryNarrations } from '../test/support/narration-set.ts';

const ROUNDS = 5;
/** The blind sets were written, and first measured, before the checks had seen them; now they are known like the others. */
const SETS = [
  ['voices', 'told in other voices: past tense, letters, chorus, older English, comic, terse'],
  ['blind', 'the first blind set'],
  ['second-blind', 'the second blind set'],
  ['third-blind', 'the third blind set'],
  ['fourth-blind', 'the fourth blind set: players who act'],
  ['fifth-blind', 'the fifth blind set: as narrators write'],
  ['sixth-blind', 'the sixth blind set: the same in other worlds'],
  ['seventh-blind', 'the seventh blind set'],
  ['eighth-blind', 'the eighth blind set: whole scenes, by a hand that knew no rule'],
  ['ninth-blind', 'the ninth blind set: the same by another hand'],
  ['tenth-blind', 'the tenth blind set: by a third hand, held out until the end'],
  ['eleventh-blind', 'the eleventh blind set: by a fourth hand, held out as well'],
  ['twelfth-blind', 'the twelfth blind set: by a fifth hand, many rows and secrets in free words'],
  ['thirteenth-blind', 'the thirteenth blind set: the same by a sixth hand'],
  ['fourteenth-blind', 'the fourteenth blind set: by a seventh hand, literary'],
  ['fifteenth-blind', 'the fifteenth blind set: by an eighth hand, held out while the checks were mended'],
] as const;

/** How often the checks of narration are wrong about good prose, how often they see bad prose, and what they cost. */
export async function run(): Promise<void> {
  const { ordinary, faulty, checks, overall } = measureChecks();
  console.log(`False alarms on ${ordinary} ordinary narrations (goal: under 2 %)`);
  for (const { check, judged, falseAlarms } of checks) row(check, falseAlarms.length, judged, falseAlarms);
  row('any check', overall.falseAlarms.length, ordinary, []);
  console.log(`\nFound among ${faulty} faulty narrations (goal: at least 90 %)`);
  for (const { check, faults, found, missed } of checks) row(check, found, faults, missed);
  row('all', overall.found, faulty, []);
  const { rows, unremarked } = rowsNotTold();
  row('rows remarked', rows - unremarked.length, rows, unremarked);
  for (const [set, what] of SETS) {
    const part = measureChecks(set);
    console.log(`\nOf these, ${what}`);
    row('false alarms', part.overall.falseAlarms.length, part.ordinary, part.overall.falseAlarms);
    row('found', part.overall.found, part.faulty, []);
  }
  await byMeaning();
  console.log(`\nAll checks of one narration: ${milliseconds().toFixed(2)} ms`);
}

/** Secrets and rows in other words, as turns are judged where the offline model is installed. */
async function byMeaning(): Promise<void> {
  const embedder = offlineEmbedder(join(tmpdir(), 'scenewright-bench'));
  if (isRejection(embedder)) return console.log(`\n${embedder.reason}`);
  const { ordinary, faulty, checks, overall } = await measureChecksByMeaning((texts) =>
    embedder.embed(texts, 'document'),
  );
  await embedder.close();
  console.log('\nBy words and meaning');
  row('false alarms', overall.falseAlarms.length, ordinary, overall.falseAlarms);
  row('found', overall.found, faulty, []);
  for (const { check, judged, falseAlarms, faults, found, missed } of checks) {
    if (check !== 'secrets' && check !== 'binding_row') continue;
    row(`${check} wrong`, falseAlarms.length, judged, falseAlarms);
    row(`${check} found`, found, faults, missed);
  }
}

function row(name: string, count: number, of: number, which: readonly string[]): void {
  const share = `${((100 * count) / of).toFixed(1)} %`.padStart(8);
  console.log(
    `  ${name.padEnd(16)} ${String(count).padStart(4)} of ${String(of).padEnd(4)} ${share}  ${which.join(', ')}`,
  );
}

function milliseconds(): number {
  const samples = ordinaryNarrations();
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (const { prose, facts } of samples) checkNarration(prose, facts);
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest / samples.length;
}
