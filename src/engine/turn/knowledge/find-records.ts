import type { ReadingNeeds } from '#engine/contracts/reading.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { type RecalledMemory, recallMemories } from '#engine/memory/recall.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import type { Store } from '#engine/store/store.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { listLoadedIds } from '#retrieval/change-scene-lore.ts';
import type { KeyMatch } from '#retrieval/keyed-lore.ts';
import type { LoreIndex, LoreQuery } from '#retrieval/lore-index.ts';
import type { LoreHit } from '#retrieval/lore-result.ts';
import { buildSceneQuery } from '#retrieval/lore-retriever.ts';
import type { PullWithVisibility } from '#retrieval/materialise-scene-lore.ts';
import { recallEvent, searchCharacters, searchEvents, searchLaws } from '#retrieval/record-search.ts';
import type { RecordType, SceneLore } from '#retrieval/scene-lore.ts';
import type { TurnContext } from '../context.ts';
import { isPerceivedBy, listExchanges } from '../packet/conversation.ts';
import { writeDay } from '../packet/format-lines.ts';
import { matchLoreKeys, pullSaid } from './keyed-lore.ts';
import {
  buildSceneSignals,
  buildSearchScope,
  listKnownCharacters,
  toPlainCategory,
  writeEventLine,
} from './search-signals.ts';

/** Number of scenes on either side of an event that are searched for what was said on its day. */
const AROUND = 12;

/** Returns what was said when an event happened, word for word; empty when it was not written down. */
async function recallEventScenes(
  event: ChronicleEntry,
  { lineage, playbook, snapshot, persona }: TurnContext,
  { scenes, turns }: Pick<Store, 'scenes' | 'turns'>,
): Promise<string> {
  const { index } = event.scene;
  const [until, after] = await Promise.all([
    scenes.along(lineage, { limit: AROUND, from: 'end', after: null, before: index + 1 }),
    scenes.along(lineage, { limit: AROUND, from: 'start', after: index, before: null }),
  ]);
  const played = [...until.items, ...after.items].filter(({ turnId }) => turnId !== null);
  const readers = findWitnessingPersonas(snapshot, persona.id);
  const told = (await listExchanges(played, turns, playbook.calendar)).filter(({ audience }) =>
    isPerceivedBy(audience, readers),
  );
  const exchanges = told.map(({ index: at, worldDay, exchange: { player, narration } }) => ({
    player,
    narration,
    eventIds: at === index ? [event.id] : [],
    day: worldDay,
  }));
  return recallEvent(exchanges, { id: event.id, day: event.time.day })
    .map(({ player, narration }) => (player === '' ? narration : `> ${player}\n${narration}`))
    .join('\n\n');
}

type SearchTools = {
  readonly store: Pick<Store, 'chronicle' | 'scenes' | 'turns'>;
  readonly lore: LoreIndex;
  readonly countTokens: CountTokens;
};

type RecordedSearch = { readonly query: object; readonly found: readonly string[] };

/** Hits for the player's raw words, searched while the words are still being read. */
export type EarlySearch = Promise<readonly LoreHit[]>;

/** Starts the search on the player's raw words. It never rejects: a fault of the index finds nothing. */
export function startEarlySearch(context: SearchContext, lore: LoreIndex): EarlySearch {
  if (context.playerText.trim() === '') return Promise.resolve([]);
  return searchLore(context, [], [], lore).then(
    ({ hits }) => hits,
    () => [],
  );
}

/** The parts of a turn's context a search reads. */
type SearchContext = Omit<TurnContext, 'earlySearch'>;

