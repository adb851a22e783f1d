import type { Effect } from '#engine/state/effect.ts';
import type { PersonaProtection } from '#engine/state/operation.ts';
import type { ReadingResult, Ruled, TurnContext } from '../context.ts';

type Evidence = TurnContext &
  Pick<ReadingResult, 'reading'> &
  Pick<Ruled, 'resolvedSnapshot' | 'actions' | 'rolled' | 'rolls' | 'effects' | 'resolved'>;

/** Effects that put a persona at stake without the wish of a player or model. */
const WENT_OFF: ReadonlySet<Effect['type']> = new Set(['trigger-fired', 'clock-filled', 'consequence-bound']);

/**
 * Returns what players' characters keep this turn, regardless of a model's proposals. A persona moves, loses or dies only
 * where the player's Reading, the rules or an event say so; words decide nothing here.
 */
export function protectPersonas(evidence: Evidence): PersonaProtection {
  const { resolvedSnapshot, persona } = evidence;
  const { personas, scene } = resolvedSnapshot;
  const others = personas.filter((id) => id !== persona.id && !scene.presentIds.includes(id));
  return {
    staying: mayBeMoved(evidence) ? others : personas,
    keeping: mayLose(evidence) ? [] : personas,
    safe: mayDie(evidence) ? [] : personas,
  };
}

function mayBeMoved(evidence: Evidence): boolean {
  const { lease, reading, actions } = evidence;
  // Openings, continuations, rolls and instructions leave the way to the narrator.
  if (lease.turn.input.kind !== 'story') return true;
  if (haveRulesSpoken(evidence) || isHelpless(evidence)) return true;
  return reading.moves_to !== '' || actions.some(({ kind }) => kind === 'move');
}

function mayLose(evidence: Evidence): boolean {
  const { kind } = evidence.lease.turn.input;
  if (kind !== 'story') return kind !== 'opening' && kind !== 'continuation';
  if (haveRulesSpoken(evidence) || isHelpless(evidence)) return true;
  const parting = ['give', 'drop', 'trade', 'use', 'cast', 'other'];
  return evidence.actions.some((action) => parting.includes(action.kind) || action.items.length > 0);
}

function mayDie(evidence: Evidence): boolean {
  const { lease, rolled, rolls, effects, resolved, resolvedSnapshot } = evidence;
  if (lease.turn.input.kind === 'instruction' || rolled !== null || resolvedSnapshot.combat !== null)
    return true;
  if (isHelpless(evidence) || effects.some(({ type }) => WENT_OFF.has(type))) return true;
  const isClean = resolved?.degree === 'success' || resolved?.degree === 'critical';
  return rolls.length > 0 && !isClean;
}

function haveRulesSpoken({ resolved, rolled, rolls, effects }: Evidence): boolean {
  return (
    resolved !== null || rolled !== null || rolls.length > 0 || effects.some(({ type }) => WENT_OFF.has(type))
  );
}

function isHelpless({ resolvedSnapshot, persona }: Evidence): boolean {
  const now = resolvedSnapshot.entities[persona.id];
  return now?.kind === 'character' && (now.captive || now.status !== 'conscious');
}
