import DataLoader from 'dataloader';
import type { Lineage } from '#engine/domain/lineage.ts';
import type { Audience, EventRow } from '#engine/store/event-rows.ts';
import type { Page, PageRequest } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';

/** A page of the events of a session that an audience may see. */
type EventPage = {
  readonly sessionId: string;
  readonly audience: Audience;
  readonly page: PageRequest<number>;
};

export type SessionLoaders = {
  /** The number of a session's last event. */
  readonly lastSequence: DataLoader<string, number>;
  readonly eventPage: DataLoader<EventPage, Page<EventRow>, string>;
  /** By session; null while somebody still rolls with its seed. */
  readonly revealedSeed: DataLoader<string, string | null>;
  /** What was told at the end of the last sitting along a line; null when none has been. */
  readonly recap: DataLoader<Lineage, string | null, string>;
};

/** What is asked of sessions as a whole, read together for all that one level of a document names. */
export function sessionLoaders({
  events,
  sessions,
  summaries,
}: Pick<Store, 'events' | 'sessions' | 'summaries'>): SessionLoaders {
  return {
    lastSequence: new DataLoader(async (sessionIds) => {
      const last = await events.lastSequences(sessionIds);
      return sessionIds.map((id) => last.get(id) ?? 0);
    }),
    eventPage: new DataLoader(
      async (asked) => {
        const read = new Map<EventPage, Page<EventRow>>();
        for (const alike of Map.groupBy(asked, kindOf).values()) {
          const [first] = alike;
          if (first === undefined) continue;
          const ids = alike.map(({ sessionId }) => sessionId);
          const pages = await events.pages(ids, first.audience, first.page);
          for (const one of alike) read.set(one, pages.get(one.sessionId) ?? NOTHING);
        }
        return asked.map((one) => read.get(one) ?? NOTHING);
      },
      { cacheKeyFn: (asked) => `${asked.sessionId} ${kindOf(asked)}` },
    ),
    revealedSeed: new DataLoader(async (sessionIds) => {
      const revealed = await sessions.revealedSeeds(sessionIds);
      return sessionIds.map((id) => revealed.get(id) ?? null);
    }),
    recap: new DataLoader(
      async (lineages) =>
        (await summaries.latestOfEach(lineages, 'recap')).map((found) => found?.text ?? null),
      { cacheKeyFn: (lineage) => JSON.stringify(lineage) },
    ),
  };
}

const NOTHING: Page<EventRow> = { items: [], hasMore: false };

const kindOf = ({ audience, page }: EventPage): string => JSON.stringify([audience, page]);
