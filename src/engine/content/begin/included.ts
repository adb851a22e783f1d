import type { Json } from '#engine/kit/canonical-json.ts';
import { CONTENT_KINDS } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/make-library.ts';
import { mapReferences } from '../library/references-in.ts';
import type { EntityContent } from './campaign-ids.ts';

type EntryPoint = Content<'entry_point'>;

/** What of the packs enters a campaign: what `include` asks for, and everything the entry point names itself. */
export type Included = {
  readonly entities: readonly EntityContent[];
  readonly laws: readonly Content<'law'>[];
};

export function includedIn(entryPoint: EntryPoint, library: Library): Included {
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