/** Finds what the Reading needs in the records and in the lore; returns the searches too, for the recording. */
export async function findRecords(
  context: TurnContext,
  { needs, isForeign }: { readonly needs: ReadingNeeds; readonly isForeign: boolean },
  held: SceneLore,
  { store, lore, countTokens }: SearchTools,
): Promise<{ readonly pulls: readonly PullWithVisibility[]; readonly searches: readonly RecordedSearch[] }> {
  const asksForEvents = needs.events !== null || needs.recall.length > 0;
  const loaded = listLoadedIds(held).loreIds;
  const keyed = matchLoreKeys(context);
  const wanted = pullSaid(keyed, loaded);
  const settled = [...keyed.keptOut.map(({ chunk }) => chunk.id), ...wanted.map(({ id }) => id)];
  const [events, { query, hits }, early] = await Promise.all([
    asksForEvents ? readChronicle(store, context) : [],
    needs.lore.length === 0
      ? NO_HITS
      : searchLore(context, needs.lore, [...loaded, ...settled], lore, isForeign),
    // Words in another language than the pack's find nothing in it but noise.
    isForeign ? [] : context.earlySearch,
  ]);
  const pull: MakePull = (type, id, title, text) => {
    return { type, id, title, text, tokens: countTokens(text), isHidden: false };
  };
  const people = foundCharacters(context, needs, pull);
  const past = foundEvents(context, needs, events, pull);
  const laws = foundLaws(context, needs, pull);
  const detailed = await Promise.all(
    events
      .filter(({ id }) => needs.recall.includes(id))
      .map(async (event) =>
        pull('event', `${event.id}:told`, event.summary, await recallEventScenes(event, context, store)),
      ),
  );
  const unloaded = early
    .filter(({ chunk }) => !loaded.includes(chunk.id) && !settled.includes(chunk.id))
    .slice(0, MOST_EARLY);
  const passages = new Map([...hits, ...unloaded].map((hit) => [hit.chunk.id, hit]));
  return {
    pulls: [
      ...people,
      ...past,
      ...laws,
      ...detailed.filter(({ text }) => text !== ''),
      ...wanted,
      ...[...passages.values()].map(lorePull),
    ],
    searches: [
      found('characters', needs.characters, people),
      found('events', needs.events, past),
      found('laws', needs.laws, laws),
      wanted.length + keyed.keptOut.length === 0 ? null : describeKeys(keyed, wanted),
      query === null ? null : { query, found: hits.map(({ chunk }) => chunk.id) },
      unloaded.length === 0
        ? null
        : { query: { text: context.playerText }, found: unloaded.map(({ chunk }) => chunk.id) },
    ].flatMap((search) => search ?? []),
  };
}

/** Describes for the recording which keys were said and what was kept out. */
function describeKeys({ said, keptOut }: KeyMatch, wanted: readonly PullWithVisibility[]): RecordedSearch {
  const keys = said.map(({ chunk, key }) => ({ id: chunk.id, key }));
  const query = { keys, keptOut: keptOut.map(({ chunk, why }) => ({ id: chunk.id, why })) };
  return { query, found: wanted.map(({ id }) => id) };
}

/** Of the hits for the raw words only the best are kept: the Reading's own queries are better. */
const MOST_EARLY = 2;
const NO_HITS = { query: null, hits: [] } as const;

type MakePull = (type: RecordType, id: string, title: string, text: string) => PullWithVisibility;

function foundCharacters(
  turnContext: TurnContext,
  { characters: search }: ReadingNeeds,
  pull: MakePull,
): PullWithVisibility[] {
  if (search === null) return [];
  const known = listKnownCharacters(turnContext);
  const categories = search.categories.map(toPlainCategory);
  return searchCharacters(known, { ...search, categories }).flatMap(({ record: { id } }) => {
    const one = known.find((character) => character.id === id);
    return one === undefined ? [] : [pull('character', id, one.name, one.text)];
  });
}

function foundEvents(
  turnContext: TurnContext,
  { events: search }: ReadingNeeds,
  events: readonly ChronicleEntry[],
  pull: MakePull,
): PullWithVisibility[] {
  if (search === null) return [];
  return searchEvents(events, eventSearch(turnContext, search)).flatMap(({ record }) => {
    const event = events.find(({ id }) => id === record.id);
    return event === undefined
      ? []
      : [pull('event', event.id, event.type.replaceAll('_', ' '), writeEventLine(event, turnContext))];
  });
}

