import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { Store } from '#engine/store/store.ts';
import { recallEvent } from '#retrieval/recall-event.ts';
import type { Moment } from '../draft.ts';

/** How many scenes around an event are looked through for what was said then. */
const AROUND = 6;

/** What was said when an event happened, word for word; empty when nobody wrote it down. */
export async function recalled(
  event: ChronicleEntry,
  { lineage }: Moment,
  { scenes }: Pick<Store, 'scenes'>,
): Promise<string> {
  const page = { limit: AROUND, from: 'end', after: null, before: event.scene.index + 1 } as const;
  const { items } = await scenes.along(lineage, page);
  const exchanges = items.map(({ index, narration }) => ({
    player: '',
    narration,
    eventIds: index === event.scene.index ? [event.id] : [],
    day: event.time.day,
  }));
  return recallEvent(exchanges, { id: event.id, day: event.time.day })
    .map(({ narration }) => narration)
    .join('\n\n');
}
