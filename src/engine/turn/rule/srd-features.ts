import { isAllowedCreature } from '#engine/srd5e/creatures.ts';
import { computeSaveDifficulty, getMartialArtsDie } from '#engine/srd5e/derived-numbers.ts';
import { describeFeatureUse, type FeatureUse, getFeaturePayment } from '#engine/srd5e/feature-uses.ts';
import { isUnhurt } from '#engine/srd5e/hit-points.ts';
import { countRemaining } from '#engine/srd5e/resources.ts';
import { Srd5eAttack } from '#engine/srd5e/stat-block.ts';
import { Srd5eSpellLevel, toTitle } from '#engine/srd5e/terms.ts';
import { choosePayment } from './spells/payment.ts';
import type { SrdAction } from './srd-action.ts';
import { resolveAttack } from './srd-attack.ts';
import { forceSave, healTarget, inflictCondition } from './srd-harm.ts';
import { type Fighter, listFoes, type SrdResolution } from './srd-resolution.ts';

type FeatureAction = Extract<SrdAction, { kind: 'feature' }>;
type Use = {
  readonly user: Fighter;
  readonly use: FeatureUse;
  readonly thing: string;
  readonly action: FeatureAction;
};

/** Uses a feature: what pays for it is spent and all of its effects happen, or neither. */
export function useFeature(bout: SrdResolution, user: Fighter, action: FeatureAction): void {
  const { character, block } = user;
  const target = bout.fighter(action.targetId);
  const use = describeFeatureUse(block, action.name, target?.block ?? null);
  const thing = toTitle(action.name);
  const payment = getFeaturePayment(use);
  const amount = use.spends ?? 1;
  const slot = use.slot === true ? choosePayment(block, { name: '', spell: null, slot: 0 }, 1) : null;
  const lacksUse = payment !== null && (countRemaining(block, payment) ?? 0) < amount;
  if (lacksUse || (use.slot === true && slot?.resource == null)) {
    bout.tell(bout.say('fight.none_left', { who: character.name, thing: thing.toLowerCase() }));
    bout.judge(character.id, false);
    return;
  }
  const patient = use.onOther === true ? target : bout.fighter(character.id);
  if (use.heals !== undefined && patient !== null && isUnhurt(patient.block)) {
    bout.tell(bout.say('fight.unhurt', { who: patient.character.name, thing: thing.toLowerCase() }));
    return;
  }
  bout.together(() => {
    const characterId = character.id;
    if (payment !== null) bout.apply([{ op: 'spend_resource', characterId, resource: payment, amount }]);
    if (slot?.resource) bout.apply([{ op: 'spend_resource', characterId, resource: slot.resource }]);
    bout.tell(bout.say('fight.uses', { who: character.name, thing: thing.toLowerCase() }));
    carryOut(bout, { user, use, thing, action });
  });
}

function carryOut(bout: SrdResolution, { user, use, thing, action }: Use): void {
  const { id } = user.character;
  const targetId = use.onOther === true ? action.targetId : id;
  if (use.heals !== undefined) healTarget(bout, use.heals, targetId, id);
  if (use.effect !== undefined) {
    const { rounds, changes } = use.effect;
    bout.apply([
      { op: 'add_effect', characterId: targetId, name: thing, source: user.character.name, rounds, changes },
    ]);
  }
  for (let strike = 0; strike < (use.strikes ?? 0); strike += 1) strikeUnarmed(bout, id, action.targetId);
  if (use.turns !== undefined) turnAway(bout, user, thing, use.turns);
  if (use.shape !== undefined) takeShape(bout, { user, use, thing, action }, use.shape);
  if (use.recovers !== undefined) recoverSlots(bout, user, use.recovers);
  if (use.endsSpell === true) endOneSpell(bout, targetId);
}

