import { isRejection } from '#engine/kit/rejection.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Read, TurnContext } from '../context.ts';
import { findMove } from '../rule/certain-actions.ts';
import { asAsker } from '../ruled-by.ts';

/**
 * Returns the context as it will be when the player arrives where they set out for, so that the lore of that place is at hand.
 * Nothing is decided by it: `rule` makes the move, or refuses it.
 */
export function anticipateMove<Context extends TurnContext & Read>(context: Context): Context {
  const move = findMove(context, [], context);
  if (move === null || move.blocked !== null || context.snapshot.combat !== null) return context;
  const { snapshot, rejected } = applyOperations(
    context.snapshot,
    [move.proposal],
    asAsker('engine', context),
  );
  if (rejected.length > 0) return context;
  const view = createPlayerView(snapshot, context.persona.id, context.playbook.rules.stateSchema);
  return isRejection(view) ? context : { ...context, snapshot, view };
}
