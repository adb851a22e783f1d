import { isRejection } from '#engine/kit/rejection.ts';
import type { CountTokens } from '#engine/kit/tokens.ts';
import type { RouteReply } from '#engine/llm/route-reply.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { knownEvents } from '#engine/memory/known-events.ts';
import type { Store } from '#engine/store/store.ts';
import { loadedIds } from '#retrieval/change-scene-lore.ts';
import type { LoreIndex, LoreQuery } from '#retrieval/lore-index.ts';
import type { LoreHit } from '#retrieval/lore-result.ts';
import { buildQuery } from '#retrieval/lore-retriever.ts';
import type { SeenPull } from '#retrieval/materialise-scene-lore.ts';
import type { RecordType, SceneLore } from '#retrieval/scene-lore.ts';
import { searchCharacters } from '#retrieval/search-characters.ts';
import { searchEvents } from '#retrieval/search-events.ts';
import { searchLaws } from '#retrieval/search-laws.ts';
import type { Moment } from '../draft.ts';
import { recalled } from './recalled.ts';
import { eventLine, knownCharacters } from './records.ts';
import { scopeOf, signalsOf } from './scene-signals.ts';

export type Searching = {
  readonly store: Pick<Store, 'chronicle' | 'scenes' | 'turns'>;
  readonly lore: LoreIndex;
  readonly countTokens: CountTokens;
};

export type Search = { readonly query: object; readonly found: readonly string[] };

/** What was asked for, found in the records and in the lore; and the searches themselves, for the recording. */
export async function findRecords(
  moment: Moment,
  reply: RouteReply,
  held: SceneLore,
  { store, lore, countTokens }: Searching,
): Promise<{ readonly pulls: readonly SeenPull[]; readonly searches: readonly Search[] }> {
  const asksForEvents = reply.event_search !== null || reply.event_detail_ids.length > 0;
  const [events, { query, hits }] = await Promise.all([
    asksForEvents ? chronicleOf(store, moment) : [],
    searchLore(moment, reply.lore_keywords, held, lore),
  ]);
  const pull: MakePull = (type, id, title, text) => {
    return { type, id, title, text, tokens: countTokens(text), isHidden: false };
  };
  const people = foundCharacters(moment, reply, pull);
  const past = foundEvents(moment, reply, events, pull);
  const laws = foundLaws(moment, reply, pull);
  const detailed = await Promise.all(
    events
      .filter(({ id }) => reply.event_detail_ids.includes(id))
      .map(async (event) =>
        pull('event', `${event.id}:told`, event.summary, await recalled(event, moment, store)),
      ),
  );
  return {
    pulls: [
      ...people,
      ...past,
      ...laws,
      ...detailed.filter(({ text }) => text !== ''),
      ...hits.map(lorePull),
    ],
    searches: [
      found('characters', reply.character_search, people),
      found('events', reply.event_search, past),
      found('laws', reply.law_search, laws),
      query === null ? null : { query, found: hits.map(({ chunk }) => chunk.id) },
    ].flatMap((search) => search ?? []),
  };
}

type MakePull = (type: RecordType, id: string, title: string, text: string) => SeenPull;

function foundCharacters(moment: Moment, { character_search }: RouteReply, pull: MakePull): SeenPull[] {
  if (character_search === null) return [];
  const known = knownCharacters(moment);
  return searchCharacters(known, character_search).flatMap(({ record: { id } }) => {
    const one = known.find((character) => character.id === id);
    return one === undefined ? [] : [pull('character', id, one.name, one.text)];
  });
}

function foundEvents(
  moment: Moment,
  { event_search }: RouteReply,
  events: readonly ChronicleEntry[],
  pull: MakePull,
): SeenPull[] {
  if (event_search === null) return [];
  return searchEvents(events, eventSearch(moment, event_search)).flatMap(({ record }) => {
    const event = events.find(({ id }) => id === record.id);
    return event === undefined ? [] : [pull('event', event.id, event.type, eventLine(event, moment))];
  });
}

function foundLaws({ view }: Moment, { law_search }: RouteReply, pull: MakePull): SeenPull[] {
  if (law_search === null) return [];
  return searchLaws(view.laws, law_search).map(({ record }) =>
    pull('law', record.id, record.title, record.summary),
  );
}

function lorePull({ chunk }: LoreHit): SeenPull {
  const { id, title, text, tokens } = chunk;
  return { type: 'lore', id, title, text, tokens, isHidden: chunk.source === 'authored' && chunk.isHidden };
}

const LORE_LIMITS = { limit: 3, maxTokens: 900 };

async function searchLore(
  moment: Moment,
  keywords: readonly string[],
  held: SceneLore,
  lore: LoreIndex,
): Promise<{ readonly query: LoreQuery | null; readonly hits: readonly LoreHit[] }> {
  if (keywords.length === 0) return { query: null, hits: [] };
  const signals = signalsOf(moment);
  const query: LoreQuery = {
    ...buildQuery(
      scopeOf(moment),
      { ...signals, input: [moment.words, ...keywords].join('\n') },
      LORE_LIMITS,
    ),
    // What somebody remembers is theirs: it comes by way of their own reflection.
    historyKinds: ['summary', 'fact', 'event', 'session_summary'],
    excludeIds: loadedIds(held).loreIds,
  };
  return { query, hits: (await lore.search(query)).hits };
}

async function chronicleOf(
  { chronicle }: Searching['store'],
  moment: Moment,
): Promise<readonly ChronicleEntry[]> {
  const entries = await chronicle.along(moment.lineage);
  return knownEvents(
    entries.map((entry) => ChronicleEntry.parse(entry)),
    moment,
  );
}

function eventSearch({ playbook }: Moment, search: NonNullable<RouteReply['event_search']>) {
  const { date_after, date_before, ...rest } = search;
  const { calendar } = playbook;
  const dated = (text: string) => {
    const time = text === '' ? null : calendar.parse(text);
    // A date nobody can read is no reason to find nothing.
    return time === null || isRejection(time) ? null : time;
  };
  return { ...rest, after: dated(date_after), before: dated(date_before) };
}

function found(what: string, asked: object | null, pulls: readonly SeenPull[]): Search | null {
  return asked === null ? null : { query: { records: what, ...asked }, found: pulls.map(({ id }) => id) };
}
