import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { decodeCursor } from './cursor.ts';

/**
 * Where a reader goes on: at the later of the places it names, at the start when it names none. A place that
 * the log has not reached is refused: to wait there would be to skip, silently, what is written until then.
 */
export function startingPlace(
  cursors: readonly (string | null | undefined)[],
  sessionId: string,
  newestSequence: number,
): number | Rejection {
  let place = 0;
  for (const cursor of cursors) {
    if (cursor == null) continue;
    const sequence = decodeCursor(cursor, sessionId);
    if (isRejection(sequence)) return sequence;
    place = Math.max(place, sequence);
  }
  if (place <= newestSequence) return place;
  return reject(
    'cursor-ahead',
    'after: this cursor is ahead of the session, whose history may have been restored from an older copy. Leave it out to start from the first event, or pass `session { lastEventCursor }`.',
    ['after'],
  );
}
