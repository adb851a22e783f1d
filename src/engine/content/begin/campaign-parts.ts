import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/make-library.ts';

/** What a campaign is made of, looked up and narrowed to the packs it plays with. */
export type CampaignParts = {
  readonly library: Library;
  readonly entryPoint: Content<'entry_point'>;
  readonly world: Content<'world'>;
  /** The first owns dice, schemas and pipeline. */
  readonly rulesets: readonly [Content<'ruleset'>, ...Content<'ruleset'>[]];
};

export function campaignParts(
  whole: Library,
  entryPointId: string,
  extraPackIds: readonly string[],
): CampaignParts | Rejection {
  const named = whole.find('entry_point', entryPointId);
  if (named === null) {
    const near = suggestName(
      entryPointId,
      whole.all('entry_point').map(({ id }) => id),
    );
    return reject('unknown-entry-point', `There is no entry point ${entryPointId}.${near}`, ['entryPointId']);
  }
  const missing = extraPackIds.find((id) => whole.findPack(id) === null);
  if (missing !== undefined) {
    const near = suggestName(
      missing,
      whole.packs.map(({ id }) => id),
    );
    return reject('unknown-pack', `There is no pack ${missing} that can be played.${near}`, ['extraPackIds']);
  }
  const library = whole.narrowedTo([named.packId, ...extraPackIds]);
  const entryPoint = library.find('entry_point', entryPointId);
  const world = entryPoint === null ? null : library.find('world', entryPoint.data.world);
  const [first, ...others] = (entryPoint?.data.rulesets ?? []).flatMap(
    (id) => library.find('ruleset', id) ?? [],
  );
  if (entryPoint === null || world === null || first === undefined) {
    throw new Error(`${entryPointId} is in the library without its world or its ruleset`);
  }
  return { library, entryPoint, world, rulesets: [first, ...others] };
}
