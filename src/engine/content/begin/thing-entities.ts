import type { Faction, Item, Location } from '#engine/state/record.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';
import { sharedFields } from './shared-fields.ts';
import { withoutUndefined } from './without-undefined.ts';

export function locationEntity(content: Content<'location'>, ids: CampaignIds): Location {
  const { data } = content;
  const attributes = withoutUndefined({
    district: data.district,
    part_of: ids.location(data.part_of) ?? undefined,
    atmosphere: data.atmosphere.length > 0 ? data.atmosphere : undefined,
  });
  return {
    kind: 'location',
    id: found(ids.location(content.id), content.id),
    ...sharedFields(content, data.summary ?? '', attributes),
    exits: data.exits === undefined ? null : data.exits.flatMap((exit) => exitOf(exit, ids)),
    effects: data.effects,
  };
}

type ExitData = NonNullable<Content<'location'>['data']['exits']>[number];

/** An exit to a place that is not part of the campaign leads nowhere. */
function exitOf({ to, label, minutes, blocked, secret }: ExitData, ids: CampaignIds) {
  const place = ids.location(to);
  return place === null
    ? []
    : [{ to: place, ...withoutUndefined({ label, minutes, blocked, secret: secret || undefined }) }];
}

export function itemEntity(content: Content<'item'>, isHeld: boolean, ids: CampaignIds): Item {
  const { data } = content;
  const attributes = { ...data.attributes, ...withoutUndefined({ value: data.value }) };
  return {
    kind: 'item',
    id: found(ids.item(content.id), content.id),
    ...sharedFields(content, data.summary ?? '', attributes),
    placeId: isHeld ? null : ids.location(data.location),
    portable: data.portable,
  };
}

export function factionEntity(content: Content<'faction'>, ids: CampaignIds): Faction {
  const { data } = content;
  const attributes = withoutUndefined({
    goals: data.goals.length > 0 ? data.goals : undefined,
    withholds: data.withholds.length > 0 ? data.withholds : undefined,
    seat: ids.location(data.seat) ?? undefined,
  });
  return {
    kind: 'faction',
    id: found(ids.faction(content.id), content.id),
    ...sharedFields(content, data.summary ?? '', attributes),
    leaderId: ids.character(data.leader),
  };
}

function found<Id>(id: Id | null, packEntityId: string): Id {
  if (id === null) throw new Error(`${packEntityId} was given no id`);
  return id;
}
