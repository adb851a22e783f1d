import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { copyShippedPacks } from '../../../support/shipped-packs.ts';
import { sitDownAt } from '../../../support/waiting-table.ts';

/** Every shipped story with a thread that its first scene must be connected with; null where no open thread is known at the start. */
const OPENINGS = [
  ['castile_1430:fifty_days_of_may', null],
  ['castile_1430:the_ransom_road', 'seven_names'],
  ['castile_1430:the_royal_banner', 'banner_and_pardon'],
  ['castile_1430:the_sharing_out', 'mayorga_or_nothing'],
  ['motel_verse:night_shift', 'night_verses'],
  ['motel_verse:room_twelve', 'what_was_left'],
  ['motel_verse:seven_minutes_01', 'two_voices'],
  ['motel_verse:three_minutes_each', 'the_hearing'],
  ['mystika:five_days_of_flour', 'the_quiet'],
  ['mystika:the_quiet_road', 'the_quiet'],
  ['mystika:the_stillstone', 'the_quiet'],
  ['mystika:whispercross_at_dusk', 'truce_at_dusk'],
  ['neo_seattle:dead_drop', 'find_jin'],
  ['neo_seattle:down_is_free', 'a_dry_room'],
  ['neo_seattle:slack_water', 'who_broke_the_slack'],
  ['neo_seattle:up_is_extra', 'piano_goes_up'],
  ['red_lamp:the_night_mail', 'the_missing_lamp'],
] as const;

describe('an opening', () => {
  let engine: Awaited<ReturnType<typeof openEngine>>;
  beforeAll(async () => {
    engine = await openEngine({ writePacks: copyShippedPacks });
  }, 120_000);
  afterAll(() => engine.close());

  it.each(OPENINGS)('of %s has the place, a thread and what can be found here', async (entry, thread) => {
    const session = await engine.store.sessions.find(await sitDownAt(engine, entry));
    const sceneId = session?.currentSceneId ?? '';
    const [lore, world] = await Promise.all([engine.snapshots.loreOf(sceneId), engine.snapshots.of(sceneId)]);
    const { placeId, presentIds } = world.scene;
    const place = placeId === null ? undefined : world.entities[placeId];

    expect(lore?.visible.atmosphere[0]?.title).toBe(place?.name);
    if (thread !== null) expect(lore?.visible.threads.map(({ threadId }) => threadId)).toContain(thread);
    expect(lore?.visible.briefings.length).toBeGreaterThan(0);
    const things = Object.values(world.entities).flatMap((item) => {
      const isHeld = [placeId, ...presentIds].some((id) => world.inventory[id as never]?.[item.id as never]);
      return item.kind === 'item' && (item.placeId === placeId || isHeld) ? [item.id] : [];
    });
    const here: readonly string[] = [placeId ?? '', ...presentIds, ...things];
    for (const { subjectId, content } of lore?.hidden.discoverables ?? [])
      expect(here, content).toContain(subjectId);
  });
});

describe('a change of scene', () => {
  let table: ScriptedTable;
  beforeAll(async () => {
    table = await openScriptedTable(LANTERN_QUAY);
  });
  afterAll(() => table.engine.close());

  const loreNow = async (): Promise<SceneLore | null> => {
    const session = await table.engine.store.sessions.find(table.sessionId());
    return table.engine.snapshots.loreOf(session?.currentSceneId ?? '');
  };

  it('brings the lore of the place one comes to, and leaves that of the other', async () => {
    const before = await loreNow();
    expect(before?.visible.atmosphere[0]?.title).toBe('The Pier House');
    expect(before?.hidden.discoverables.map(({ content }) => content).join(' ')).toContain('herring barrel');

    const { narrate } = await table.say('I walk to the mole.', { reading: { moves_to: 'loc_mole_001' } });
    const after = await loreNow();
    expect(after).toMatchObject({ boundary: 'place-change', placeId: 'loc_mole_001' });
    expect(after?.visible.atmosphere[0]?.title).toBe('The Mole');
    expect(after?.visible.briefings.map(({ name }) => name)).toEqual(['Tomas Rell']);
    expect(after?.hidden.discoverables.map(({ content }) => content).join(' ')).toMatch(/oars were dry/);
    expect(after?.hidden.discoverables.map(({ content }) => content).join(' ')).not.toContain(
      'herring barrel',
    );
    expect(narrate?.packet.lore[0]?.title).toBe('The Mole');
    expect(narrate?.packet.scene.place?.atmosphere).toEqual([
      'The lamp turns with a sound like somebody thinking.',
    ]);
  });
});
