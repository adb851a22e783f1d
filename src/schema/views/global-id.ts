import { encodeGlobalID } from '@pothos/plugin-relay';
import { findIdOwner } from '../access/owned-types.ts';
import type { Context } from '../context.ts';

/** Id of the API in its parts. */
export type GlobalId = {
  readonly typename: string;
  readonly id: string;
  /** View the id was given out in: a persona, or `PLAYER_VIEW`. Null for the viewer's own. */
  readonly view: string | null;
};

/** View of the player of a viewer's own persona, in ids. */
export const PLAYER_VIEW = 'player';

const GLOBAL_ID = /^(?<typename>[A-Z_a-z]\w*)(?:@(?<view>\w+))?:(?<id>.+)$/su;

/** Decodes an id of the API; null when it has not the form of one. */
export function decodeGlobalId(globalId: string): GlobalId | null {
  const {
    typename,
    id,
    view = null,
  } = GLOBAL_ID.exec(Buffer.from(globalId, 'base64').toString())?.groups ?? {};
  return typename === undefined || id === undefined ? null : { typename, id, view };
}

/**
 * Encodes an id for an answer. Under `as: PLAYER` or `persona`, ids of objects in a campaign carry that view. So a cache keeps
 * both views of an object apart, and `node` shows the same view again.
 */
export function encodeGlobalId(
  typename: string,
  id: bigint | number | string,
  { access: { idView } }: Pick<Context, 'access'>,
): string {
  const isViewed = idView !== null && findIdOwner(typename) !== null;
  return encodeGlobalID(isViewed ? `${typename}@${idView}` : typename, id);
}
