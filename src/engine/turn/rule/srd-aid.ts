import { isDying } from '#engine/srd5e/derived-numbers.ts';
import { getPotionHealing } from '#engine/srd5e/feature-uses.ts';
import { choosePayment } from './spells/payment.ts';
import { performSrdAction } from './srd-perform.ts';
import { type Fighter, isAbleToFight, type SrdResolution } from './srd-resolution.ts';

/** Heals one who lies dying by a spell or a potion of the helper; false when it has neither. */
export function reviveDying(bout: SrdResolution, helper: Fighter, patientId: string): boolean {
  const { character, block } = helper;
  const { findSpell } = bout.playbook.figures;
  const isFight = bout.snapshot.combat !== null;
  const [spell] = block.spells_known
    .flatMap((known) => findSpell(known) ?? [])
    .filter(({ name, figures }) => {
      const { healing, casting, range } = figures;
      if (healing === undefined || healing.temporary === true || range === 'self') return false;
      if (typeof casting === 'object' && isFight) return false;
      return choosePayment(block, { name, spell: figures, slot: 0 }) !== null;
    })
    .toSorted((one, other) => one.figures.level - other.figures.level);
  const actorId = character.id;
  if (spell !== undefined) {
    const { name, figures } = spell;
    performSrdAction(bout, {
      actorId,
      kind: 'cast',
      name,
      spell: figures,
      slot: 0,
      targetIds: [patientId],
    });
    return true;
  }
  const potion = Object.entries(block.resources.consumables).find(
    ([name, count]) => count > 0 && getPotionHealing(name) !== null,
  )?.[0];
  const heals = potion === undefined ? null : getPotionHealing(potion);
  if (potion === undefined || heals === null) return false;
  performSrdAction(bout, {
    actorId,
    kind: 'drink',
    name: potion,
    heals,
    itemId: null,
    targetId: patientId,
  });
  return true;
}

/** Lets companions who are here and on their feet help one who lies dying outside a fight: by what heals, else by first aid. */
export function letCompanionsHelp(bout: SrdResolution, patientId: string): void {
  for (const id of bout.snapshot.scene.presentIds) {
    const patient = bout.fighter(patientId);
    if (patient === null || !isDying(patient.block)) return;
    const helper = bout.fighter(id);
    if (id === patientId || helper === null || helper.character.side !== 'party') continue;
    if (helper.character.captive || !isAbleToFight(bout, id)) continue;
    if (!reviveDying(bout, helper, patientId))
      performSrdAction(bout, { actorId: id, kind: 'aid', targetId: patientId });
  }
}
