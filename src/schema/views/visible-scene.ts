import { isOwnWords } from '#engine/state/choices.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { createPlayerView, createSpectatorView, type PlayerView } from '#engine/state/player-view.ts';
import type { Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { findNamed } from '#retrieval/find-named.ts';
import type { Context } from '../context.ts';
import type { CampaignRules } from '../loaders.ts';
import { GM_VIEW } from './record-id.ts';

/** Entity in the form a persona may see it. */
export type KnownEntity = PlayerView['entities'][string];

/** Scope of a view: the entities its persona knows, and the scene of the record. */
export type ViewScope = {
  readonly sessionId: string;
  readonly sceneId: string;
  /** Persona whose view it is, or `GM_VIEW`. */
  readonly as: string;
  readonly entityOf: (id: string | null) => KnownEntity | null;
};

/** Record of a scene together with its view scope. */
export type ViewScoped<Value> = Value & { readonly viewScope: ViewScope };

export type VisibleScene = {
  readonly view: PlayerView;
  readonly viewScope: ViewScope;
  /** Choices for the next turn: a game master may continue with commands. */
  readonly choices: Snapshot['planning']['choices'];
};

/** Loads the scene as the viewer's persona knows it; for a member without a persona, what is public. */
export async function loadVisibleScene(scene: SceneRecord, context: Context): Promise<VisibleScene> {
  const [snapshot, rules] = await Promise.all([
    context.loaders.snapshot.load(scene.id),
    loadSessionRules(scene.sessionId, context),
  ]);
  const view = viewOf(snapshot, await personaOf(snapshot, scene, context), rules);
  const entityOf = (id: string | null) => (id === null ? null : (view.entities[id] ?? null));
  const isMaster = (await context.access.standingAt(scene.sessionId))?.role === 'gm';
  const commands = isMaster ? (snapshot.planning.commands ?? []) : [];
  const choices = [...commands, ...view.planning.choices].filter((choice) => !isOwnWords(choice));
  const viewScope = { sessionId: scene.sessionId, sceneId: scene.id, as: view.personaId, entityOf };
  return { view, viewScope, choices };
}

/** Loads the rules of a session's campaign; null when its packs are no longer available. */
export async function loadSessionRules(
  sessionId: string,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<CampaignRules | null> {
  const session = await loaders.session.load(sessionId);
  return session === null ? null : loaders.rules.load(session.campaignId);
}

/** Adds the view scope to records. */
export function withViewScope<Value extends object>(
  viewScope: ViewScope,
  records: readonly Value[],
): ViewScoped<Value>[] {
  return records.map((record) => ({ ...record, viewScope }));
}

/** Returns the persona whose view the viewer gets: their own, or null. A game master without a persona gets the first. */
async function personaOf(
  { personas }: Snapshot,
  { id, sessionId }: SceneRecord,
  { access }: Context,
): Promise<CharacterId | null> {
  const standing = await access.standingAt(sessionId);
  const own = personas.find((personaId) => personaId === standing?.personaId);
  if (own !== undefined) return own;
  if (standing?.role !== 'gm') return null;
  const [first] = personas;
  if (first === undefined) throw new Error(`scene ${id} has no persona to see it through`);
  return first;
}

function viewOf(snapshot: Snapshot, personaId: CharacterId | null, rules: CampaignRules | null): PlayerView {
  const known = rules?.rules ?? null;
  const view =
    personaId === null ? createSpectatorView(snapshot, known) : createPlayerView(snapshot, personaId, known);
  if (isRejection(view)) throw new Error(view.reason);
  const entities = Object.entries(view.entities).map(
    ([id, entity]) => [id, withJoinedLines(entity)] as const,
  );
  return { ...view, entities: Object.fromEntries(entities) };
}

/** Removes the line breaks of its pack's file from the description of an entity. */
function withJoinedLines<Described extends KnownEntity>(entity: Described): Described {
  return {
    ...entity,
    description: entity.description === null ? null : joinHardWrappedLines(entity.description),
  };
}

/** Scene in full, as its game master sees it. */
export type GmView = {
  readonly scene: SceneRecord;
  readonly snapshot: Snapshot;
  readonly viewScope: ViewScope;
};

/** Returns the whole scene. Only fields with a game master's rule may call it. */
export function loadGmView(scene: SceneRecord, snapshot: Snapshot): GmView {
  const entities: Readonly<Record<string, Entity>> = snapshot.entities;
  const entityOf = (id: string | null) => {
    const entity = id === null ? undefined : entities[id];
    return entity === undefined ? null : withJoinedLines(toFullEntity(entity, snapshot));
  };
  const viewScope = { sessionId: scene.sessionId, sceneId: scene.id, as: GM_VIEW, entityOf };
  return { scene, snapshot, viewScope };
}

/** Converts an entity to the shape players see, with nothing left out. */
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
 * Finds the entities a narration names, in the order in which they are known. A person may be called by a part of their name. A
 * thing, a place or a faction needs its full name, with or without its article.
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
