import type { Json } from '#engine/kit/canonical-json.ts';
import type { FactId } from '#engine/state/ids.ts';
import type { ProgressClock } from '#engine/state/record.ts';
import { mapOperation } from '../operations/map-operation.ts';
import type { CampaignIds } from './campaign-ids.ts';

type StoredProposals = ProgressClock['triggers'][number]['operations'];
type PackOperations = readonly { readonly op: string; readonly [key: string]: unknown }[];

/** Puts campaign ids in the place of pack ids, so that an operation of a pack can be applied as it stands. */
export function storedOperations(
  operations: PackOperations,
  ids: CampaignIds,
  facts: ReadonlyMap<string, FactId>,
): StoredProposals {
  return operations.map((operation) => {
    // The file was read as JSON, and everything in an operation comes from it.
    const data = operation as { readonly [key: string]: Json };
    return mapOperation(data, ({ text }) => facts.get(text) ?? ids.entity(text) ?? text);
  });
}
