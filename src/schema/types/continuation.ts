import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Checkpoint, TurnInput } from '#engine/store/turns.ts';
import type { Context } from '../context.ts';
import { seenScene } from '../seen.ts';
import { standingTurn } from './standing-turn.ts';
import type { TurnAction } from './turn-action.ts';

type Given = NonNullable<TurnAction['continuation']>;
type Continuation = Extract<TurnInput, { readonly kind: 'continuation' }>;
type Acting = { readonly session: SessionRecord; readonly actionId: string };

/** The story going on by itself, for a client that knows where it stands; or in what the client is mistaken. */
export async function continued(
  given: Given,
  { session, actionId }: Acting,
  context: Context,
): Promise<Continuation | Rejection> {
  const { sceneId, sequenceId, location, missions } = given;
  const mistaken = mistakeIn(given, await goingOn(session, context));
  const checkpoint = { sceneId: sceneId.id, location, missions: [...missions] };
  // What it once went on from lies behind it: the same action stays the same turn.
  const isKnown = mistaken !== null && (await standingTurn(session.id, actionId, context)) !== null;
  return mistaken === null || isKnown
    ? { kind: 'continuation', checkpoint, sequenceId }
    : reject('out-of-step', mistaken.reason, ['action', 'continuation', mistaken.field]);
}

/** The story going on by itself from where it stands, as far as whoever asks can see. */
export async function goingOn(
  { currentSceneId, sceneIndex }: SessionRecord,
  context: Context,
): Promise<Continuation> {
  const checkpoint = await checkpointAt(currentSceneId, context);
  return { kind: 'continuation', checkpoint, sequenceId: sceneIndex };
}

async function checkpointAt(sceneId: string, context: Context): Promise<Checkpoint> {
  const scene = await context.loaders.scene.load(sceneId);
  if (scene === null) throw new Error(`a session stands at scene ${sceneId}, which is not there`);
  const { view, eyes } = await seenScene(scene, context);
  const missions = view.missions.filter(({ status }) => status === 'accepted' || status === 'in_progress');
  const location = eyes.entityOf(view.scene.placeId)?.name ?? '';
  return { sceneId, location, missions: missions.map(({ id }) => id) };
}

function mistakeIn(
  { sceneId, sequenceId, location, missions }: Given,
  { checkpoint: stands, sequenceId: index }: Continuation,
): { readonly field: keyof Given; readonly reason: string } | null {
  const where = `the story stands at scene ${index}; read it and ask again.`;
  if (sequenceId !== index) return { field: 'sequenceId', reason: where };
  if (sceneId.id !== stands.sceneId) return { field: 'sceneId', reason: `this is another scene; ${where}` };
  if (location !== stands.location) {
    const place = stands.location === '' ? 'no place' : stands.location;
    return { field: 'location', reason: `the scene ends at ${place}.` };
  }
  if (missions.length !== stands.missions.length || !stands.missions.every((id) => missions.includes(id))) {
    const which = stands.missions.length === 0 ? 'none are' : `these are: ${stands.missions.join(', ')}`;
    return { field: 'missions', reason: `not those that are under way; ${which}.` };
  }
  return null;
}
