import { buildContents } from '../library/build-contents.ts';
import type { OrderedPacks } from '../library/order-packs.ts';
import type { Problem } from '../problem.ts';

/** Everything that can only be seen when packs are put together. */
export function checkContents(ordered: OrderedPacks): readonly Problem[] {
  return buildContents(ordered).problems;
}
