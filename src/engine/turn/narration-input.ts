import { isRejection } from '#engine/kit/rejection.ts';
import type { NarrateInput, ResolvedOutcome } from '#engine/llm/narrate-input.ts';
import { playerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnInput } from '#engine/store/turns.ts';
import type { LoreHit } from '#retrieval/lore-index.ts';
import { actingPersona } from './acting-persona.ts';
import { contextPacket } from './context-packet.ts';
import type { Conversation } from './conversation.ts';
import type { Playbook } from './playbook.ts';

/** What the steps before have laid out for the narrator. */
export type Told = {
  readonly turnInput: TurnInput;
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly lore: readonly LoreHit[];
  readonly resolved: ResolvedOutcome | null;
  readonly sceneIndex: number;
  readonly said: Conversation;
};

/** Everything the narrator writes from. What the player has not learnt is not in it. */
export function narrationInput(told: Told): NarrateInput {
  const { turnInput, snapshot, playbook, lore, resolved, sceneIndex } = told;
  const persona = actingPersona(snapshot, turnInput);
  const view = playerView(snapshot, persona.id, playbook.rules.stateSchema);
  if (isRejection(view)) throw new Error(view.reason);
  // A first turn after an opening that failed is told from the beginning as well.
  const isFirst = turnInput.kind === 'opening' || sceneIndex === 1;
  return {
    callType: 'narrative',
    personaId: persona.id,
    playerText: turnInput.kind === 'story' ? turnInput.text : '',
    opening: isFirst ? playbook.opening : null,
    packet: contextPacket({ snapshot, view, calendar: playbook.calendar, lore, sceneIndex }),
    ...told.said,
    outcome: resolved,
    actions: [],
    plan: null,
    revealed: [],
    briefing: [],
    blocked: [],
    rolled: null,
    secrets: null,
    mayOfferRoll: false,
    operations: [...playbook.operations],
    eventTypes: [...playbook.eventTypes],
  };
}
