import type { Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Eyes, KnownEntity } from './seen.ts';

/** A scene as its game master sees it: all of it. */
export type GmView = { readonly scene: SceneRecord; readonly snapshot: Snapshot; readonly eyes: Eyes };

/** The whole of a scene. Only what is behind a game master's rule may ask for it. */
export function gmView(scene: SceneRecord, snapshot: Snapshot): GmView {
  const entities: Readonly<Record<string, Entity>> = snapshot.entities;
  const entityOf = (id: string | null) => {
    const entity = id === null ? undefined : entities[id];
    return entity === undefined ? null : whole(entity, snapshot);
  };
  return { scene, snapshot, eyes: { sessionId: scene.sessionId, entityOf } };
}

/** An entity in the shape players see it in, with nothing left out. */
export function whole(entity: Entity, { personas }: Pick<Snapshot, 'personas'>): KnownEntity {
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
