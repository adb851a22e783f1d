import { listSpellcasting } from '#engine/srd5e/checks.ts';
import { canSpeak, isIncapacitated, isPrevented } from '#engine/srd5e/conditions.ts';
import { countSpellRounds } from '#engine/srd5e/spell-numbers.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { describePlace } from '#engine/state/conditions.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import type { Fighter, SrdResolution } from '../srd-resolution.ts';
import { endLasting } from '../srd-sides.ts';
import type { Cast, CastAction } from './cast.ts';
import { conjure } from './conjure.ts';
import { keepLastingEffects } from './lasting.ts';
import { choosePayment, type Payment } from './payment.ts';
import { prepareCast } from './prepare-cast.ts';
import { isCountered, standReady } from './reactions.ts';
import { strike } from './strike.ts';

/** Casts a spell: the slot is spent and all of its effects happen, or neither. */
export function castSpell(bout: SrdResolution, caster: Fighter, action: CastAction): void {
  if (useAgain(bout, caster, action)) return;
  const refusal = findCastRefusal(bout, caster, action);
  const who = caster.character.name;
  const payment = choosePayment(caster.block, action);
  if (refusal !== null || payment === null) {
    const level = Math.max(action.slot, action.spell?.level ?? 0);
    bout.tell(refusal ?? bout.say('fight.no_slot', { who, level }));
    bout.judge(caster.character.id, false);
    return;
  }
  const { spell } = action;
  if (spell?.trigger !== undefined && bout.snapshot.combat !== null) {
    standReady(bout, caster, { name: action.name, spell, slot: payment.level });
    return;
  }
  bout.together(() => {
    pay(bout, caster, payment, spell?.consumes);
    bout.tell(
      action.name === ''
        ? bout.say('fight.casts_something', { who })
        : bout.say('fight.casts', { who, spell: action.name }),
    );
    if (spell === null) return;
    endLasting(bout, caster.character.id, 'casts');
    if (isCountered(bout, caster, { name: action.name, level: payment.level })) return;
    carryOutSpell(bout, prepareCast(bout, caster, action, spell, payment.level));
  });
}

/** Uses a spell again that lasts and may be repeated in later turns. False when there is none of that name. */
function useAgain(bout: SrdResolution, caster: Fighter, action: CastAction): boolean {
  const { spell } = action;
  const kept = findRepeatable(caster.block, action.name);
  if (kept === undefined || spell === null || action.slot > 0) return false;
  const cast = prepareCast(bout, caster, action, spell, kept.spell_level ?? spell.level);
  bout.tell(bout.say('fight.uses', { who: caster.character.name, thing: action.name }));
  const affected = strike(bout, cast);
  keepLastingEffects(bout, cast, affected, { isAgain: true });
  return true;
}

/** Finds the effect of a spell that its caster may use again without a slot. */
export function findRepeatable({ active_effects }: Srd5eStatBlock, name: string) {
  return active_effects.find((effect) => effect.name === name && effect.again !== undefined);
}

function pay(bout: SrdResolution, { character }: Fighter, payment: Payment, gold?: number): void {
  const { id, name: who } = character;
  if (gold !== undefined)
    bout.apply([{ op: 'spend_resource', characterId: id, resource: { kind: 'gold' }, amount: gold }]);
  if (payment.resource === null) return;
  bout.apply([{ op: 'spend_resource', characterId: id, resource: payment.resource }]);
  if (payment.resource.kind !== 'feature')
    bout.tell(bout.say('fight.spends_slot', { who, level: payment.level }));
}

function findCastRefusal(
  bout: SrdResolution,
  { character, block }: Fighter,
  action: CastAction,
): string | null {
  const who = character.name;
  const { spell, name } = action;
  if (!isAbleToCast(bout, block, spell)) return bout.say('fight.cannot_cast', { who });
  if (spell === null) return null;
  if (typeof spell.casting === 'object' && bout.snapshot.combat !== null)
    return bout.say('fight.takes_too_long', { spell: name });
  if (spell.consumes !== undefined && block.resources.gold < spell.consumes)
    return bout.say('fight.lacks_component', { who, spell: name, gold: spell.consumes });
  const isHere = (id: string) => bout.snapshot.scene.presentIds.some((present) => present === id);
  const far = isNear(spell) ? action.targetIds.find((id) => !isHere(id)) : undefined;
  if (far !== undefined)
    return bout.say('refused.not_here', { what: bout.fighter(far)?.character.name ?? far });
  return isKnown(bout, block, name) ? null : bout.say('fight.not_known', { who, spell: name });
}

function isAbleToCast(bout: SrdResolution, block: Srd5eStatBlock, spell: Srd5eSpell | null): boolean {
  if (isIncapacitated(block) || isPrevented(block, 'spells')) return false;
  const isVerbal = spell?.components.includes('v') === true;
  if (isVerbal && (!canSpeak(block) || describePlace(bout.snapshot).isSilent)) return false;
  const needsNumbers = spell?.attack !== undefined || spell?.save !== undefined;
  return !needsNumbers || listSpellcasting(block).length > 0;
}

/** Tells whether a creature knows a spell. One without a list knows them all: it casts what its story gives it. */
function isKnown(
  { playbook }: SrdResolution,
  { spells_known: known }: Srd5eStatBlock,
  name: string,
): boolean {
  const { findSpell } = playbook.figures;
  const id = findSpell(name)?.id;
  return known.length === 0 || known.some((one) => findSpell(one)?.id === id);
}

/** Tells whether a spell reaches only those who are here. */
function isNear({ range }: Srd5eSpell): boolean {
  return typeof range === 'number'
    ? range <= 5280
    : range === 'self' || range === 'touch' || range === 'sight';
}

/** Carries out all effects of a spell that is cast: what is rolled, what lasts, what comes of it. */
export function carryOutSpell(bout: SrdResolution, cast: Cast): void {
  const { spell, caster, name } = cast;
  if (spell.concentration) {
    const rounds = countSpellRounds(spell);
    bout.apply([
      { op: 'concentrate', characterId: caster.character.id, spell: name, ...omitUndefined({ rounds }) },
    ]);
  }
  // A creature that the spell held before had called is gone with it.
  const isThere = (id: string) => bout.fighter(id)?.character.retired !== true;
  const held = { ...cast, targetIds: cast.targetIds.filter(isThere) };
  const affected = strike(bout, held);
  keepLastingEffects(bout, held, affected, { isAgain: false });
  conjure(bout, held, affected);
  if (spell.narrative !== undefined && cast.note !== '') bout.tell(cast.note);
}
