import type { Say } from '#engine/language/languages.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { viewAsTable } from '../acting-persona.ts';
import type { TurnContext } from '../context.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';

type Between = {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Both as the acting persona knows them. */
  readonly earlier: PlayerView;
  readonly view: PlayerView;
};

/**
 * Describes in sentences what operations of triggers have changed, as far as the acting persona can see it: who came and went,
 * things and ways, fates, missions and threads. The narrator tells it in the same turn.
 */
export function describeChanges(
  before: Snapshot,
  after: Snapshot,
  context: Pick<TurnContext, 'persona' | 'playbook' | 'snapshot'>,
): readonly string[] {
  if (before === after) return [];
  const say = chooseSentences(context);
  const earlier = viewAsTable(before, context);
  const between = { before, after, earlier, view: viewAsTable(after, context) };
  return [
    ...describePresence(between, context.persona.name, say),
    ...describeThings(between, context.persona.id, say),
    ...describeFates(between, say),
    ...describeWays(between, say),
    ...describeStory(between, say),
  ];
}

function describePresence(
  { before, after, earlier, view }: Between,
  persona: string,
  say: Say,
): readonly string[] {
  const { placeId } = after.scene;
  if (placeId !== before.scene.placeId) {
    const place = placeId === null ? undefined : view.entities[placeId];
    return place === undefined ? [] : [say('done.goes', { who: persona, place: place.name })];
  }
  const came = after.scene.presentIds.filter((id) => !before.scene.presentIds.includes(id));
  const left = before.scene.presentIds.filter((id) => !after.scene.presentIds.includes(id));
  const nameOf = (id: string) => view.entities[id]?.name;
  return [
    ...came
      .filter((id) => view.scene.presentIds.includes(id))
      .flatMap((id) => nameOf(id) ?? [])
      .map((who) => say('done.arrives', { who })),
    ...left
      .filter((id) => earlier.scene.presentIds.includes(id))
      .flatMap((id) => nameOf(id) ?? [])
      .map((who) => say('done.leaves', { who })),
  ];
}

function describeThings(
  { before, after, view }: Between,
  personaId: TurnContext['persona']['id'],
  say: Say,
): readonly string[] {
  const [had, has] = [before.inventory[personaId] ?? {}, after.inventory[personaId] ?? {}];
  const who = view.entities[personaId]?.name ?? '';
  const ids = [...new Set([...Object.keys(had), ...Object.keys(has)])];
  return ids.flatMap((id) => {
    const [earlier, later] = [quantity(had, id), quantity(has, id)];
    const thing = after.entities[id as keyof Snapshot['entities']]?.name ?? id;
    if (later > earlier) return [say('done.gains', { who, thing })];
    return later === 0 && earlier > 0 ? [say('done.loses', { who, thing })] : [];
  });
}

function quantity(held: { readonly [id: string]: { readonly quantity: number } }, id: string): number {
  return Object.hasOwn(held, id) ? (held[id]?.quantity ?? 0) : 0;
}

function describeFates({ before, after, view }: Between, say: Say): readonly string[] {
  return view.scene.presentIds.flatMap((id) => {
    const [was, is] = [before.entities[id], after.entities[id]];
    const who = view.entities[id]?.name;
    if (was?.kind !== 'character' || is?.kind !== 'character' || who === undefined || was === is) return [];
    return [
      ...(was.status !== is.status && is.status === 'dead' ? [say('done.dies', { who })] : []),
      ...(is.captive && !was.captive ? [say('done.is_captured', { who })] : []),
      ...(was.captive && !is.captive ? [say('done.is_freed', { who })] : []),
    ];
  });
}

/** Describes ways out of the place that have opened or been found. */
function describeWays({ before, after, earlier, view }: Between, say: Say): readonly string[] {
  const { placeId } = after.scene;
  if (placeId === null || before.entities[placeId] === after.entities[placeId]) return [];
  const openBefore = new Set(listOpenWays(earlier, placeId).map(({ to }) => to));
  return listOpenWays(view, placeId)
    .filter(({ to }) => !openBefore.has(to))
    .map(({ to, label }) => say('done.opens', { way: label ?? view.entities[to]?.name ?? to }));
}

function listOpenWays(view: PlayerView, placeId: string) {
  const place = view.entities[placeId];
  return place?.kind === 'location' ? (place.exits ?? []).filter(({ blocked }) => blocked === undefined) : [];
}

const THREADS = { resolved: 'done.thread_resolved', failed: 'done.thread_failed' } as const;
const MISSIONS = {
  accepted: 'done.mission_accepted',
  completed: 'done.mission_completed',
  failed: 'done.mission_failed',
} as const;

function describeStory({ before, view }: Between, say: Say): readonly string[] {
  const missions = view.missions.flatMap(({ id, title: mission, status }) => {
    const key = status in MISSIONS ? MISSIONS[status as keyof typeof MISSIONS] : undefined;
    return key === undefined || before.missions[id]?.status === status ? [] : [say(key, { mission })];
  });
  const threads = view.threads.flatMap(({ id, title: thread, status }) => {
    const key = status in THREADS ? THREADS[status as keyof typeof THREADS] : undefined;
    return key === undefined || before.threads[id]?.status === status ? [] : [say(key, { thread })];
  });
  return [...missions, ...threads];
}