function foundLaws(
  { view, playbook: { calendar } }: TurnContext,
  { laws: search }: ReadingNeeds,
  pull: MakePull,
): PullWithVisibility[] {
  if (search === null) return [];
  return searchLaws(view.laws, search).map(({ record }) => {
    const law = view.laws.find(({ id }) => id === record.id);
    const since = law === undefined ? '' : ` (${law.status}, enacted ${writeDay(law.enactedAt, calendar)})`;
    return pull('law', record.id, record.title, `${record.summary}${since}`);
  });
}

function lorePull({ chunk }: LoreHit): PullWithVisibility {
  const { id, title, text, tokens } = chunk;
  return { type: 'lore', id, title, text, tokens, isHidden: chunk.source === 'authored' && chunk.isHidden };
}

const LORE_LIMITS = { limit: 3, maxTokens: 900 };

async function searchLore(
  turnContext: SearchContext,
  keywords: readonly string[],
  excludeIds: readonly string[],
  lore: LoreIndex,
  isForeign = false,
): Promise<{ readonly query: LoreQuery | null; readonly hits: readonly LoreHit[] }> {
  const [scope, signals] = [buildSearchScope(turnContext), buildSceneSignals(turnContext)];
  const ask = (input: readonly string[]) =>
    buildSceneQuery(scope, { ...signals, input: input.join('\n') }, LORE_LIMITS);
  const whole = ask([turnContext.playerText, ...keywords]);
  const query: LoreQuery = {
    ...whole,
    // Of words in another language than the pack's only the names they contain are of use.
    text: isForeign ? ask(keywords).text : whole.text,
    // A character's memories reach only that character, in `react`.
    historyKinds: ['summary', 'fact', 'event', 'session_summary'],
    excludeIds,
  };
  return { query, hits: (await lore.search(query)).hits };
}

async function readChronicle(
  { chronicle }: SearchTools['store'],
  turnContext: TurnContext,
): Promise<readonly ChronicleEntry[]> {
  const entries = await chronicle.along(turnContext.lineage);
  return filterKnownEvents(
    entries.map((entry) => ChronicleEntry.parse(entry)),
    { ...turnContext, knowers: findWitnessingPersonas(turnContext.snapshot, turnContext.persona.id) },
  );
}

function eventSearch({ playbook }: TurnContext, search: NonNullable<ReadingNeeds['events']>) {
  const { date_after, date_before, ...rest } = search;
  const { calendar } = playbook;
  const dated = (text: string) => {
    const time = text === '' ? null : calendar.parse(text);
    // An unreadable date must not empty the search.
    return time === null || isRejection(time) ? null : time;
  };
  return { ...rest, after: dated(date_after), before: dated(date_before) };
}

function found(
  what: string,
  asked: object | null,
  pulls: readonly PullWithVisibility[],
): RecordedSearch | null {
  return asked === null ? null : { query: { records: what, ...asked }, found: pulls.map(({ id }) => id) };
}

/** Number of rows read for each character, so that a long life does not slow a turn down. */
const ROWS = { newest: 60, heaviest: 60 };
const MOST_MEMORIES = 20;
const MOST_TOKENS = 700;

/** Returns the memories that matter most to each character now, of those along this branch. */
export async function recallCharacterMemories(
  characterIds: readonly string[],
  { lineage, snapshot, playbook }: Pick<TurnContext, 'lineage' | 'snapshot' | 'playbook'>,
  { store, countTokens }: { readonly store: Pick<Store, 'memories'>; readonly countTokens: CountTokens },
): Promise<ReadonlyMap<string, readonly RecalledMemory[]>> {
  if (characterIds.length === 0) return new Map();
  const rows = (await store.memories.recallable(lineage, characterIds, ROWS)).map((row) =>
    MemoryRow.parse(row),
  );
  const byCharacter = Map.groupBy(rows, ({ characterId }) => characterId);
  const options = {
    now: snapshot.time,
    policy: playbook.mechanics.memory,
    tokenBudget: MOST_TOKENS,
    estimateTokens: countTokens,
    limit: MOST_MEMORIES,
  };
  return new Map(
    [...byCharacter].map(([id, theirs]) => [id, recallMemories(deriveMemories(theirs), options).recalled]),
  );
}
