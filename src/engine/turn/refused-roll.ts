import type { Mechanics } from '#engine/rules/mechanics.ts';
import { facesFault } from '#engine/rules/player-dice.ts';
import type { ClaimResult } from '#engine/store/leases.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { type RollAnswer, type TurnInput, type TurnRecord, toAwaitedRollId } from '#engine/store/turns.ts';
import type { Workshop } from './turn-tools.ts';

/** What is said of a roll that is not taken. */
export type RollRefusal =
  | Extract<ClaimResult, { readonly claim: 'nothing-awaited' }>
  /** Faces that the awaited dice cannot show; the reason says which would be right. */
  | { readonly claim: 'bad-faces'; readonly reason: string };

type Given = { readonly sessionId: string; readonly actionId: string; readonly input: TurnInput };
type Reads = Pick<Workshop, 'store' | 'snapshots' | 'playbookFor'>;

/** Why a roll is not taken, found out before anything is set going; null when it may be, and for all that is no roll. */
export async function refusedRoll(given: Given, reads: Reads): Promise<RollRefusal | null> {
  const { sessionId, actionId, input } = given;
  if (input.kind !== 'roll') return null;
  const session = await reads.store.sessions.find(sessionId);
  if (session?.status !== 'active') return null;
  const turn = await reads.store.turns.findByAction(sessionId, actionId);
  const mechanics = await mechanicsOf(session.campaignId, reads);
  if (turn === null && (input.rollId !== undefined || !(await isOffered(session, reads)))) {
    return { claim: 'nothing-awaited', answer: 'roll' };
  }
  const expression = turn === null ? '1d100' : expressionOf(turn, input);
  if (expression === null || input.faces === null || mechanics === null) return null;
  const fault = facesFault(expression, input.faces, mechanics.player_dice);
  return fault === null ? null : { claim: 'bad-faces', reason: fault.reason };
}

/** The rules that are played by; null when they cannot be had, which the turn itself will say. */
async function mechanicsOf(campaignId: string, { store, playbookFor }: Reads): Promise<Mechanics | null> {
  const campaign = await store.campaigns.find(campaignId);
  const playbook = campaign === null ? null : await playbookFor(campaign).catch(() => null);
  return playbook?.mechanics ?? null;
}

/** Only where a scene offers a table is the roll a turn of its own; elsewhere it answers the turn that waits for it. */
async function isOffered(
  { currentSceneId }: Pick<SessionRecord, 'currentSceneId'>,
  { snapshots }: Reads,
): Promise<boolean> {
  const { pendingRoll } = await snapshots.of(currentSceneId);
  return pendingRoll !== null;
}

/** The dice that a roll would answer, as they were asked for; null when the turn does not wait for it. */
function expressionOf(turn: TurnRecord, { rollId }: RollAnswer): string | null {
  const { status, suspension } = turn;
  if (status !== 'awaiting-roll' || suspension?.kind !== 'roll') return null;
  return rollId === undefined || rollId === toAwaitedRollId(turn) ? suspension.expression : null;
}
