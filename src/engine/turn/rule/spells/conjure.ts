import type { LibraryCreature } from '#engine/content/figures.ts';
import { isAllowedCreature } from '#engine/srd5e/creatures.ts';
import { getCharacterLevel, getHitPointMaximum } from '#engine/srd5e/derived-numbers.ts';
import { countSpellRounds, listSpellSummons } from '#engine/srd5e/spell-numbers.ts';
import { isEntityKnown } from '#engine/state/knowledge.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { countMinutes } from '#engine/util/world-time.ts';
import { findSide, listAllies, type SrdResolution } from '../srd-resolution.ts';
import { endFinishedFight } from '../srd-sides.ts';
import type { Cast } from './cast.ts';
import { rollToBeatSpell } from './reactions.ts';

/** Brings about what a spell makes new: creatures, things, life, another place, another shape, the end of other spells. */
export function conjure(bout: SrdResolution, cast: Cast, affected: readonly string[]): void {
  const { spell } = cast;
  if (spell.summons !== undefined) summon(bout, cast);
  if (spell.creates !== undefined) create(bout, cast);
  if (spell.revives !== undefined) for (const targetId of cast.targetIds) revive(bout, cast, targetId);
  if (spell.travel !== undefined) travel(bout, cast);
  if (spell.shape !== undefined) for (const targetId of affected) reshape(bout, cast, targetId);
  if (spell.dispels !== undefined) dispel(bout, cast);
  if (spell.extra_turns !== undefined) stopTime(bout, cast);
}

/** Maximum number of creatures one spell brings, with any slot. */
const MOST_SUMMONED = 12;

/** Lets creatures of the bestiary appear on the caster's side. The creature that was named comes, else the first choice. */
function summon(bout: SrdResolution, cast: Cast): void {
  const { spell, caster, casting, chosen } = cast;
  const { findCreature } = bout.playbook.figures;
  const choices = listSpellSummons(spell, casting.slot);
  const wanted = chosen.flatMap((one) => findCreature(one)?.name ?? []);
  const choice = choices.find(({ creature }) => wanted.includes(creature)) ?? choices[0];
  const found = choice === undefined ? null : findCreature(choice.creature);
  if (choice === undefined || found === null) return;
  const { id } = caster.character;
  const count = Math.min(MOST_SUMMONED, choice.count);
  const side = findSide(bout.snapshot, id) ?? (isOfParty(bout, id) ? 'party' : undefined);
  for (let number = 1; number <= count; number += 1)
    bring(bout, cast, found, { name: count === 1 ? found.name : `${found.name} ${number}`, side });
  bout.tell(bout.say('fight.summons', { count, creature: found.name }));
}

/** Lets one creature appear that is gone when the spell is over, and join the fight there is. */
function bring(
  bout: SrdResolution,
  { spell, caster, casting, name: source, note }: Cast,
  creature: LibraryCreature,
  { name, side }: { readonly name: string; readonly side: string | undefined },
): void {
  const before = new Set(Object.keys(bout.snapshot.entities));
  const { name: role, description, block: stats } = creature;
  const stands = side === 'party' || side === 'foes' ? side : undefined;
  const made = { op: 'introduce_entity', kind: 'character', name, another: true, role, description, stats };
  bout.apply([{ ...made, ...omitUndefined({ side: stands }) }]);
  const characterId = Object.keys(bout.snapshot.entities).find((one) => !before.has(one));
  if (characterId === undefined) return;
  const heldBy = spell.concentration ? caster.character.id : undefined;
  bout.apply([
    {
      op: 'add_effect',
      characterId,
      name: source,
      source: caster.character.name,
      ...omitUndefined({ rounds: countSpellRounds(spell), heldBy }),
      changes: { summoned: true, spell_level: casting.slot, ...omitUndefined({ note: note || undefined }) },
    },
  ]);
  if (side !== undefined && bout.snapshot.combat !== null)
    bout.apply([{ op: 'join_combat', characterId, side }]);
}

function isOfParty({ snapshot }: SrdResolution, id: string): boolean {
  const one = snapshot.entities[id as keyof typeof snapshot.entities];
  return (
    snapshot.personas.some((persona) => persona === id) || (one?.kind === 'character' && one.side === 'party')
  );
}

