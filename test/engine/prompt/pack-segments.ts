import { join } from 'node:path';
import { buildLibrary } from '#engine/content/library.ts';
import { buildEntrySegments } from '#engine/content/prompt-segments.ts';
import { readPack } from '#engine/content/read-pack.ts';
import type { CastMemberView } from '#engine/contracts/context-packet.ts';
import { SEGMENT_SCOPES, type Segment } from '#engine/prompt/segment.ts';

/** The segments of a shipped entry point, with characters under the ids they have in a campaign. */
export async function packSegments(
  pack: string,
  entryPoint: string,
  characters: readonly string[],
): Promise<readonly Segment[]> {
  const library = buildLibrary([await readPack(join('content_packs', pack))]);
  const ids = characters.map((id) => `${pack}:${id}`);
  return buildEntrySegments(library, `${pack}:${entryPoint}`, ids).flatMap((segment) => {
    const scope = SEGMENT_SCOPES.find((one) => one === segment.scope);
    if (scope === undefined) return [];
    const refId = scope === 'npc' ? `npc_${segment.refId.split(':')[1]}_001` : segment.refId;
    return [{ ...segment, scope, refId }];
  });
}

/** Somebody of whom only their author's segment tells more. */
export function person(
  changes: Partial<CastMemberView> & Pick<CastMemberView, 'id' | 'name'>,
): CastMemberView {
  return {
    role: '',
    description: '',
    speech: '',
    disposition: '',
    capabilities: '',
    goals: [],
    redLines: [],
    sampleLines: [],
    relation: '',
    carries: [],
    condition: '',
    numbers: '',
    tier: 2,
    ...changes,
  };
}
