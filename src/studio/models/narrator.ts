const KEY = 'scenewright.narrator';

/** Returns the key of the model that this browser chose for new stories; null for the server's own. */
export function readNarrator(): string | null {
  return localStorage.getItem(KEY);
}

export function saveNarrator(key: string | null): void {
  if (key === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, key);
}
