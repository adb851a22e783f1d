import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const TOMAS = 'npc_tomas_001';

describe.each([
  ['duet', 'everybody, for one model is the whole game master', true],
  ['full', 'those in sight and those with a tie to the persona', false],
] as const)('in %s, what somebody is busy with finds %s', (pipeline, _whom, findsStrangers) => {
  let table: ScriptedTable;
  afterAll(() => table.engine.close());

  /** The characters the record search finds; he is elsewhere. By default for a word of his task alone. */
  async function findBy(characters: object = { keywords: ['tarring'] }): Promise<readonly string[]> {
    const { recording } = await table.say('I wonder who is tarring.', {
      reading: { needs: { characters } },
    });
    const searches: readonly { query: { records?: string }; found: readonly string[] }[] = Object(
      JSON.parse(recording),
    ).searches;
    return searches.find(({ query }) => query.records === 'characters')?.found ?? [];
  }

  it('by five points for a word of the task', async () => {
    table = await openScriptedTable(LANTERN_QUAY, (folder) => {
      writeGuidePack(folder);
      const path = join(folder, 'lantern_quay/rulesets/tide_dice.yaml');
      writeFileSync(path, readFileSync(path, 'utf8').replace('pipeline: full', `pipeline: ${pipeline}`));
    });
    expect((await table.world()).scene.presentIds).not.toContain(TOMAS);
    expect(await findBy()).toEqual(findsStrangers ? [TOMAS] : []);
    await table.restart();
    await table.change({
      op: 'set_relationship',
      fromId: TOMAS,
      toId: INES,
      type: 'debtor',
      intensity: 2,
      visibility: 'public',
    });
    expect(await findBy()).toEqual([TOMAS]);
  });

  it('and a category alone finds those who belong to it', async () => {
    expect(await findBy({ categories: ['harbour_folk'] })).toContain(TOMAS);
    expect(await findBy({ categories: ['royal_family'] })).toEqual([]);
  });
});
