import { z } from 'zod';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { reject } from '#engine/util/rejection.ts';
import { findLocation } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import type { Location } from '../record.ts';
import { Exit } from '../records/entities.ts';

/** Draws a way between two places. */
export const connectPlaces = defineOperation({
  name: 'connect_places',
  summary: 'Draws a way from one place to another, and back unless it is one-way.',
  input: z.strictObject({
    fromId: LocationId,
    toId: LocationId,
    label: Exit.shape.label,
    minutes: Exit.shape.minutes,
    secret: z.boolean().optional(),
    oneWay: z.boolean().default(false),
  }),

  apply(snapshot, { fromId, toId, oneWay, ...described }) {
    if (fromId === toId) return reject('same-place', 'A way leads from one place to another.', ['toId']);
    const from = findLocation(snapshot, fromId, ['fromId']);
    if ('rejected' in from) return from;
    const to = findLocation(snapshot, toId, ['toId']);
    if ('rejected' in to) return to;
    const way = omitUndefined(described);
    const out = withExit(from, { ...way, to: toId });
    const back = oneWay ? to : withExit(to, { ...way, to: fromId });
    if (out === from && back === to) {
      return reject('already-there', `A way from ${from.name} to ${to.name} is drawn already.`, ['toId']);
    }
    return withEntity(withEntity(snapshot, out), back);
  },
});

type PlaceExit = NonNullable<Location['exits']>[number];

function withExit(place: Location, exit: PlaceExit): Location {
  const exits = place.exits ?? [];
  return exits.some(({ to }) => to === exit.to) ? place : { ...place, exits: [...exits, exit] };
}

/** Opens a way: a secret one is found, a blocked one cleared. */
export const revealExit = defineOperation({
  name: 'reveal_exit',
  summary: 'Makes a secret exit of a place known and clears a blocked one.',
  input: z.strictObject({ placeId: LocationId, to: LocationId }),

  apply(snapshot, { placeId, to }) {
    const place = findLocation(snapshot, placeId, ['placeId']);
    if ('rejected' in place) return place;
    const exit = place.exits?.find((candidate) => candidate.to === to);
    if (exit === undefined) return reject('no-such-exit', `${place.name} has no exit to ${to}.`, ['to']);
    if (exit.secret !== true && exit.blocked === undefined) {
      return reject('already-open', `The way from ${place.name} to ${to} is open already.`, ['to']);
    }
    const { secret: _secret, blocked: _blocked, ...open } = exit;
    const exits = place.exits?.map((candidate) => (candidate.to === to ? open : candidate)) ?? null;
    return withEntity(snapshot, { ...place, exits } satisfies Location);
  },
});
