import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { Desk } from './condensed-row.ts';
import type { JobMoment } from './job-moment.ts';
import { eventsOfParty } from './party.ts';

/** So many scenes of a sitting are read as they were played; what lies before them is read as it was condensed. */
const MOST_SCENES = 30;
const MOST_CONDENSED = 8;
/** More events than a sitting of a whole day brings. */
const MOST_EVENTS = 200;
/** More condensed texts than a sitting of a thousand scenes leaves. */
const MOST_KEPT = 125;

/** What was played in a sitting that began with that scene, from its beginning on. */
export async function playedInSitting(from: number, moment: JobMoment, { store }: Desk): Promise<string> {
  const { scene, lineage } = moment;
  const page = { limit: MOST_SCENES, from: 'end', after: from - 1, before: scene.index + 1 } as const;
  const { items } = await store.scenes.along(lineage, page);
  const first = items[0]?.index ?? from;
  const condensed = first > from ? await condensedBefore(first, from, moment, store) : [];
  return [...condensed, ...items.map(({ narration }) => narration)].join('\n\n');
}

/** The story as it was condensed in the course of the sitting, until what is read as it was played begins. */
async function condensedBefore(
  first: number,
  from: number,
  { lineage }: JobMoment,
  store: Desk['store'],
): Promise<readonly string[]> {
  const kept = await store.summaries.last(lineage, 'running', MOST_KEPT);
  const own = kept.filter(({ scene }) => scene.index >= from);
  const reaching = own.findIndex(({ scene }) => scene.index >= first - 1);
  const before = reaching === -1 ? own : own.slice(0, reaching + 1);
  return spread(before, MOST_CONDENSED).map(
    ({ scene, text }) => `[The story up to scene ${scene.index}, condensed] ${text}`,
  );
}

/** At most so many of them, from the whole of their range; always the last. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, at) => (items.length - 1 - at) % step === 0);
}

/** What the personas had a part in during a sitting that began with that scene. */
export async function eventsOfSitting(
  from: number,
  moment: JobMoment,
  { store }: Desk,
): Promise<readonly ChronicleEntry[]> {
  const last = await store.chronicle.last(moment.lineage, MOST_EVENTS);
  const events = last.map((entry) => ChronicleEntry.parse(entry));
  return eventsOfParty(events, moment).filter(({ scene }) => scene.index >= from);
}