/** Puts what a spell makes into the caster's hands. */
function create(bout: SrdResolution, { spell, caster, note }: Cast): void {
  const { creates } = spell;
  if (creates === undefined) return;
  const { name, count, heals } = creates;
  const attributes = heals === undefined ? {} : { heals };
  const ownerId = caster.character.id;
  bout.apply([
    { op: 'introduce_item', name, description: note, another: true, ownerId, quantity: count, attributes },
  ]);
  bout.tell(bout.say('fight.makes', { who: caster.character.name, thing: name, count }));
}

const DAYS_OF_WEAKNESS = 4;
const ROUNDS_PER_DAY = 14_400;

/** Brings a dead creature back, unless it has been dead for too long. */
function revive(bout: SrdResolution, { spell, name }: Cast, characterId: string): void {
  const target = bout.fighter(characterId);
  if (target === null || spell.revives === undefined) return;
  const { within, hit_points: points, weakness } = spell.revives;
  const { died_at: died } = target.block;
  const who = target.character.name;
  // A death before the story began is longer ago than a minute.
  const minutes = died === undefined ? 2 : countMinutes(died, bout.snapshot.time);
  if (minutes > within.minutes) {
    bout.tell(bout.say('fight.dead_too_long', { who }));
    return;
  }
  const hitPoints = points === 'all' ? getHitPointMaximum(target.block) : points;
  bout.apply([{ op: 'revive', characterId, hitPoints }]);
  bout.tell(bout.say('fight.lives_again', { who }));
  if (weakness === undefined) return;
  const changes = { attack_rolls: -weakness, saving_throws: -weakness, ability_checks: -weakness };
  const rounds = DAYS_OF_WEAKNESS * ROUNDS_PER_DAY;
  bout.apply([{ op: 'add_effect', characterId, name: 'Weak from death', source: name, rounds, changes }]);
}

/** Takes the caster and company away: free of every hold, out of the fight, to the place that was named. */
function travel(bout: SrdResolution, { spell, caster, name, targetIds, goesTo }: Cast): void {
  if (spell.travel === undefined) return;
  const { reach, company } = spell.travel;
  const { id } = caster.character;
  const friends = [...targetIds, ...listAllies(bout, id)].filter((one) => one !== id);
  const travellers = [id, ...new Set(friends)].slice(0, company + 1);
  for (const characterId of travellers) {
    const block = bout.fighter(characterId)?.block;
    const holds =
      block?.conditions.filter(({ name: held }) => held === 'grappled' || held === 'restrained') ?? [];
    bout.apply(
      holds.map(({ name: held, source }) => ({ op: 'remove_condition', characterId, name: held, source })),
    );
  }
  if (reach !== 'known') {
    const changes = { slips_away: true };
    bout.apply(
      travellers.map((characterId) => ({
        op: 'add_effect',
        characterId,
        name,
        source: name,
        rounds: 1,
        changes,
      })),
    );
  } else if (bout.snapshot.combat !== null && goesTo !== '') {
    bout.apply(travellers.map((characterId) => ({ op: 'leave_combat', characterId, how: 'flight' })));
    endFinishedFight(bout);
  }
  if (reach === 'sight' || goesTo === '' || bout.snapshot.combat !== null) return;
  // The scene goes where players go, and nobody aims at a place they have never heard of.
  if (!isOfParty(bout, id) || !isEntityKnown(bout.snapshot, goesTo, id)) return;
  if (reach === 'near' && !isNextPlace(bout, goesTo)) return;
  const stayingIds = listLeftBehind(bout, travellers, company);
  bout.apply([{ op: 'move_party', placeId: goesTo, instantly: true, stayingIds }]);
}

/** Lists those of the party here for whom the spell has no room. Characters who were named or fight beside the caster go first. */
function listLeftBehind(bout: SrdResolution, first: readonly string[], company: number): readonly string[] {
  const others = bout.snapshot.scene.presentIds.filter((id) => isOfParty(bout, id) && !first.includes(id));
  return others.slice(Math.max(0, company + 1 - first.length));
}

