import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JudgeInput } from '#engine/contracts/findings.ts';
import { PlanInput } from '#engine/contracts/plan.ts';
import { ReactInput } from '#engine/contracts/reaction.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { LANTERN_QUAY } from '../../support/engine.ts';
import { writeGuidePack } from '../../support/guide-pack.ts';
import { findId } from '../../support/plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable } from '../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';
const MOLE = 'loc_mole_001';
const PIER_HOUSE = 'loc_pier_house_001';

/** Changes one file of Lantern Quay; the text that is replaced must be there. */
function edit(folder: string, file: string, ...changes: readonly (readonly [string, string])[]): void {
  const path = join(folder, 'lantern_quay', file);
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(path, text);
}

const held = ({ inventory }: Snapshot, owner: string) => Object.keys(inventory[owner as never] ?? {});
const go = (to: string) => ({ moves_to: to, actions: [{ kind: 'move' as const, target: to }] });

describe.each(['duet', 'ensemble', 'full'])('in %s', (pipeline) => {
  let table: ScriptedTable;
  beforeAll(async () => {
    table = await openScriptedTable(LANTERN_QUAY, (folder) => {
      writeGuidePack(folder);
      edit(folder, 'rulesets/tide_dice.yaml', ['pipeline: full', `pipeline: ${pipeline}`]);
      const more = '{ owner: pier_house, item: boat_hook, quantity: 1, flags: [] }';
      edit(folder, 'entry_points/the_second_ledger.yaml', [
        '  - { owner: auditor, item: brass_key, quantity: 1, flags: [] }',
        `  - { owner: auditor, item: brass_key, quantity: 1, flags: [] }\n  - ${more}`,
      ]);
      const item = (id: string, place: string) =>
        `---\nid: ${id}\n${place}---\n\n# ${id.replace('_', ' ')}\n`;
      writeFileSync(join(folder, 'lantern_quay/items/boat_hook.md'), item('boat_hook', ''));
      writeFileSync(join(folder, 'lantern_quay/items/oil_can.md'), item('oil_can', 'location: pier_house\n'));
    });
  });
  beforeEach(() => table.restart());
  afterAll(() => table.engine.close());

  it('somebody dead is called so to every step, and wants nothing', async () => {
    const from = table.engine.asked.length;
    await table.change({ op: 'set_life', characterId: MARIT, status: 'dead' });
    const { record } = await table.say('I stand by the stove.');

    expect(record?.present).toEqual([
      expect.objectContaining({ id: MARIT, role: expect.stringMatching(/, dead$/) }),
    ]);
    const inputs = (step: string) =>
      table.engine.asked.slice(from).flatMap((one) => (one.step === step ? [one.input] : []));
    expect(JudgeInput.parse(inputs('judge')[0]).present).toContain('Marit Sund, dead');
    for (const input of inputs('plan'))
      expect(PlanInput.parse(input).cast).toEqual([{ id: MARIT, name: 'Marit Sund', goals: ['dead'] }]);
  });

  it.each(['boat hook', 'oil can'])('the %s lies here and can be taken', async (name) => {
    const { after, narrate } = await table.say(`I take the ${name}.`, {
      reading: (input) => ({ actions: [{ kind: 'take', target: findId(input, name) }] }),
    });
    expect(held(after, INES)).toContain(`item_${name.replace(' ', '_')}_001`);
    expect(held(after, PIER_HOUSE)).not.toContain(`item_${name.replace(' ', '_')}_001`);
    expect(narrate?.packet.entities.map((thing) => thing.name)).not.toContain(name);
  });

  it('a gift changes hands', async () => {
    const { after } = await table.say('I give Marit the key.', {
      reading: (input) => ({
        actions: [{ kind: 'give', target: MARIT, items: [findId(input, 'brass key')] }],
      }),
    });
    expect(held(after, MARIT)).toContain('item_brass_key_001');
    expect(held(after, INES)).not.toContain('item_brass_key_001');
  });

  it('a thing that somebody new brings along is in their hands', async () => {
    const { after } = await table.say('I call for light.', {
      prose: 'A boy called Jory comes in with a storm lantern.',
      record: {
        people: [{ name: 'Jory', description: 'A boy.', role: 'lamp boy' }],
        things: [{ name: 'Storm lantern', description: 'Lit.', where: 'Jory' }],
      },
    });

    expect(held(after, 'npc_jory_001')).toEqual(['item_storm_lantern_001']);
  });

  it('somebody whom the prose turns into an open enemy is one from then on', async () => {
    const { before, after } = await table.say('I read the page aloud.', {
      prose: 'Marit sweeps the cups off the table. “Get out,” she says. “You are my enemy now.”',
      record: {
        relations: [
          { one: INES, other: MARIT, trust: -2, tension: 3, closeness: 0, reason: 'The page was read.' },
        ],
        operations: [
          { op: 'set_relationship', fromId: MARIT, toId: INES, type: 'enemy', intensity: -6 },
          { op: 'add_condition', characterId: MARIT, name: 'furious' },
        ],
        facts: [{ subject_id: MARIT, predicate: 'has become', detail: 'an open enemy' }],
      },
    });
    const relation = (one: Snapshot) =>
      Object.values(one.relations).find(({ low, high }) => low === MARIT && high === INES);
    const changed = { trust: -2, tension: 3, closeness: 0 };
    for (const [measure, by] of Object.entries(changed)) {
      const key = measure as keyof typeof changed;
      const start = relation(before)?.[key] ?? { trust: 5, tension: 0, closeness: 0 }[key];
      expect(relation(after)?.[key], key).toBe(Math.min(10, Math.max(0, start + by)));
    }
    expect(Object.keys(after.relationships)).toContain(`${MARIT}|${INES}|enemy`);
    expect(JSON.stringify(after.entities[MARIT as never])).toContain('furious');
    expect(JSON.stringify(after.facts)).toContain('an open enemy');
    const next = await table.say('I stay.');
    const cast = next.narrate?.packet.cast.find(({ id }) => id === MARIT);
    expect(cast?.condition).toContain('furious');
    expect(cast?.relation).toContain(`Trust ${relation(after)?.trust}`);
  });

  it('whoever the outcome does not place stays where the scene was', async () => {
    const { after } = await table.say('I walk to the mole.', { reading: go(MOLE) });
    expect(after.entities[MARIT as never]).toMatchObject({ placeId: PIER_HOUSE });
    expect(after.entities[TOMAS as never]).toMatchObject({ placeId: MOLE });
  });

  it('somebody who goes out of sight is still somewhere', async () => {
    const { after } = await table.say('I wait.', {
      prose: 'Marit goes out without a word.',
      record: { where: [{ id: MARIT, at: 'gone' }] },
    });
    expect(after.scene.presentIds).not.toContain(MARIT);
    expect(after.entities[MARIT as never]).toMatchObject({ placeId: PIER_HOUSE });
  });
});

