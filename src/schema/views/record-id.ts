/** Names a record as it was read: by its scene, the view, and its id inside the campaign. */
type RecordKey = { readonly sceneId: string; readonly as: string; readonly recordId: string };

/** View in which nothing is left out. Other views carry the id of their persona. */
export const GM_VIEW = 'gm';

/** Names of the types whose ids are record keys. */
const recordTypes = new Set<string>();

export function registerRecordType(typeName: string): void {
  recordTypes.add(typeName);
}

export const isRecordType = (typeName: string): boolean => recordTypes.has(typeName);

/**
 * Formats the key of a record. A scene never changes and a view of it always shows the same, so the cache of a client never mixes
 * two states of one record.
 */
export function formatRecordKey(
  { sceneId, as }: Pick<RecordKey, 'sceneId' | 'as'>,
  recordId: string,
): string {
  return `${sceneId}/${as}/${recordId}`;
}

export function parseRecordKey(key: string): RecordKey | null {
  const [sceneId, as, ...rest] = key.split('/');
  const recordId = rest.join('/');
  return sceneId === undefined || as === undefined || recordId === '' ? null : { sceneId, as, recordId };
}
