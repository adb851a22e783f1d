import type { LibrarySpell } from '#engine/content/figures.ts';
import { listSpellcasting, rollAbility } from '#engine/srd5e/checks.ts';
import { isIncapacitated, isPrevented } from '#engine/srd5e/conditions.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import { type Fighter, isAbleToFight, listFoes, type SrdResolution } from '../srd-resolution.ts';
import type { Cast } from './cast.ts';
import { keepLastingEffects } from './lasting.ts';
import { choosePayment } from './payment.ts';
import { prepareCast } from './prepare-cast.ts';

type Trigger = NonNullable<Srd5eSpell['trigger']>;

/** Holds a reaction ready until the end of the caster's next turn. Its slot is spent when it is set off. */
export function standReady(
  bout: SrdResolution,
  { character, block }: Fighter,
  { name, slot }: { readonly name: string; readonly spell: Srd5eSpell; readonly slot: number },
): void {
  const { id, name: who } = character;
  if (choosePayment(block, { name, spell: null, slot }) === null) {
    bout.tell(bout.say('fight.no_slot', { who, level: slot }));
    return;
  }
  const changes = { ready: { spell: name, slot } };
  bout.apply([
    { op: 'add_effect', characterId: id, name: `${name} held ready`, source: who, rounds: 1, changes },
  ]);
  bout.tell(bout.say('fight.holds_ready', { who, spell: name }));
}

type Reaction = { readonly fighter: Fighter; readonly spell: LibrarySpell; readonly slot: number };

/**
 * Finds the reaction of a creature to an event: one it holds ready, or for those no player decides for any spell it knows
 * and has a slot for. A creature reacts once until the end of its next turn.
 */
function findReaction(bout: SrdResolution, id: string, trigger: Trigger): Reaction | null {
  const fighter = bout.fighter(id);
  if (fighter === null || bout.snapshot.combat === null || !isAbleToFight(bout, id)) return null;
  const { block } = fighter;
  if (isIncapacitated(block) || isPrevented(block, 'reactions') || isPrevented(block, 'spells')) return null;
  const { findSpell } = bout.playbook.figures;
  const isPersona = bout.snapshot.personas.some((persona) => persona === id);
  const ready = block.active_effects.flatMap(({ ready: held }) => held ?? []);
  const known = isPersona ? [] : block.spells_known.map((spell) => ({ spell, slot: 0 }));
  for (const { spell: name, slot } of [...ready, ...known]) {
    const spell = findSpell(name);
    if (spell === null || spell.figures.trigger !== trigger) continue;
    if (choosePayment(block, { name: spell.name, spell: spell.figures, slot }) !== null)
      return { fighter, spell, slot };
  }
  return null;
}

/** Uses up the reaction of a creature until the end of its next turn. */
export function spendReaction(bout: SrdResolution, characterId: string, source: string): void {
  const changes = { prevents: ['reactions'] };
  bout.apply([{ op: 'add_effect', characterId, name: 'Reaction used', source, rounds: 1, changes }]);
}

/** Spends slot and reaction, and tells of it. Returns the level of the slot. */
function payReaction(bout: SrdResolution, { fighter, spell, slot }: Reaction): number {
  const { character, block } = fighter;
  const { id: characterId, name: who } = character;
  const payment = choosePayment(block, { name: spell.name, spell: spell.figures, slot });
  const held = block.active_effects.find(({ ready }) => ready?.spell === spell.name);
  bout.apply([
    ...(payment?.resource ? [{ op: 'spend_resource', characterId, resource: payment.resource }] : []),
    ...(held === undefined ? [] : [{ op: 'end_effect', characterId, name: held.name }]),
  ]);
  spendReaction(bout, characterId, spell.name);
  bout.tell(bout.say('fight.casts', { who, spell: spell.name }));
  return payment?.level ?? spell.figures.level;
}

const COUNTER_BASE = 10;

/** Lets a foe of the caster break a spell: at once with a slot as high as the spell's, else by a check of its ability. */
export function isCountered(
  bout: SrdResolution,
  caster: Fighter,
  { name, level }: { readonly name: string; readonly level: number },
): boolean {
  if (level === 0) return false;
  for (const foeId of listFoes(bout, caster.character.id)) {
    const reaction = findReaction(bout, foeId, 'foe_casts');
    if (reaction === null) continue;
    const slot = payReaction(bout, reaction);
    if (slot < level && !rollToBeatSpell(bout, reaction.fighter, level)) continue;
    bout.tell(bout.say('fight.spell_broken', { spell: name, who: caster.character.name }));
    bout.judge(caster.character.id, false);
    return true;
  }
  return false;
}

/** Rolls the check by which a caster breaks or ends a spell of a higher level than its slot. */
export function rollToBeatSpell(bout: SrdResolution, { character, block }: Fighter, level: number): boolean {
  const ability = listSpellcasting(block)[0]?.ability ?? 'charisma';
  const difficulty = COUNTER_BASE + level;
  return rollAbility(block, { ability }, bout.diceOf(character.id), {}, difficulty).total >= difficulty;
}

/** Lets the target of an attack turn it aside, where its reaction adds as much to its armor class as is missing. */
export function isTurnedAside(bout: SrdResolution, targetId: string, missing: number): boolean {
  const reaction = findReaction(bout, targetId, 'attacked');
  const bonus = reaction?.spell.figures.effect?.armor_class ?? 0;
  if (reaction === null || bonus < missing) return false;
  const cast = castReaction(bout, reaction, [targetId]);
  keepLastingEffects(bout, cast, [targetId], { isAgain: false });
  bout.tell(bout.say('fight.turned_aside', { whom: reaction.fighter.character.name }));
  return true;
}

/** Lets a creature that was hurt strike back with a spell; null when it has none. The caller resolves the spell. */
export function answerHarm(bout: SrdResolution, harmedId: string, attackerId: string): Cast | null {
  const reaction = findReaction(bout, harmedId, 'harmed');
  return reaction === null ? null : castReaction(bout, reaction, [attackerId]);
}

function castReaction(bout: SrdResolution, reaction: Reaction, targetIds: readonly string[]): Cast {
  const slot = payReaction(bout, reaction);
  const { spell, fighter } = reaction;
  const now = bout.fighter(fighter.character.id) ?? fighter;
  const { name, description: note, figures } = spell;
  const action = {
    actorId: now.character.id,
    kind: 'cast',
    name,
    note,
    spell: figures,
    slot,
    targetIds,
  } as const;
  return prepareCast(bout, now, action, figures, slot);
}
