import type { TurnInput } from '#engine/store/turns.ts';
import type { TurnRequest } from './turn-runner.ts';
import type { Workshop } from './turn-tools.ts';
import { choiceWords } from './words-of.ts';

/** A choice that the story does not offer where it stands. */
export type ChoiceGone = { readonly claim: 'choice-gone' };

/**
 * An action with its choice written out, as the scene offers it that the player has before them. One that was sent before is known
 * by its action and stays what it was.
 */
export async function withChoice(
  request: TurnRequest,
  { store, snapshots }: Pick<Workshop, 'store' | 'snapshots'>,
): Promise<TurnRequest | ChoiceGone> {
  const { sessionId, actionId, input } = request;
  if (!isChoice(input)) return request;
  if ((await store.turns.findByAction(sessionId, actionId)) !== null) return request;
  const session = await store.sessions.find(sessionId);
  if (session === null) return request;
  const { planning } = await snapshots.of(session.currentSceneId);
  const choice = planning.choices.find(({ key }) => key === input.choiceKey);
  return choice === undefined
    ? { claim: 'choice-gone' }
    : { ...request, input: { ...input, chosen: choiceWords(choice) } };
}

function isChoice(input: TurnInput): input is Extract<TurnInput, { readonly kind: 'story' }> {
  return input.kind === 'story' && input.choiceKey !== null;
}
