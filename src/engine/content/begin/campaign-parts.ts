import { suggestName } from '#engine/state/suggest-name.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { CONTENT_KINDS } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/create-library.ts';
import { mapReferences } from '../library/resolve-references.ts';
import type { EntityContent } from './campaign-ids.ts';

/** Parts of a campaign, looked up and narrowed to the packs it plays with. */
export type CampaignParts = {
  readonly library: Library;
  readonly entryPoint: Content<'entry_point'>;
  readonly world: Content<'world'>;
  /** The first owns dice, schemas and pipeline. */
  readonly rulesets: readonly [Content<'ruleset'>, ...Content<'ruleset'>[]];
};

export function resolveCampaignParts(
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

/** Chooses the players' personas: those requested, or the first one the entry point offers if none is newly made. */
export function choosePersonas(
  { name, packId, data }: Content<'entry_point'>,
  asked: readonly string[] | undefined,
  newlyMade = 0,
): readonly string[] | Rejection {
  const offered = data.cast.filter(({ role }) => role === 'persona').map(({ character }) => character);
  const [first] = offered;
  if (first === undefined) return reject('no-persona', `Nobody in ${name} can be played.`);
  const isDefault = asked === undefined || asked.length === 0;
  const wanted = isDefault ? (newlyMade > 0 ? [] : [first]) : asked;

  const chosen = wanted.map((id) => (id.includes(':') ? id : `${packId}:${id}`));
  const stranger = chosen.find((id) => !offered.includes(id));
  if (stranger !== undefined) {
    const near = suggestName(stranger, offered);
    const sentence = `${stranger} cannot be played in ${name}; there are ${offered.join(', ')}.${near}`;
    return reject('not-a-persona', sentence, ['personaIds']);
  }
  if (new Set(chosen).size !== chosen.length) {
    return reject('same-persona-twice', 'Every player takes a persona of their own.', ['personaIds']);
  }
  const total = chosen.length + newlyMade;
  if (total <= data.max_personas) return chosen;
  return reject('too-many-personas', `${name} is for at most ${data.max_personas} personas, not ${total}.`, [
    'personaIds',
  ]);
}

type EntryPoint = Content<'entry_point'>;

/** Pack contents that enter a campaign: those `include` selects, and all that the entry point names itself. */
type IncludedContent = {
  readonly entities: readonly EntityContent[];
  readonly laws: readonly Content<'law'>[];
};

export function selectIncluded(entryPoint: EntryPoint, library: Library): IncludedContent {
  const { include } = entryPoint.data;
  const named = namedBy(entryPoint);
  const wanted = (choice: 'all' | 'cast' | readonly string[]) => (content: Content) =>
    choice === 'all' || (choice !== 'cast' && choice.includes(content.id)) || named.has(content.id);
  return {
    entities: [
      ...library.all('character').filter(wanted(include.characters)),
      ...library.all('location').filter(wanted(include.locations)),
      ...library.all('faction').filter(wanted(include.factions)),
      ...library.all('item').filter(wanted(include.items)),
    ],
    laws: library.all('law').filter(wanted(include.laws)),
  };
}

function namedBy({ data }: EntryPoint): ReadonlySet<string> {
  const named = new Set<string>();
  // The data came from JSON and is only read here.
  mapReferences(CONTENT_KINDS.entry_point.schema, data as unknown as Json, ({ text }) => {
    named.add(text);
    return text;
  });
  return named;
}
