const BEARER = /^Bearer +(\S+)$/i;

/** What stands behind `Bearer` in a header; null when there is no header, an empty text when it is something else. */
export function bearerIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  return BEARER.exec(header.trim())?.[1] ?? '';
}

/** The same from the payload of a WebSocket's first message, which browsers cannot give a header. */
export function bearerInParams(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const entry = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
  if (entry === undefined) return null;
  return typeof entry[1] === 'string' ? bearerIn(entry[1]) : '';
}
