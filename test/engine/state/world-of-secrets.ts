import { CharacterId, FactId, FactionId, ItemId, LocationId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  character,
  faction,
  goblinRoad,
  HALL,
  hallAndCellar,
  item,
  KIRA,
  location,
  onTheRoad,
  PIP,
  TOWER,
  VIKTOR,
} from '../../support/worlds.ts';

export const JIN = CharacterId.parse('npc_jin_001');
export const LURKER = CharacterId.parse('npc_lurker_001');
export const VAULT = LocationId.parse('loc_vault_001');
export const LETTER = ItemId.parse('item_letter_001');
export const CABAL = FactionId.parse('faction_cabal_001');
export const DEBT = FactId.parse('fact_0001');
export const CROWN = FactId.parse('fact_0002');
export const BOND = `${VIKTOR}|${ADA}|debtor`;

const hidden = { visibility: 'hidden', origin: 'pack' } as const;
const plan = (proposal: object) => ({ operations: [proposal] });

/**
 * The hall with everything a game master may keep from players. Jin, a vault, a letter, a cabal and what Viktor owes are hidden;
 * Bruno alone knows of the crown; somebody lurks here whom nobody sees; a secret way leads to the tower. Hidden, too, are a
 * thread, a mission, a deadline, a store, what Viktor works at and is to Ada, and a clock that will bring out what he owes.
 */
export function worldOfSecrets(): Snapshot {
  const found = { op: 'discover_fact', factId: DEBT, method: 'It was read aloud.' };
  const world = applied(
    hallAndCellar(),
    [
      { op: 'add_fact', subjectId: VIKTOR, predicate: 'owes', object: 'Zenith' },
      { op: 'add_fact', subjectId: VIKTOR, predicate: 'hid', object: 'the crown', knownTo: [BRUNO] },
      {
        op: 'start_clock',
        clockId: 'doom',
        name: 'Doom',
        max: 4,
        triggers: [{ at: 4, description: '', ...plan(found) }],
      },
      { op: 'open_thread', threadId: 'who_pays', title: 'Who pays' },
      {
        op: 'upsert_mission',
        missionId: 'betrayal',
        title: 'Betrayal',
        objective: 'Sell Ada.',
        visibility: 'hidden',
      },
      {
        op: 'set_deadline',
        deadlineId: 'ritual',
        description: 'The ritual',
        dueIn: { days: 1 },
        visibility: 'hidden',
      },
      { op: 'set_resource', resourceId: 'poison', max: 9, visibility: 'hidden' },
      { op: 'set_relationship', fromId: VIKTOR, toId: ADA, type: 'debtor', intensity: 3 },
      {
        op: 'set_agenda',
        characterId: VIKTOR,
        goal: 'Flee',
        milestones: [{ at: 50, description: 'packs', ...plan(found) }],
      },
    ],
    asking({ asker: 'gm' }),
  );
  const entities = {
    ...world.entities,
    [JIN]: character(JIN, 'Jin', { ...hidden, placeId: CELLAR }),
    [LURKER]: character(LURKER, 'Lurker', { hidden: true }),
    [VAULT]: location(VAULT, 'Vault', { ...hidden, exits: [{ to: HALL }] }),
    [LETTER]: item(LETTER, 'Letter', { ...hidden, placeId: HALL }),
    [CABAL]: faction(CABAL, 'Cabal', hidden),
    [HALL]: location(HALL, 'Hall', {
      exits: [{ to: CELLAR, minutes: 2 }, { to: VAULT }, { to: TOWER, secret: true }],
    }),
  };
  const thread = world.threads.who_pays;
  return {
    ...world,
    entities,
    threads: thread === undefined ? {} : { who_pays: { ...thread, origin: 'pack' } },
    scene: {
      ...world.scene,
      presentIds: [...world.scene.presentIds, LURKER],
      obscuredIds: [LURKER],
    },
  };
}

/** What holds when players keep still and nothing has happened. */
export const KEPT_STILL = { staying: [ADA, BRUNO], keeping: [ADA, BRUNO], safe: [ADA, BRUNO] };

export const roadAsModel = onTheRoad({ hold: { staying: [], keeping: [KIRA, PIP], safe: [KIRA, PIP] } });
export const road = goblinRoad;
