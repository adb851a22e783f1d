import { describe, expect, it } from 'vitest';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { computeTimePressure } from '#engine/state/time-pressure.ts';
import { applied, GOBLIN, goblinRoad, KIRA, onTheRoad, PIP, SRD5E } from '../../../support/worlds.ts';

const engine = onTheRoad({ asker: 'engine' });
const fight = {
  op: 'start_combat',
  combatants: [
    { characterId: KIRA, side: 'players' },
    { characterId: GOBLIN, side: 'goblins' },
  ],
};
const poisoned = (characterId: CharacterId, rounds: number) => ({
  op: 'add_condition',
  characterId,
  name: 'poisoned',
  rounds,
});
const turns = (count: number) => Array(count).fill({ op: 'advance_combat' });
const endsOf = (snapshot: Snapshot, id: CharacterId) =>
  ((snapshot.entities[id] as Character).stats.conditions as { ends: unknown }[]).map(({ ends }) => ends);

/** The world after some seconds, with the pressure they bring. */
const settled = (snapshot: Snapshot, seconds: number) => {
  const passed = applied(snapshot, [{ op: 'advance_time', seconds }], engine);
  return applied(passed, computeTimePressure(passed, seconds * 1e6, SRD5E).operations, engine);
};

describe('what lasts for rounds', () => {
  it('is counted once when the fight ends in the same stretch of time', () => {
    const over = applied(
      goblinRoad(),
      [fight, poisoned(KIRA, 10), ...turns(12), { op: 'end_combat', outcome: 'victory' }],
      engine,
    );
    const elapsed = 36e6;
    const { microsecond } = over.time;

    expect(endsOf(over, KIRA)).toEqual([{ when: 'time', at: { day: 500, microsecond: microsecond + 24e6 } }]);
    expect(computeTimePressure(over, elapsed, SRD5E).operations).toEqual([]);
    expect(endsOf(settled(over, 24), KIRA)).toEqual([]);
  });

  it('ends however finely the time is cut', () => {
    let snapshot = applied(goblinRoad(), [poisoned(KIRA, 2)], engine);
    for (let stretch = 0; stretch < 3; stretch += 1) snapshot = settled(snapshot, 5);

    expect(endsOf(snapshot, KIRA)).toEqual([]);
  });

  it('ends by the clock for whoever takes no turns in the fight', () => {
    const watching = applied(goblinRoad(), [fight, poisoned(PIP, 2)], engine);

    expect(endsOf(watching, PIP)).toMatchObject([{ when: 'time' }]);
    expect(endsOf(applied(goblinRoad(), [fight, poisoned(KIRA, 2)], engine), KIRA)).toEqual([
      { when: 'rounds', remaining: 2 },
    ]);
  });

  it('and stands in a stat block outside a fight becomes a time', () => {
    const stats = {
      ...(goblinRoad().entities[GOBLIN] as Character).stats,
      conditions: [{ name: 'prone', source: 'a pack', ends: { when: 'rounds', remaining: 3 } }],
    };
    const orc = { op: 'introduce_entity', kind: 'character', name: 'Orc', stats };
    let snapshot = settled(applied(goblinRoad(), [orc], engine), 6);
    const orcId = 'npc_orc_001' as CharacterId;

    expect(endsOf(snapshot, orcId)).toMatchObject([{ when: 'time' }]);
    snapshot = settled(snapshot, 18);
    expect(endsOf(snapshot, orcId)).toEqual([]);
  });
});
