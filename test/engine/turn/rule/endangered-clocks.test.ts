import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

/** Rules that name no clock: what a slip endangers is found by tags. */
function writePack(folder: string): void {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^ +consequences:.*\n/m, ''));
}

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writePack);
});
afterAll(() => table.engine.close());

it('ticks the clock whose tag names the place, not the fullest, and none elsewhere', async () => {
  await table.change(
    { op: 'start_clock', clockId: 'storm', name: 'Storm', max: 6 },
    { op: 'tick_clock', clockId: 'storm', by: 5 },
    { op: 'start_clock', clockId: 'rot', name: 'Rot in the stilts', max: 20, tags: ['pier_house'] },
    { op: 'start_clock', clockId: 'guild', name: 'The shed', max: 20, tags: ['ropewalk'] },
  );
  for (let turn = 0; turn < 6; turn += 1) {
    await table.say('I sneak about.', {
      reading: (input) => ({
        actions: [{ kind: 'sneak', does: 'sneak', check: input.checks[0]?.id ?? '', risk: ['dangerous'] }],
      }),
    });
  }
  const { clocks } = await table.world();
  expect(clocks.rot?.value).toBeGreaterThan(0);
  expect([clocks.storm?.value, clocks.guild?.value]).toEqual([5, 0]);
});

it('ticks a clock that shares a tag with the place, or with a faction that has people there', async () => {
  await table.restart();
  const slip = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      await table.say('I sneak about.', {
        reading: (input) => ({
          actions: [{ kind: 'sneak', does: 'sneak', check: input.checks[0]?.id ?? '', risk: ['dangerous'] }],
        }),
      });
    }
  };
  await table.change(
    { op: 'start_clock', clockId: 'talk', name: 'Talk in the house', max: 20, tags: ['social'] },
    { op: 'start_clock', clockId: 'shed', name: 'The shed', max: 20, tags: ['hemp'] },
  );
  await slip();
  const { clocks } = await table.world();
  expect(clocks.talk?.value).toBeGreaterThan(0);
  expect([clocks.shed?.value, clocks.the_auditor?.value]).toEqual([0, 0]);

  await table.restart();
  await slip();
  expect((await table.world()).clocks.the_auditor?.value).toBeGreaterThan(0);
});