function strikeUnarmed(bout: SrdResolution, id: string, named: string): void {
  const [first] = listFoes(bout, id);
  const targetId = named === id ? first : named;
  const [user, target] = [bout.fighter(id), targetId === undefined ? null : bout.fighter(targetId)];
  if (user === null || target === null || target.block.status === 'dead') return;
  const die = getMartialArtsDie(user.block);
  const { strength, dexterity } = user.block.abilities;
  const attack = Srd5eAttack.parse({
    name: 'Unarmed strike',
    ability: dexterity > strength ? 'dexterity' : 'strength',
    damage: [{ dice: die === null ? '1' : `1${die}`, type: 'bludgeoning' }],
  });
  resolveAttack(bout, user, target, attack, { knockOut: false });
}

const ROUNDS_TURNED = 10;

/** Drives off foes of certain kinds who fail a save; the weakest of them are destroyed. */
function turnAway(
  bout: SrdResolution,
  { character, block }: Fighter,
  thing: string,
  { kinds, destroys, by }: NonNullable<FeatureUse['turns']>,
): void {
  const concerned = listFoes(bout, character.id).filter((id) =>
    kinds.includes(bout.fighter(id)?.block.creature_type ?? ''),
  );
  const failed = forceSave(bout, {
    name: thing,
    sourceId: character.id,
    ability: 'wisdom',
    difficulty: computeSaveDifficulty(block, by),
    targetIds: concerned,
    damage: [],
    isHalved: false,
  });
  bout.judge(character.id, failed.length > 0);
  for (const characterId of failed) {
    const rating = bout.fighter(characterId)?.block.challenge_rating ?? 0;
    if (isAllowedCreature({ type: 'undead', challenge: rating }, ['undead'], destroys)) {
      bout.settled.harmed.add(characterId);
      bout.apply([{ op: 'set_life', characterId, status: 'dead' }]);
      bout.tell(bout.say('fight.dies', { who: bout.fighter(characterId)?.character.name ?? characterId }));
    } else
      inflictCondition(bout, characterId, {
        name: thing,
        sourceId: character.id,
        condition: { name: 'frightened', rounds: ROUNDS_TURNED, save_ends: false, ends_on: ['harmed'] },
      });
  }
}

/** Beast of a wild shape when none is named. */
const USUAL_BEAST = 'Wolf';

function takeShape(
  bout: SrdResolution,
  { user, thing, action }: Use,
  { challenge, rounds }: NonNullable<FeatureUse['shape']>,
): void {
  const { findCreature } = bout.playbook.figures;
  const named = (action.chosen ?? []).flatMap((name) => findCreature(name) ?? []);
  const shape =
    named.find(({ figures }) => isAllowedCreature(figures, ['beast'], challenge)) ??
    findCreature(USUAL_BEAST);
  if (shape === null) return;
  const { id: characterId, name: who } = user.character;
  bout.apply([{ op: 'take_shape', characterId, name: thing, source: who, rounds, stats: shape.block }]);
  bout.tell(bout.say('fight.takes_shape', { who, shape: shape.name }));
}

const HIGHEST_RECOVERED = 5;

/** Gives back spell slots, the highest first, as many levels of them as the feature allows. */
function recoverSlots(bout: SrdResolution, { character, block }: Fighter, levels: number): void {
  let left = levels;
  for (let level = Math.min(HIGHEST_RECOVERED, levels); level >= 1; level -= 1) {
    const slot = block.resources.spell_slots[Srd5eSpellLevel.parse(`${level}`)];
    const amount = Math.min(slot?.used ?? 0, Math.floor(left / level));
    if (amount === 0) continue;
    left -= amount * level;
    const resource = { kind: 'spell_slot', level };
    bout.apply([{ op: 'restore_resource', characterId: character.id, resource, amount }]);
  }
}

function endOneSpell(bout: SrdResolution, characterId: string): void {
  const block = bout.fighter(characterId)?.block;
  const spell = block?.active_effects.find(({ spell_level: level }) => level !== undefined);
  if (spell === undefined) return;
  bout.apply([{ op: 'end_effect', characterId, name: spell.name }]);
  bout.tell(bout.say('fight.spell_ends', { spell: spell.name }));
}
