import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { Store } from '#engine/store/store.ts';
import { recallEvent } from '#retrieval/recall-event.ts';
import type { TurnContext } from '../context.ts';
import { exchangesIn } from '../conversation.ts';

/** How many scenes on either side of an event are looked through for what was said on its day. */
const AROUND = 12;

/** What was said when an event happened, word for word; empty when nobody wrote it down. */
export async function recalled(
  event: ChronicleEntry,
  { lineage, playbook }: Pick<TurnContext, 'lineage' | 'playbook'>,
  { scenes, turns }: Pick<Store, 'scenes' | 'turns'>,
): Promise<string> {
  const { index } = event.scene;
  const [until, after] = await Promise.all([
    scenes.along(lineage, { limit: AROUND, from: 'end', after: null, before: index + 1 }),
    scenes.along(lineage, { limit: AROUND, from: 'start', after: index, before: null }),
  ]);
  const played = [...until.items, ...after.items].filter(({ turnId }) => turnId !== null);
  const told = await exchangesIn(played, turns, playbook.calendar);
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
