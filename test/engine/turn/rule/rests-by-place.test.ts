import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLanguages } from '#engine/language/read-languages.ts';
import { parseStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { copyShippedPack } from '../../../support/shipped-packs.ts';

const LANGUAGES = readLanguages('examples/languages');
let table: ScriptedTable;
const HESPER = 'pc_hesper_tolliver_001';

beforeAll(async () => {
  table = await openScriptedTable('mystika:the_quiet_road', copyShippedPack('mystika'), LANGUAGES, [
    'mystika:hesper_tolliver',
  ]);
}, 120_000);

afterAll(() => table.engine.close());

const REST = { kind: 'rest', does: 'take a long rest', minutes: 480 } as const;
const moveTo = (placeId: string) => ({
  moves_to: placeId,
  actions: [{ kind: 'move' as const, target: placeId }],
});

function hitPointsLost({ entities }: Snapshot): number {
  const one = Object.values(entities).find(({ id }) => id === HESPER);
  const { current, max } = parseStatBlock(one?.kind === 'character' ? one.stats : {}).data?.hit_points ?? {};
  return (max ?? 0) - (current ?? 0);
}

it('refuses a rest where the state of the scene allows none, in a sentence', async () => {
  await table.change({ op: 'deal_damage', targetId: HESPER, amount: 5, type: 'slashing' });

  const refused = await table.say('I sleep here.', { reading: { actions: [REST] } });

  expect(refused.narrate?.blocked).toEqual([
    { action: expect.stringContaining('rest'), reason: 'No long rest can be had at this place.' },
  ]);
  expect(hitPointsLost(refused.after)).toBe(5);
});

it("refuses it in the player's language", async () => {
  const reading = (minutes: number) => ({ language: 'es', actions: [{ ...REST, minutes }] });
  const long = await table.say('Duermo aquí.', { reading: reading(480) });
  const short = await table.say('Descanso un rato.', { reading: reading(60) });

  expect([long, short].map(({ narrate }) => narrate?.blocked.map(({ reason }) => reason))).toEqual([
    ['En este lugar no es posible un descanso largo.'],
    ['En este lugar no es posible un descanso corto.'],
  ]);
});

it('takes the state of the place the scene comes to, and keeps what it was at the place left', async () => {
  const there = await table.say('I walk to the market and sleep.', {
    reading: {
      ...moveTo('loc_asking_market_001'),
      actions: [...moveTo('loc_asking_market_001').actions, REST],
    },
  });

  expect(there.after.rulesetState).toMatchObject({ hush: 0, rest: 'safe' });
  expect(hitPointsLost(there.after)).toBe(0);

  await table.change({ op: 'set', path: 'hush', value: 2 });
  const back = await table.say('Back.', { reading: moveTo('loc_penny_bridge_001') });
  expect(back.after.rulesetState).toMatchObject({ hush: 1, rest: 'impossible' });

  const again = await table.say('And to the market.', { reading: moveTo('loc_asking_market_001') });
  expect(again.after.rulesetState).toMatchObject({ hush: 2, rest: 'safe' });
});

it('begins a story with what holds at places that say nothing, and goes by it there', async () => {
  await table.change({
    op: 'introduce_entity',
    kind: 'location',
    name: 'Ditch',
    description: 'A ditch beside the road.',
    connectedTo: 'loc_asking_market_001',
  });
  const ditch = Object.values((await table.world()).entities).find(({ name }) => name === 'Ditch')?.id ?? '';
  const there = await table.say('Into the ditch.', { reading: moveTo(ditch) });

  // The market the party came from is { hush: 2, rest: safe } by now.
  expect(there.before.rulesetState).toMatchObject({ hush: 2, rest: 'safe' });
  expect(there.after.rulesetState).toMatchObject({ hush: 1, rest: 'impossible' });
});
