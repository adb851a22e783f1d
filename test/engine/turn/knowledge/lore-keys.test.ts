import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { lanternQuay } from '../../content/lantern-quay.ts';

let table: ScriptedTable;

function write(folder: string): void {
  for (const { path, text } of lanternQuay().files) {
    const file = join(folder, 'lantern_quay', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, write);
});
afterAll(() => table.engine.close());

const SIGNALS = 'Three turns of the shutter';
const MANNERS = 'Wet boots stay outside';
const given = (input: NarrateInput | null) => JSON.stringify(input?.packet ?? null);

it('has what is always wanted in every scene, and what has a key once it is said', async () => {
  const quiet = await table.say('wait');
  expect(given(quiet.narrate)).toContain(MANNERS);
  expect(given(quiet.narrate)).not.toContain(SIGNALS);

  const kept = await table.say('offer him a berth in daylight');
  expect(given(kept.narrate)).not.toContain(SIGNALS);
  expect(kept.recording).toContain('kept out by keys_also: daylight was said');
});

it('brings the text when its conditions hold', async () => {
  await table.restart(LANTERN_QUAY);
  const said = await table.say('offer a berth');

  expect(given(said.narrate)).toContain(SIGNALS);
  expect(said.recording).toContain('lantern_quay:lamp_signals');
});
