import { readFileSync, writeFileSync } from 'node:fs';
import {
  BLIND_INPUTS,
  BlindInputs,
  listTranscripts,
  playBlindInputs,
  playTranscript,
  Transcript,
} from './offline-fixtures.ts';
import { openOfflineEngine } from './offline-play.ts';

/**
 * Plays the transcripts and the blind inputs of the offline storyteller again and writes what it says now:
 * `node test/support/write-offline-fixtures.ts`. Ratings are kept; whoever runs it reads what changed and rates it.
 */
const engine = await openOfflineEngine();
for (const path of listTranscripts()) {
  const { entry, turns } = Transcript.parse(JSON.parse(readFileSync(path, 'utf8')));
  const inputs = turns.map(({ player }) => player);
  writeFileSync(
    path,
    `${JSON.stringify({ entry, ...(await playTranscript(engine.url, entry, inputs)) }, null, 2)}\n`,
  );
}
for (const path of BLIND_INPUTS) {
  const rows = BlindInputs.parse(JSON.parse(readFileSync(path, 'utf8')));
  const answers = await playBlindInputs(engine.url, rows);
  const played = rows.map((row, at) => ({ ...row, told: answers[at] ?? '' }));
  writeFileSync(path, `${JSON.stringify(played, null, 2)}\n`);
}
await engine.close();
process.exit(0);
