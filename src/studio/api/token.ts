const KEY = 'scenewright.token';

type Listener = () => void;

const listeners = new Set<Listener>();
let isRefused = false;

/** Returns the token of this tab; null without one. */
export function readToken(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Keeps a token for this tab, or forgets it. */
export function saveToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
  setRefused(false);
}

/** Says whether the server refused this tab: no token, or one that is not valid any more. */
export function isTokenRefused(): boolean {
  return isRefused;
}

/** Calls a listener whenever the token of this tab changes or is refused. Returns how to end that. */
export function listenForToken(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends a request with the token of this tab, and notices when the server refuses it. */
export async function fetchWithToken(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = readToken();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(input, { ...init, headers });
  if (response.status === 401) setRefused(true);
  return response;
}

function setRefused(next: boolean): void {
  isRefused = next;
  for (const listener of listeners) listener();
}
