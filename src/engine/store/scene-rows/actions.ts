import type { Lineage } from '#engine/domain/lineage.ts';
import type { Database } from '../database/database.ts';
import { ActionEntity } from '../entities/scene-rows.ts';
import type { Page, PageRequest } from '../page.ts';
import {
  type CommittedScene,
  findSceneRowPage,
  type SceneRowPosition,
  toSceneRowColumns,
  toSceneRowPosition,
} from './scene-rows.ts';

/** Action of one character in a turn. */
export type NewAction = {
  readonly characterId: string;
  /** The action as every character present could see it. */
  readonly action: string;
  readonly intents: readonly string[];
  /** For the game master only; empty when nothing was thought. */
  readonly thought: string;
};

export type StoredAction = SceneRowPosition & Omit<NewAction, 'thought'> & { readonly id: string };

export type ActionStore = {
  /** Returns the actions along a branch, in order. */
  readonly along: (lineage: Lineage, page: PageRequest<number>) => Promise<Page<StoredAction>>;
  /** Returns the private thoughts behind actions, by the action's id. For the game master only. */
  readonly thoughts: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

export function createActionStore(database: Database): ActionStore {
  const read = async (ids: string[]) =>
    (await database.find(ActionEntity, { id: { $in: ids } })).map(actionOf);
  return {
    along: (lineage, request) => findSceneRowPage(database, 'action_row', lineage, request, read),
    thoughts: async (ids) => {
      const found = await database.find(
        ActionEntity,
        { id: { $in: [...ids] } },
        { fields: ['id', 'thought'] },
      );
      return new Map(found.map(({ id, thought }) => [id, thought]));
    },
  };
}

/** Omits the thought: callers that may read it ask for it separately. */
function actionOf({ id, session, place, characterId, action, intents }: ActionEntity): StoredAction {
  return { id, ...toSceneRowPosition(session.id, place), characterId, action, intents };
}

/** Writes actions together with the scene they made, in their order. */
export async function insertActions(
  tx: Database,
  scene: CommittedScene,
  actions: readonly NewAction[],
  createdAt: Date,
): Promise<void> {
  if (actions.length === 0) return;
  await tx.insertMany(
    ActionEntity,
    actions.map(({ characterId, action, intents, thought }, ordinal) => ({
      ...toSceneRowColumns(scene, ordinal, createdAt),
      characterId,
      action,
      intents,
      thought,
    })),
  );
}
