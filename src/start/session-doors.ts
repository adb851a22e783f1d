import { createMemoryEditor, type MemoryEditor } from '#engine/turn/edit-memory.ts';
import {
  createSessionBrancher,
  createSessionLifecycle,
  type SessionBrancher,
  type SessionLifecycle,
  type SessionTools,
} from '#engine/turn/session-lifecycle.ts';

export type SessionDoors = {
  readonly branches: SessionBrancher;
  readonly sittings: SessionLifecycle;
  readonly memories: MemoryEditor;
};

/** What can be done with sessions beside playing them: branch, begin, end, and set memories right. */
export function sessionDoors(tools: SessionTools): SessionDoors {
  return {
    branches: createSessionBrancher(tools),
    sittings: createSessionLifecycle(tools),
    memories: createMemoryEditor(tools),
  };
}
