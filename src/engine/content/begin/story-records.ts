import type { WorldTime } from '#engine/kit/world-time.ts';
import type { FactId } from '#engine/state/ids.ts';
import type { Mission, ProgressClock, Resource, Thread } from '#engine/state/record.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';
import type { KnownTo } from './facts.ts';
import { storedOperations } from './stored-operations.ts';
import { withoutUndefined } from './without-undefined.ts';

type EntryPoint = Content<'entry_point'>;

/** What the records of a story are made with. */
export type Making = {
  readonly entryPoint: EntryPoint;
  readonly ids: CampaignIds;
  readonly factIds: ReadonlyMap<string, FactId>;
  readonly knownTo: KnownTo;
  readonly time: WorldTime;
};

export function startingThreads({ entryPoint, ids, knownTo }: Making): Readonly<Record<string, Thread>> {
  const { data, packId } = entryPoint;
  return byId(
    data.threads.map(({ id, title, status, stakes, related, tags, visibility, known_to }) => {
      const relatedIds = related.flatMap((one) => ids.entity(one) ?? []);
      const knowledge = { visibility, knownTo: knownTo(known_to) };
      return { id, title, status, stakes, relatedIds, tags, ...knowledge, origin: 'pack', packId };
    }),
  );
}

export function startingClocks({
  entryPoint,
  ids,
  factIds,
  knownTo,
}: Making): Readonly<Record<string, ProgressClock>> {
  const { data, packId } = entryPoint;
  return byId(
    data.clocks.map(({ id, name, value, max, tags, visibility, known_to, triggers }) => ({
      id,
      name,
      value,
      max,
      triggers: triggers.map(({ at, description, operations }) => ({
        at,
        description,
        operations: storedOperations(operations, ids, factIds),
        // A clock that begins beyond a trigger has it behind it.
        fired: at <= value,
      })),
      tags,
      visibility,
      knownTo: knownTo(known_to),
      origin: 'pack',
      packId,
    })),
  );
}

export function startingMissions({ entryPoint, ids, knownTo }: Making): Readonly<Record<string, Mission>> {
  return byId(
    entryPoint.data.missions.map(({ id, title, status, objective, giver, visibility, known_to }) => {
      const giverId = ids.character(giver) ?? undefined;
      return {
        id,
        title,
        status,
        objective,
        visibility,
        knownTo: knownTo(known_to),
        ...withoutUndefined({ giverId }),
      };
    }),
  );
}

export function startingResources(making: Making): Readonly<Record<string, Resource>> {
  const { entryPoint, ids, factIds, knownTo, time } = making;
  return byId(
    entryPoint.data.resources.map((resource) => ({
      id: resource.id,
      name: resource.name,
      amount: resource.amount,
      max: resource.max ?? resource.amount,
      depletionRate: resource.depletion_rate,
      depletionUnit: resource.depletion_unit,
      patients: resource.patients,
      criticalLevel: resource.critical_level,
      consequence: resource.consequence,
      operations: storedOperations(resource.operations, ids, factIds),
      criticalSaid: false,
      updatedAt: time,
      visibility: resource.visibility,
      knownTo: knownTo(resource.known_to),
    })),
  );
}

export function byId<Item extends { readonly id: string }>(
  items: readonly Item[],
): Readonly<Record<string, Item>> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
