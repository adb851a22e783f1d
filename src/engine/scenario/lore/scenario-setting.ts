import type { Content, Library } from '#engine/content/library.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { getCalendar } from '#engine/content/world-calendar.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

/** World a scenario is made for. Null fields default to the world and ruleset the pack itself plays with. */
export type ScenarioWorld = {
  readonly packId: string;
  /** `mystika:mystika`, or the short id. */
  readonly worldId: string | null;
  readonly rulesetId: string | null;
};

/** The world, the rules and the library a scenario stands on. Packs that are not theirs are not in it. */
export type ScenarioSetting = {
  readonly library: Library;
  /** The packs it depends on, with the versions they have now. */
  readonly packs: readonly { readonly id: string; readonly version: string }[];
  readonly language: string;
  readonly world: Content<'world'>;
  readonly ruleset: Content<'ruleset'>;
  readonly rules: StateRules;
  readonly calendar: Calendar;
};

/** Finds what a scenario stands on, or says which of it is not there. */
export function resolveScenarioSetting(
  installed: Library,
  { packId, worldId, rulesetId }: ScenarioWorld,
): ScenarioSetting | Rejection {
  const pack = installed.findPack(packId);
  if (pack === null) {
    const near = suggestName(
      packId,
      installed.packs.map(({ id }) => id),
    );
    return reject('unknown-pack', `there is no pack ${packId}.${near}`, ['packId']);
  }
  const own = installed.narrowedTo([packId]);
  const world = named(own.all('world'), worldId, packId);
  if (world === null) return unknown('world', worldId, packId, own.all('world'));
  const usual = own.all('entry_point').find(({ data }) => data.world === world.id)?.data.rulesets[0];
  const ruleset =
    named(own.all('ruleset'), rulesetId ?? usual ?? null, packId) ??
    (rulesetId === null ? null : installed.find('ruleset', rulesetId));
  if (ruleset === null) return unknown('ruleset', rulesetId, packId, own.all('ruleset'));
  const rules = compileRules(ruleset);
  if (isRejection(rules)) return reject('bad-ruleset', rules.reason, ['rulesetId']);
  const packIds = [...new Set([packId, world.packId, ruleset.packId])];
  const library = installed.narrowedTo(packIds);
  if (library.all('location').length === 0) {
    return reject('no-places', `${pack.name} has no places in which anything could happen.`, ['packId']);
  }
  const packs = packIds
    .flatMap((id) => library.findPack(id) ?? [])
    .map(({ id, version }) => ({ id, version }));
  const { language } = pack.manifest;
  return { library, packs, language, world, ruleset, rules, calendar: getCalendar(world) };
}

/**
 * Finds a content by its full or short id. Without an id, returns the first one, those of the pack itself before
 * others.
 */
function named<Found extends Pick<Content, 'id' | 'localId' | 'packId'>>(
  contents: readonly Found[],
  id: string | null,
  packId: string,
): Found | null {
  if (id === null) return contents.find((content) => content.packId === packId) ?? contents[0] ?? null;
  return contents.find((content) => content.id === id || content.localId === id) ?? null;
}

function unknown(
  kind: 'world' | 'ruleset',
  id: string | null,
  packId: string,
  contents: readonly Content[],
): Rejection {
  const ids = contents.map(({ localId }) => localId);
  const there = ids.length === 0 ? `It has no ${kind} at all.` : `It has ${ids.join(', ')}.`;
  return reject(`unknown-${kind}`, `${packId} has no ${kind} ${id ?? 'to play in'}. ${there}`, [`${kind}Id`]);
}
