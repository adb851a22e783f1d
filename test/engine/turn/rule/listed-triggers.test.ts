import { describe, expect, it } from 'vitest';
import { beginCampaign } from '#engine/content/begin-campaign.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { gregorian } from '#engine/rules/time/built-in-calendars.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Character, Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createNameFinder, listTriggers } from '#engine/turn/rule/triggers.ts';
import { isLyingHere } from '#engine/turn/rule/validate-actions.ts';
import { isRejection } from '#engine/util/rejection.ts';

const library = await loadLibrary(['content_packs']);

function beginAt(entryPointId: string) {
  const begun = beginCampaign(library, entryPointId);
  if (isRejection(begun)) throw new Error(begun.reason);
  const ruleset = library.find('ruleset', begun.rulesetIds[0] ?? '');
  const rules = ruleset === null ? null : compileRules(ruleset);
  if (rules === null || isRejection(rules)) throw new Error(`no rules for ${entryPointId}`);
  return { snapshot: begun.snapshot, rules };
}

function place({ snapshot, rules }: ReturnType<typeof beginAt>, placeId = snapshot.scene.placeId) {
  const [personaId] = snapshot.personas;
  if (personaId === undefined) throw new Error('no persona');
  const moved = { ...snapshot, scene: { ...snapshot.scene, placeId } };
  const view = createPlayerView(moved, personaId);
  if (isRejection(view)) throw new Error(view.reason);
  // A persona is a character.
  const persona = snapshot.entities[personaId] as Character;
  const dice = { sceneIndex: 1, diceIndex: 1, seed: 'a'.repeat(64) };
  return { ...dice, snapshot: moved, view, persona, playbook: { calendar: gregorian, rules } };
}

/** Whether an entry point puts a subject anywhere: some include things and factions without a place, holder or member. */
function isSomewhere({ entities, inventory }: Snapshot, id: string): boolean {
  const subject = entities[id as keyof Snapshot['entities']];
  if (subject?.kind === 'item')
    return subject.placeId !== null || Object.values(inventory).some((held) => Object.hasOwn(held, id));
  if (subject?.kind !== 'faction') return true;
  const members = Object.values(entities).filter((one) => one.kind === 'character' && one.factionId === id);
  return subject.leaderId !== null || subject.attributes.seat !== undefined || members.length > 0;
}

describe('triggers within reach', () => {
  it('hold those of the tin in Room 12, before those that only name somebody here', () => {
    const placed = place(beginAt('motel_verse:room_twelve'));
    const { snapshot } = placed;
    const listed = listTriggers(placed);
    const conditions = listed.map(({ when }) => when);
    expect(conditions).toContain('look inside the tin');
    expect(listed.length).toBeGreaterThan(40);

    const tin = Object.values(snapshot.entities).find(
      ({ packEntityId }) => packEntityId === 'motel_verse:the_tin',
    );
    const subjects = listed.map(
      ({ id }) => Object.values(snapshot.facts).find((fact) => id.startsWith(fact.id))?.subjectId,
    );
    const rank = (id: string | undefined) => {
      const entity = snapshot.entities[id as keyof Snapshot['entities']];
      if (id === snapshot.scene.placeId) return 0;
      if (entity?.kind === 'item' && isLyingHere(snapshot, entity)) return 1;
      return snapshot.scene.presentIds.some((present) => present === id) ? 2 : 3;
    };
    // Those that ask something of a person who is elsewhere stand last, unless they are about a thing at hand.
    const nearest = conditions.slice(0, conditions.indexOf('ask Lyle why he comes to Room 12'));
    expect(nearest).toHaveLength(conditions.length - 1);
    const ranks = subjects.slice(0, nearest.length).map(rank);
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(ranks[subjects.indexOf(tin?.id)]).toBe(1);
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2, 3]));
  });

  it.each(library.all('entry_point').map(({ id }) => id))(
    'hold something of every hidden fact of %s, at one place or another',
    (entryPointId) => {
      const { snapshot, rules } = beginAt(entryPointId);
      const entities = Object.values(snapshot.entities);
      const everybody = entities.flatMap((entity) => (entity.kind === 'character' ? [entity.id] : []));
      const crowded = { ...snapshot, scene: { ...snapshot.scene, presentIds: everybody } };
      const places = entities.flatMap((entity) => (entity.kind === 'location' ? [entity.id] : []));
      const listed = new Set(
        places.flatMap((id) =>
          listTriggers(place({ snapshot: crowded, rules }, id)).map((one) => one.id.split('.')[0]),
        ),
      );
      const lost = Object.values(snapshot.facts).filter(
        ({ id, visibility, triggers, knownTo }) =>
          visibility === 'hidden' && knownTo.length === 0 && triggers.length > 0 && !listed.has(id),
      );
      const reachable = lost.filter(({ subjectId }) => isSomewhere(snapshot, subjectId));
      expect(reachable.map(({ subjectId, triggers }) => [subjectId, ...triggers])).toEqual([]);
    },
  );
});

describe('a name in a condition', () => {
  const entity = (kind: Entity['kind'], name: string, packEntityId: string | null = null) =>
    ({ id: `${kind}_${name}`, kind, name, packEntityId }) as unknown as Entity;
  const finds = (condition: string, wanted: Entity, ...others: Entity[]) => {
    const entities = Object.fromEntries([wanted, ...others].map((one) => [one.id, one]));
    return createNameFinder({ entities } as Pick<Snapshot, 'entities'>, [wanted])(condition);
  };

  it('is found whole, without regard to case and accents, in any script', () => {
    expect(finds('frag die müllerin nach dem mehl', entity('character', 'Die Müllerin'))).toBe(true);
    expect(finds('pregunta a maria por las llaves', entity('character', 'María de Aragón'))).toBe(true);
    expect(finds('健太に箱のことを聞く', entity('character', '健太'))).toBe(true);
    expect(finds('open the night book', entity('item', 'The Night Book'))).toBe(true);
  });

  it("is found by the author's own id and, of people, by one word of the name", () => {
    expect(finds('open the tin', entity('item', 'A cake tin tied with cord', 'motel_verse:tin'))).toBe(true);
    expect(finds('ask dot about 1974', entity('character', 'Dot Kessler'))).toBe(true);
  });

  it('is not a part of a longer word, nor one word of the name of a place', () => {
    expect(finds('look at the dotted line', entity('character', 'Dot Kessler'))).toBe(false);
    expect(finds('ask why Room 5 is painted', entity('location', 'Room 12'))).toBe(false);
  });

  it('is not a word that many names have', () => {
    const others = ['Mill', 'Barn', 'Well', 'Yard'].map((name) => entity('location', `The ${name}`));
    expect(finds('look at the wall', entity('character', 'The Reaper'), ...others)).toBe(false);
  });
});
