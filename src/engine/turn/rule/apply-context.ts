import type { ApplyContext } from '#engine/state/apply-operations.ts';
import type { TurnContext } from '../context.ts';

/** Creates the context for operations that the engine applies because the rules, and no player or model, ask for them. */
export function createEngineApplyContext({
  sceneIndex,
  playbook,
}: Pick<TurnContext, 'sceneIndex'> & {
  readonly playbook: Pick<TurnContext['playbook'], 'rules' | 'calendar'>;
}): Omit<ApplyContext, 'dice'> {
  return { asker: 'engine', sceneIndex, rules: playbook.rules, calendar: playbook.calendar };
}

/** Returns the position in the dice of this turn, from one of its checks on. */
export function createDicePosition(
  { seed, diceIndex: index }: Pick<TurnContext, 'seed' | 'diceIndex'>,
  nextOrdinal: number,
): ApplyContext['dice'] {
  return { seed, index, nextOrdinal };
}

/** Creates the context for an actor's operations in a turn that has thrown no dice yet. */
export function createApplyContext(asker: ApplyContext['asker'], turnContext: TurnContext): ApplyContext {
  return { ...createEngineApplyContext(turnContext), asker, dice: createDicePosition(turnContext, 0) };
}
