import { isRejection } from '#engine/kit/rejection.ts';
import { createPlayerView, type PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from './context.ts';

/** Returns a world as the acting persona knows it. */
export function viewAsPersona(
  snapshot: Snapshot,
  { persona, playbook }: Pick<TurnContext, 'persona' | 'playbook'>,
): PlayerView {
  const view = createPlayerView(snapshot, persona.id, playbook.rules.stateSchema);
  if (isRejection(view)) throw new Error(view.reason);
  return view;
}