describe('company', () => {
  let table: ScriptedTable;
  beforeAll(async () => {
    table = await openScriptedTable(LANTERN_QUAY, (folder) => {
      writeGuidePack(folder);
      edit(
        folder,
        'entry_points/the_second_ledger.yaml',
        ['    party: false ', '    party: true '],
        [
          '  - character: tomas\n    location: mole',
          '  - character: tomas\n    location: pier_house\n    present: false',
        ],
      );
    });
  });
  beforeEach(() => table.restart());
  afterAll(() => table.engine.close());

  it('travels with the persona without being asked', async () => {
    const { after } = await table.say('I walk to the mole.', { reading: go(MOLE) });
    expect(after.scene.presentIds).toEqual(expect.arrayContaining([INES, MARIT]));
    expect(after.entities[MARIT as never]).toMatchObject({ placeId: MOLE });
  });

  it('stays when the persona goes alone', async () => {
    const { after } = await table.say('I walk to the mole by myself.', {
      reading: { ...go(MOLE), alone: true },
    });
    expect(after.scene.presentIds).toContain(INES);
    expect(after.entities[MARIT as never]).toMatchObject({ placeId: PIER_HOUSE });
  });

  it('whom the opening leaves out is not there when the persona comes back, until something brings them', async () => {
    await table.say('I walk to the mole.', { reading: go(MOLE) });
    const back = await table.say('I go back.', { reading: go(PIER_HOUSE) });
    expect(back.after.scene.presentIds).not.toContain(TOMAS);
    expect(back.narrate?.packet.cast.map(({ id }) => id)).not.toContain(TOMAS);

    const come = await table.say('I ask Marit to send for Tomas.', {
      prose: 'Tomas comes down the stairs.',
      record: { where: [{ id: TOMAS, at: 'here' }] },
    });
    expect(come.after.scene.presentIds).toContain(TOMAS);
  });

  it.each([
    ['has come when the outcome has them speak to somebody here', { to: INES }, [], true],
    ['has not come when the outcome sends them away', { to: INES }, [{ id: TOMAS, at: 'gone' }], false],
    ['has not come when they speak to somebody who is not here', { to: TOMAS }, [], false],
  ])('whom the opening leaves out %s', async (_case, heard, where, isHere) => {
    const { after } = await table.say('I call up the stairs.', {
      prose: '“I am coming,” says Tomas from the stairs.',
      record: { where, dialogue: [{ speaker: TOMAS, gist: 'He is coming.', ...heard }] },
    });
    expect(after.scene.presentIds.some((id) => id === TOMAS)).toBe(isHere);
  });

  it('whom the opening leaves out has not come to another place by being heard there', async () => {
    await table.say('I walk to the mole.', { reading: go(MOLE) });
    const { after } = await table.say('I listen.', {
      prose: '“Over here,” says the voice of Tomas.',
      record: { dialogue: [{ speaker: TOMAS, to: INES, gist: 'Over here.' }] },
    });
    expect(after.scene.presentIds).not.toContain(TOMAS);
  });
});

