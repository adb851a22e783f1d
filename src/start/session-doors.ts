import { type SessionBrancher, sessionBrancher } from '#engine/turn/branch-session.ts';
import { type MemoryEditor, memoryEditor } from '#engine/turn/edit-memory.ts';
import type { SessionTools } from '#engine/turn/new-session.ts';
import { type Sittings, sittings } from '#engine/turn/sittings.ts';

export type SessionDoors = {
  readonly branches: SessionBrancher;
  readonly sittings: Sittings;
  readonly memories: MemoryEditor;
};

/** What can be done with sessions beside playing them: branch, begin, end, and set memories right. */
export function sessionDoors(tools: SessionTools): SessionDoors {
  return { branches: sessionBrancher(tools), sittings: sittings(tools), memories: memoryEditor(tools) };
}