function isNextPlace({ snapshot: { scene, entities } }: SrdResolution, placeId: string): boolean {
  const here = scene.placeId === null ? undefined : entities[scene.placeId];
  return here?.kind === 'location' && (here.exits === null || here.exits.some(({ to }) => to === placeId));
}

/** Gives a creature the shape that was named, where the spell allows it, else the usual one. */
function reshape(
  bout: SrdResolution,
  { spell, caster, name, chosen, note }: Cast,
  characterId: string,
): void {
  const target = bout.fighter(characterId);
  if (target === null || spell.shape === undefined) return;
  const { kinds, challenge, usual } = spell.shape;
  const { findCreature } = bout.playbook.figures;
  const most =
    challenge === 'own' ? getCharacterLevel(target.block) || (target.block.challenge_rating ?? 0) : challenge;
  const named = chosen.flatMap((one) => findCreature(one) ?? []);
  const shape = named.find(({ figures }) => isAllowedCreature(figures, kinds, most)) ?? findCreature(usual);
  if (shape === null) return;
  bout.apply([
    {
      op: 'take_shape',
      characterId,
      name,
      source: caster.character.name,
      stats: shape.block,
      ...omitUndefined({
        rounds: countSpellRounds(spell),
        heldBy: spell.concentration ? caster.character.id : undefined,
        note: note === '' ? undefined : note,
      }),
    },
  ]);
  bout.tell(bout.say('fight.takes_shape', { who: target.character.name, shape: shape.name }));
}

/** Ends spells on the targets, or on all who are here: lower ones at once, higher ones by a check for each. */
function dispel(bout: SrdResolution, { caster, casting, targetIds }: Cast): void {
  const { id } = caster.character;
  const named = targetIds.filter((one) => one !== id);
  const beaten = new Map<string, boolean>();
  const isBeaten = (name: string, level: number | undefined): boolean => {
    if (level === undefined) return false;
    const known = beaten.get(name) ?? (level <= casting.slot || rollToBeatSpell(bout, caster, level));
    beaten.set(name, known);
    return known;
  };
  for (const characterId of named.length > 0 ? named : bout.snapshot.scene.presentIds)
    endSpells(bout, characterId, isBeaten);
  for (const [spell, isEnded] of beaten)
    bout.tell(bout.say(isEnded ? 'fight.spell_ends' : 'fight.spell_holds', { spell }));
  bout.judge(id, [...beaten.values()].some(Boolean));
}

/** Ends the spells at work on one character that were beaten. */
function endSpells(
  bout: SrdResolution,
  characterId: string,
  isBeaten: (name: string, level: number | undefined) => boolean,
): void {
  for (const { name, spell_level: level } of bout.fighter(characterId)?.block.active_effects ?? [])
    if (isBeaten(name, level)) endIfThere(bout, characterId, name);
  for (const { name, source, spell_level: level } of bout.fighter(characterId)?.block.conditions ?? [])
    if (isBeaten(source, level)) bout.apply([{ op: 'remove_condition', characterId, name, source }]);
}

/** Ends an effect unless it ended with another. */
function endIfThere(bout: SrdResolution, characterId: string, name: string): void {
  const isThere = bout.fighter(characterId)?.block.active_effects.some((effect) => effect.name === name);
  if (isThere === true) bout.apply([{ op: 'end_effect', characterId, name }]);
}

/** Lets the others stand still for as many turns as the caster takes alone. A blow against one of them wakes it. */
function stopTime(bout: SrdResolution, { spell, caster, name, casting }: Cast): void {
  const { id } = caster.character;
  const rounds = bout.diceOf(id)(spell.extra_turns ?? '1', name).total;
  const changes = {
    prevents: ['actions', 'reactions'],
    ends_on: ['attacked', 'harmed'],
    spell_level: casting.slot,
  };
  const others = bout.snapshot.combat?.combatants.filter(({ id: other, out }) => other !== id && !out) ?? [];
  bout.apply(
    others.map(({ id: characterId }) => ({
      op: 'add_effect',
      characterId,
      name,
      source: caster.character.name,
      rounds,
      changes,
    })),
  );
}
