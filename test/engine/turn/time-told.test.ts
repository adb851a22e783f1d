import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANTERN_QUAY } from '../../support/engine.ts';
import { writeGuidePack } from '../../support/guide-pack.ts';
import { openScriptedTable, type ScriptedTable } from '../../support/scripted-turns.ts';

const MARIT = 'npc_marit_001';

/** Tomas works at something whose first step comes after 144 minutes. */
function writePack(folder: string): void {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay/entry_points/the_second_ledger.yaml');
  const milestone = `
    milestones:
      - at: 50
        description: Tomas sells the ferry.
        operations:
          - { op: log_event, type: loss, summary: The ferry has a new owner., visibility: public }`;
  const faster = `    progress: 40\n    pace_per_day: 100${milestone}\n`;
  writeFileSync(path, readFileSync(path, 'utf8').replace('    pace_per_day: 30\n', faster));
}

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writePack);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const wait = (minutes: number) => ({ actions: [{ kind: 'wait' as const, minutes }] });

describe('a deadline', () => {
  const bell = {
    op: 'set_deadline',
    deadlineId: 'the_bell',
    description: 'The chapel bell rings.',
    dueIn: { minutes: 100 },
    urgency: 'low',
    visibility: 'public',
  };

  it('warns narrator and players at each threshold, and grows more urgent', async () => {
    await table.change(bell);
    const levels = [];
    for (const minutes of [55, 22, 14]) {
      const { turn, narrate, after } = await table.say('I wait.', { reading: wait(minutes) });
      const events = await table.events(turn.id);
      const warned = events.find(({ type }) => type === 'deadline-warned');
      levels.push([Object(warned?.payload).level, after.deadlines.the_bell?.urgency]);
      expect(narrate?.fallsDue.join(' ')).toContain('The chapel bell rings.');
    }
    expect(levels).toEqual([
      ['subtle', 'medium'],
      ['clear', 'high'],
      ['urgent', 'critical'],
    ]);
    const quiet = await table.say('I look around.', { reading: wait(1) });
    expect((await table.events(quiet.turn.id)).map(({ type }) => type)).not.toContain('deadline-warned');
  });

  it('that not everybody knows of is not announced', async () => {
    await table.change({ ...bell, visibility: 'hidden' });
    const { turn, narrate } = await table.say('I wait.', { reading: wait(55) });
    expect((await table.events(turn.id)).map(({ type }) => type)).not.toContain('deadline-warned');
    expect(narrate?.fallsDue.join(' ')).not.toContain('chapel');
  });
});

describe('an agenda', () => {
  it('whose step comes in the time the rules fix is told in that turn', async () => {
    const { narrate } = await table.say('I wait.', { reading: wait(200) });
    expect(narrate?.fallsDue.join(' ')).toContain('The ferry has a new owner.');
  });

  it('keeps an outcome from passing its step untold', async () => {
    const { after } = await table.say('I wait.', { record: { minutes: 600 } });
    expect(after.agendas['npc_tomas_001' as never]).toMatchObject({ completedMilestones: [] });
  });
});

describe('the end of a year', () => {
  it('is told in the turn in which the last month closes, with the accounts, and once', async () => {
    await table.change({ op: 'set_time', to: '1890-12-31 23:00' });
    const eve = await table.say('I talk to Marit.', {
      reading: { actions: [{ kind: 'talk', target: MARIT, minutes: 5 }] },
      record: { minutes: 120 },
    });
    expect(eve.narrate?.callType).not.toBe('year_end');

    const night = await table.say('I wait for the bells.', { reading: wait(90) });
    expect(night.narrate).toMatchObject({
      callType: 'year_end',
      briefing: ["The Guild's chest: 4200 shillings"],
    });
    expect((await table.say('I listen.')).narrate?.callType).not.toBe('year_end');
  });

  it('that a change by hand brings is told next', async () => {
    await table.change({ op: 'set_time', to: '1890-12-31 23:00' });
    await table.change({ op: 'advance_time', hours: 2 });
    expect((await table.say('I listen.')).narrate?.callType).toBe('year_end');
    expect((await table.say('I wait.')).narrate?.callType).not.toBe('year_end');
  });
});

it('announces that the knowledge of the scene was gathered anew, and why', async () => {
  const causes = async (words: string, reading: object = {}) => {
    const { turn } = await table.say(words, { reading });
    const events = await table.events(turn.id);
    return events.filter(({ type }) => type === 'context-reset').map(({ payload }) => Object(payload).cause);
  };
  expect(await causes('I look around.')).toEqual([]);
  expect(await causes('I go to the mole.', { moves_to: 'loc_mole_001' })).toEqual(['place-change']);
  expect(await causes('I look around here.')).toEqual([]);
});
