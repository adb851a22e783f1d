import { loadLibrary } from '#engine/content/library.ts';
import { ENGLISH_ONLY } from '#engine/language/languages.ts';
import { harptos } from '#engine/rules/time/built-in-calendars.ts';
import { parseStatBlock, Srd5eStatBlock, type Srd5eStatBlockInput } from '#engine/srd5e/stat-block.ts';
import type { RefusedProposal } from '#engine/state/apply-operations.ts';
import { createSnapshot } from '#engine/state/create-snapshot.ts';
import { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { type SrdContext, SrdResolution } from '#engine/turn/rule/srd-resolution.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { character, HALL, location, SRD5E } from './worlds.ts';

/** The creatures and spells of the shipped SRD pack. */
export const figures = await loadLibrary(['content_packs/srd_5e']);

type Entrant = {
  readonly name: string;
  readonly block?: Srd5eStatBlockInput | Srd5eStatBlock;
  readonly isPersona?: boolean;
  readonly more?: Partial<Character>;
};

/** A stat block from the bestiary. */
export function creature(name: string): Srd5eStatBlock {
  const found = figures.findCreature(name);
  if (found === null) throw new Error(`no creature ${name}`);
  return found.block;
}

/** Ids of entrants, in their order. */
export function idOf(name: string, isPersona = false): CharacterId {
  return CharacterId.parse(`${isPersona ? 'pc' : 'npc'}_${name.toLowerCase()}_001`);
}

/** Opens the SRD rules on a hall with these people in it; every refused operation is kept. */
export function openArena(entrants: readonly Entrant[], seed = 'a'.repeat(64)) {
  const people = entrants.map(({ name, block, isPersona = false, more = {} }) => {
    const stats = block === undefined ? {} : Srd5eStatBlock.parse(block);
    return character(idOf(name, isPersona), name, {
      stats: stats as unknown as { [key: string]: Json },
      ...more,
    });
  });
  const ids = people.map(({ id }) => id);
  const personas = ids.filter((_id, at) => entrants[at]?.isPersona === true);
  const snapshot: Snapshot = createSnapshot({
    rulesetId: 'srd5e',
    calendarId: 'harptos',
    time: { day: 500, microsecond: 8 * 3_600_000_000 },
    scene: {
      placeId: HALL,
      presentIds: ids,
      obscuredIds: [],
      visibility: 'clear',
      noise: 'normal',
      constraints: [],
    },
    personas,
    entities: {
      ...Object.fromEntries(people.map((one) => [one.id, one])),
      [HALL]: location(HALL, 'Hall'),
    },
  });
  const rejected: RefusedProposal[] = [];
  let sceneIndex = 0;
  /** Begins the resolution of one more turn of play, for a persona. */
  const begin = (now: Snapshot, personaId: CharacterId | undefined = personas[0]): SrdResolution => {
    sceneIndex += 1;
    const context = {
      persona: now.entities[(personaId ?? ids[0]) as CharacterId],
      playbook: {
        rules: SRD5E,
        mechanics: SRD5E.mechanics,
        calendar: harptos,
        figures,
        defaultStatBlock: null,
        languages: ENGLISH_ONLY,
        language: 'en',
      },
      snapshot: now,
      seed,
      sceneIndex,
      diceIndex: sceneIndex,
      lease: { turn: { attempt: 1 } },
    } as unknown as SrdContext; // the rules read no other part of a turn
    return new SrdResolution(
      context,
      {
        events: { emit: () => undefined },
        recorder: {
          roll: () => undefined,
          operations: (made: { rejected: readonly RefusedProposal[] }) =>
            void rejected.push(...made.rejected),
        },
      } as never, // only these are called
      { snapshot: now },
    );
  };
  return { snapshot, begin, rejected };
}

export function blockOf(snapshot: Snapshot, id: string): Srd5eStatBlock {
  const entity = snapshot.entities[id as CharacterId];
  if (entity?.kind !== 'character') throw new Error(`no character ${id}`);
  const block = parseStatBlock(entity.stats).data;
  if (block === undefined) throw new Error(`${id} has no stat block`);
  return block;
}
