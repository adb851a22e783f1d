/** The id of a row in the store, from its id in the API. */
export function rowIdOf(globalId: string): string {
  return Buffer.from(globalId, 'base64').toString('utf8').replace(/^[^:]*:/, '');
}
