import type { CharacterId } from '#engine/state/ids.ts';
import { createPlayerView, type PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { forbidden } from './access/forbidden.ts';
import type { CampaignRules } from './campaign-rules.ts';
import type { Context } from './context.ts';

/** Anybody or anything as somebody may see it. */
export type KnownEntity = PlayerView['entities'][string];

/** Whose eyes a record is seen through: which entities they know, and in which session it stands. */
export type Eyes = {
  readonly sessionId: string;
  readonly entityOf: (id: string | null) => KnownEntity | null;
};

/** A record of a scene together with the eyes it is seen through. */
export type Seen<Value> = Value & { readonly eyes: Eyes };

export type SeenScene = {
  readonly view: PlayerView;
  readonly eyes: Eyes;
  /** What could be done next: a game master may go on commanding. */
  readonly choices: Snapshot['planning']['choices'];
};

/** The scene as the viewer's persona knows it. */
export async function seenScene(scene: SceneRecord, context: Context): Promise<SeenScene> {
  const [snapshot, rules] = await Promise.all([
    context.loaders.snapshot.load(scene.id),
    rulesOfSession(scene.sessionId, context),
  ]);
  const view = viewOf(snapshot, await personaOf(snapshot, scene, context), rules);
  const entityOf = (id: string | null) => (id === null ? null : (view.entities[id] ?? null));
  const isMaster = (await context.access.standingAt(scene.sessionId))?.role === 'gm';
  const { choices } = isMaster ? snapshot.planning : view.planning;
  return { view, eyes: { sessionId: scene.sessionId, entityOf }, choices };
}

/** The rules of the campaign a session belongs to; null when its packs cannot be had any more. */
export async function rulesOfSession(
  sessionId: string,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<CampaignRules | null> {
  const session = await loaders.session.load(sessionId);
  return session === null ? null : loaders.rules.load(session.campaignId);
}

/** Records with the eyes they are seen through. */
export function through<Value extends object>(eyes: Eyes, records: readonly Value[]): Seen<Value>[] {
  return records.map((record) => ({ ...record, eyes }));
}

/** Whose eyes the viewer sees a scene through: their persona's; a game master who plays nobody borrows the first. */
async function personaOf(
  { personas }: Snapshot,
  { id, sessionId }: SceneRecord,
  { access }: Context,
): Promise<CharacterId> {
  const standing = await access.standingAt(sessionId);
  const own = personas.find((personaId) => personaId === standing?.personaId);
  if (own !== undefined) return own;
  if (standing?.role !== 'gm')
    throw forbidden('You play nobody in this scene; ask the game master for a persona.');
  const [first] = personas;
  if (first === undefined) throw new Error(`scene ${id} has no persona to see it through`);
  return first;
}

function viewOf(snapshot: Snapshot, personaId: CharacterId, rules: CampaignRules | null): PlayerView {
  const view = createPlayerView(snapshot, personaId, rules?.rules.stateSchema ?? null);
  if (isRejection(view)) throw new Error(view.reason);
  return view;
}
