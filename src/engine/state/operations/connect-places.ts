import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { defined } from '../parts/defined.ts';
import { findLocation } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';
import type { Location } from '../record.ts';
import { Exit } from '../records/entity.ts';

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
    const way = defined(described);
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
