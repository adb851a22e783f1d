import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { CharacterId } from '#engine/state/ids.ts';
import { isEntityKnown } from '#engine/state/knowledge.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { writeTwoPersonas } from '../../support/accounts.ts';
import { LANTERN_QUAY } from '../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const MARIT = 'pc_marit_001';
const MOLE = 'loc_mole_001';
const PIER_HOUSE = 'loc_pier_house_001';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writeTwoPersonas, undefined, ['auditor', 'marit']);
}, 60_000);
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const go = (to: string) => ({ moves_to: to, actions: [{ kind: 'move' as const, target: to }] });
const asMarit = (text: string) => ({ ...createStoryInput(text), personaId: MARIT });
const placeOf = (world: { readonly entities: object }, id: string): unknown =>
  Object(Reflect.get(world.entities, id)).placeId;

const listNotified = async (turnId: string) =>
  (await table.events(turnId))
    .filter(({ type }) => type === 'persona-notified')
    .map(({ personaIds, payload }) => ({ personaIds, text: String(Object(payload).text) }));

it("takes the other player's character along unless the player goes alone", async () => {
  const { after, narrate } = await table.say('We walk to the mole.', { reading: go(MOLE) });

  expect(after.scene.presentIds).toEqual(expect.arrayContaining([INES, MARIT]));
  expect(narrate?.done).toEqual(['Ines Varga goes to The Mole with Marit Sund.']);
});

it("leaves the other player's character where it is when the player goes alone, and tells its player", async () => {
  const { turn, after, narrate } = await table.say('I walk to the mole, alone.', {
    reading: { ...go(MOLE), alone: true },
  });

  expect([after.scene.placeId, placeOf(after, INES), placeOf(after, MARIT)]).toEqual([
    MOLE,
    MOLE,
    PIER_HOUSE,
  ]);
  expect(after.scene.presentIds).not.toContain(MARIT);
  expect(narrate?.done).toEqual(['Ines Varga goes to The Mole.']);
  expect(await listNotified(turn.id)).toEqual([
    { personaIds: [MARIT], text: 'Ines Varga goes to The Mole.' },
  ]);
});

it('lets nobody know what is established while the others are elsewhere, but those who were there', async () => {
  const establish = {
    facts: [{ subject_id: MOLE, predicate: 'keeps alight', detail: 'a lantern' }],
  };
  const { after: together } = await table.say('I look around.', { record: establish });
  const { after: apart } = await table.say('I walk to the mole, alone.', {
    reading: { ...go(MOLE), alone: true },
    record: establish,
  });
  const knowersOf = ({ facts }: typeof apart) =>
    Object.values(facts)
      .filter(({ predicate }) => predicate === 'keeps alight')
      .map(({ visibility, knownTo }) => ({ visibility, knownTo }));

  expect(knowersOf(together)).toEqual([{ visibility: 'public', knownTo: [] }]);
  expect(knowersOf(apart)).toEqual([
    { visibility: 'public', knownTo: [] },
    { visibility: 'hidden', knownTo: [INES] },
  ]);
});

it('keeps what comes into play while the others are elsewhere from them, until they meet it', async () => {
  const { after: apart } = await table.say('I walk to the mole, alone.', {
    reading: { ...go(MOLE), alone: true },
    prose: 'Old Henk sits on a brass box.',
    record: {
      people: [{ name: 'Old Henk', description: 'A smuggler who meets Ines in secret.' }],
      things: [{ name: 'Brass box', description: 'Full of pearls.', where: MOLE, sentence: 1 }],
    },
  });
  const knownTo = (world: typeof apart) =>
    Object.values(world.entities)
      .filter(({ name }) => ['Old Henk', 'Brass box'].includes(name))
      .map(({ id, name }) => [
        name,
        ...[INES, MARIT].map((one) => isEntityKnown(world, id, CharacterId.parse(one))),
      ]);
  expect(knownTo(apart)).toEqual([
    ['Brass box', true, false],
    ['Old Henk', true, false],
  ]);

  const met = await table.play(asMarit('I walk to the mole.'), { reading: go(MOLE) });
  expect(knownTo(met.after)).toEqual([
    ['Brass box', true, true],
    ['Old Henk', true, true],
  ]);
  expect(JSON.stringify(met.narrate)).toContain('Old Henk');
});

it('has the state of each place in force for the one who is there', async () => {
  const { after: apart } = await table.say('I walk to the mole, alone.', {
    reading: { ...go(MOLE), alone: true },
  });
  const stayed = await table.play(asMarit('I look out.'));
  const back = await table.say('I look at the water.');

  expect([apart, stayed.after, back.after].map(({ rulesetState }) => rulesetState)).toEqual([
    { fog: 4 },
    { fog: 3 },
    { fog: 4 },
  ]);
});

