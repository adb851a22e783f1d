import type { CharacterId } from '#engine/state/ids.ts';
import { createPlayerView, type PlayerView } from '#engine/state/player-view.ts';
import type { Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { findNamed } from '#retrieval/find-named.ts';
import type { Context } from '../context.ts';
import { createForbiddenError } from '../errors.ts';
import type { CampaignRules } from '../loaders.ts';

/** Anybody or anything as somebody may see it. */
export type KnownEntity = PlayerView['entities'][string];

/** Whose eyes a record is seen through: which entities they know, and in which session it stands. */
export type ViewScope = {
  readonly sessionId: string;
  readonly entityOf: (id: string | null) => KnownEntity | null;
};

/** A record of a scene together with the eyes it is seen through. */
export type ViewScoped<Value> = Value & { readonly eyes: ViewScope };

export type VisibleScene = {
  readonly view: PlayerView;
  readonly eyes: ViewScope;
  /** What could be done next: a game master may go on commanding. */
  readonly choices: Snapshot['planning']['choices'];
};

/** The scene as the viewer's persona knows it. */
export async function loadVisibleScene(scene: SceneRecord, context: Context): Promise<VisibleScene> {
  const [snapshot, rules] = await Promise.all([
    context.loaders.snapshot.load(scene.id),
    loadSessionRules(scene.sessionId, context),
  ]);
  const view = viewOf(snapshot, await personaOf(snapshot, scene, context), rules);
  const entityOf = (id: string | null) => (id === null ? null : (view.entities[id] ?? null));
  const isMaster = (await context.access.standingAt(scene.sessionId))?.role === 'gm';
  const { choices } = isMaster ? snapshot.planning : view.planning;
  return { view, eyes: { sessionId: scene.sessionId, entityOf }, choices };
}

/** The rules of the campaign a session belongs to; null when its packs cannot be had any more. */
export async function loadSessionRules(
  sessionId: string,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<CampaignRules | null> {
  const session = await loaders.session.load(sessionId);
  return session === null ? null : loaders.rules.load(session.campaignId);
}

/** Records with the eyes they are seen through. */
export function withViewScope<Value extends object>(
  eyes: ViewScope,
  records: readonly Value[],
): ViewScoped<Value>[] {
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
    throw createForbiddenError('You play nobody in this scene; ask the game master for a persona.');
  const [first] = personas;
  if (first === undefined) throw new Error(`scene ${id} has no persona to see it through`);
  return first;
}

function viewOf(snapshot: Snapshot, personaId: CharacterId, rules: CampaignRules | null): PlayerView {
  const view = createPlayerView(snapshot, personaId, rules?.rules.stateSchema ?? null);
  if (isRejection(view)) throw new Error(view.reason);
  return view;
}

/** A scene as its game master sees it: all of it. */
export type GmView = { readonly scene: SceneRecord; readonly snapshot: Snapshot; readonly eyes: ViewScope };

/** The whole of a scene. Only what is behind a game master's rule may ask for it. */
export function loadGmView(scene: SceneRecord, snapshot: Snapshot): GmView {
  const entities: Readonly<Record<string, Entity>> = snapshot.entities;
  const entityOf = (id: string | null) => {
    const entity = id === null ? undefined : entities[id];
    return entity === undefined ? null : toFullEntity(entity, snapshot);
  };
  return { scene, snapshot, eyes: { sessionId: scene.sessionId, entityOf } };
}

/** An entity in the shape players see it in, with nothing left out. */
function toFullEntity(entity: Entity, { personas }: Pick<Snapshot, 'personas'>): KnownEntity {
  const { name, description } = entity;
  switch (entity.kind) {
    case 'character': {
      const { id, role, title = null, pronouns = null, status, captive, conditions, stats } = entity;
      const isPersona = personas.includes(id);
      const seen = { status, captive, conditions };
      return { kind: 'character', id, name, description, role, title, pronouns, isPersona, seen, stats };
    }
    case 'location': {
      const exits = entity.exits?.map(({ secret: _secret, ...exit }) => exit) ?? null;
      return { kind: 'location', id: entity.id, name, description, exits, effects: entity.effects };
    }
    case 'item':
      return { kind: 'item', id: entity.id, name, description, portable: entity.portable };
    case 'faction':
      return { kind: 'faction', id: entity.id, name, description };
  }
}

const ARTICLE = /^(?:the|an?) /i;
const WORD_SIGN = /[\p{L}\p{N}]/u;

/**
 * Those of whom a narration speaks by name, in the order in which they are known. A person may be called by a part of their name;
 * a thing, a place or a faction by all of it, with or without its article.
 */
export function findMentionedEntities(
  narration: string,
  known: readonly KnownEntity[],
): readonly KnownEntity[] {
  const people = known.filter(({ kind }) => kind === 'character');
  const named = new Set(findNamed(narration, people));
  const prose = narration.toLowerCase();
  return known.filter(({ id, kind, name }) => (kind === 'character' ? named.has(id) : isSaid(name, prose)));
}

function isSaid(name: string, prose: string): boolean {
  const words = name.replace(ARTICLE, '').toLowerCase();
  for (let at = prose.indexOf(words); words !== '' && at !== -1; at = prose.indexOf(words, at + 1)) {
    const [before, after] = [prose[at - 1] ?? '', prose[at + words.length] ?? ''];
    if (!WORD_SIGN.test(before) && !WORD_SIGN.test(after)) return true;
  }
  return false;
}
