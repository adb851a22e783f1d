import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findLocation } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';
import type { Location } from '../record.ts';

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