describe('somebody obscured', () => {
  let table: ScriptedTable;
  beforeAll(async () => {
    table = await openScriptedTable(LANTERN_QUAY, (folder) => {
      writeGuidePack(folder);
      edit(
        folder,
        'entry_points/the_second_ledger.yaml',
        ['  - character: tomas\n    location: mole', '  - character: tomas\n    location: pier_house'],
        ['    obscured: false ', '    obscured: true '],
      );
    });
  });
  beforeEach(() => table.restart());
  afterAll(() => table.engine.close());

  it('is here for no reader, narrator, character or recorder, and is told of at no place', async () => {
    const [from, { scene }] = [table.engine.asked.length, await table.world()];
    expect(scene).toMatchObject({ presentIds: expect.arrayContaining([TOMAS]), obscuredIds: [TOMAS] });
    for (const words of ['I wait.', 'I ask Marit what she saw.']) {
      const { read, narrate, record } = await table.say(words, { reading: { addressed: [MARIT] } });
      expect(read?.present.map(({ id }) => id)).toEqual([MARIT]);
      expect(read?.characters.find(({ id }) => id === TOMAS)).toMatchObject({ location: '' });
      const { cast = [], left = [] } = narrate?.packet ?? {};
      expect([...cast, ...left].map(({ id }) => id)).toEqual([MARIT]);
      expect(record?.present.map(({ id }) => id)).toEqual([MARIT]);
      expect(record?.elsewhere.find(({ id }) => id === TOMAS)).toMatchObject({ at: '' });
    }
    const reactions = table.engine.asked.slice(from).filter(({ step }) => step === 'react');
    expect(reactions.length).toBeGreaterThan(0);
    for (const { input } of reactions) {
      expect(ReactInput.parse(input).present.map(({ id }) => id)).toEqual([INES]);
    }
  });
});
