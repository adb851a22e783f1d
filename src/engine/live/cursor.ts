import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

const FORM = /^v1:([0-9a-f-]{36}):(\d{1,10})$/;

/** Encodes a position in a session's event log as an opaque cursor: all events after it are still to come. */
export function encodeCursor(sessionId: string, sequence: number): string {
  return Buffer.from(`v1:${sessionId}:${sequence}`).toString('base64url');
}

/** Returns the sequence number of a cursor, or why it cannot be used for this session. */
export function decodeCursor(cursor: string, sessionId: string): number | Rejection {
  const match = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) {
    return reject(
      'invalid-cursor',
      'after: this is not a cursor of ours. Pass back the `cursor` of the last event you received, or leave it out to start from the first.',
      ['after'],
    );
  }
  if (match[1] !== sessionId) {
    return reject(
      'foreign-cursor',
      'after: this cursor belongs to another session. Pass back a cursor of the session you subscribe to.',
      ['after'],
    );
  }
  return Number(match[2]);
}

/**
 * Returns the sequence number a reader continues from: the later of the cursors it names, or the start when it names
 * none. Rejects a cursor the log has not reached. Waiting there would silently skip the events written until then.
 */
export function resolveStartSequence(
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