it('keeps a law made while the others are elsewhere from them, until they meet', async () => {
  const { after: apart } = await table.say('I walk to the mole, alone, and decree it.', {
    reading: { ...go(MOLE), alone: true },
    prose: 'No lamp burns on the mole from now on.',
    record: { laws: [{ title: 'Of dark lamps', summary: 'No lamp burns on the mole.', status: 'enacted' }] },
  });
  const readersOf = (world: typeof apart) =>
    [INES, MARIT].filter((one) => {
      const view = createPlayerView(world, CharacterId.parse(one));
      return !isRejection(view) && view.laws.some(({ title }) => title === 'Of dark lamps');
    });
  expect(readersOf(apart)).toEqual([INES]);

  const stayed = await table.play(asMarit('I look up the laws about lamps.'), {
    reading: { needs: { laws: { keywords: ['lamp'] } } },
  });
  expect(JSON.stringify([stayed.read, stayed.narrate, stayed.record])).not.toMatch(/dark lamps/i);
  expect(readersOf(stayed.after)).toEqual([INES]);

  const met = await table.play(asMarit('I walk to the mole.'), { reading: go(MOLE) });
  expect(readersOf(met.after)).toEqual([INES, MARIT]);
});

it('keeps a new place from those who are left behind on the way to it', async () => {
  const { after } = await table.say('I slip out alone to see what is behind the nets.', {
    reading: { actions: [{ kind: 'move', does: 'slip out' }], alone: true },
    prose: 'Behind the nets is a drying loft.',
    record: { place: 'The drying loft', places: [{ name: 'The drying loft' }] },
  });
  const loft = Object.values(after.entities).find(({ name }) => name === 'The drying loft');

  expect(loft).toMatchObject({ visibility: 'hidden', knownTo: [INES] });
});

it('takes only the named company along', async () => {
  const { after } = await table.say('Marit and I walk to the mole, nobody else.', {
    reading: { ...go(MOLE), alone: true, company: [MARIT] },
  });

  expect(after.scene.presentIds).toEqual(expect.arrayContaining([INES, MARIT]));
});

it('leaves it behind as well where the way is new and only the outcome tells of it', async () => {
  const { after } = await table.say('I slip out alone to see what is behind the nets.', {
    reading: { actions: [{ kind: 'move', does: 'slip out' }], alone: true },
    prose: 'Behind the nets is a drying loft.',
    record: { place: 'The drying loft', places: [{ name: 'The drying loft' }] },
  });

  expect(after.entities[after.scene.placeId ?? ('' as never)]?.name).toBe('The drying loft');
  expect(placeOf(after, MARIT)).toBe(PIER_HOUSE);
});

it('gives the one who stayed nothing of the scene, plays its turn where it is, and sums up when they meet', async () => {
  const { turn } = await table.say('I walk to the mole, alone.', {
    reading: { ...go(MOLE), alone: true },
    prose: 'The lamp on the mole goes out.',
    record: { summary: 'The lamp on the mole went out.' },
  });
  const scene = await table.engine.store.scenes.find(turn.sceneId ?? '');
  expect(scene?.audience).toEqual([INES]);

  const stayed = await table.play(asMarit('I count the barrels.'), {});
  expect(stayed.turn.status).toBe('committed');
  expect(stayed.after.scene.placeId).toBe(PIER_HOUSE);
  expect(JSON.stringify(stayed.narrate)).not.toContain('lamp on the mole');

  const met = await table.play(asMarit('I walk to the mole.'), { reading: go(MOLE) });
  expect(met.after.scene.presentIds).toEqual(expect.arrayContaining([INES, MARIT]));
  const told = (await listNotified(met.turn.id)).filter(({ text }) => text.includes('lamp on the mole'));
  expect(told.map(({ personaIds }) => personaIds)).toEqual([[MARIT]]);
});

const ALONE = { reading: { ...go(MOLE), alone: true } };

it('calls the character of another player elsewhere, for planner, record, judge and narrator', async () => {
  const { record } = await table.say('I walk to the mole, alone.', ALONE);
  const asked = (step: string) => {
    const request = table.engine.asked.findLast((one) => one.step === step);
    return [...(request?.system ?? []), ...(request?.messages ?? [])].map(({ text }) => text).join('\n');
  };

  expect(record?.personas.map(({ id }) => id)).toEqual([INES]);
  expect(record?.elsewhere).toContainEqual({ id: MARIT, name: 'Marit Sund', at: 'The Pier House' });
  expect(asked('judge')).toContain('- Marit Sund, who is elsewhere');
  expect(asked('judge')).not.toMatch(/Present:\n(?:- .*\n)*- Marit Sund\n/);
  expect(asked('plan')).toContain('Elsewhere: Marit Sund (pc_marit_001).');
  expect(asked('plan')).not.toMatch(/Present: [^\n]*Marit Sund/);
  expect(asked('narrate')).toContain('The players of Ines Varga all read this');
});

it('keeps the notes of the narrator apart where the story has branched, and joins them when it meets again', async () => {
  await table.say('I look around.', { parts: { notes: 'Both wait for the tide.' } });
  await table.say('I walk to the mole, alone.', { ...ALONE, parts: { notes: 'A boat without a light.' } });
  const stayed = await table.play(asMarit('I count the barrels.'), {
    parts: { notes: 'One barrel is wet.' },
  });
  expect(stayed.narrate?.notes).toEqual(['Both wait for the tide.']);
  const gone = await table.say('I look out to sea.', { parts: { notes: 'The boat has landed.' } });
  expect(gone.narrate?.notes).toEqual(['A boat without a light.']);

  const met = await table.play(asMarit('I walk to the mole.'), { reading: go(MOLE) });
  expect(met.narrate?.notes.toSorted()).toEqual(['One barrel is wet.', 'The boat has landed.']);
});
