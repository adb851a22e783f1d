import type { Context as SocketContext } from 'graphql-ws';
import type { Extra } from 'graphql-ws/use/ws';
import { type Authenticator, isAuthenticationRefused } from '../authenticator.ts';
import { readBearerHeader, readBearerParam } from './authenticate-request.ts';
import type { Viewer } from './viewer.ts';

type Socket = SocketContext<Record<string, unknown> | undefined, Extra>;

/** Interval at which the credentials of open WebSockets are checked again. */
const ASK_AGAIN_MILLISECONDS = 5_000;
const FORBIDDEN = 4403;
const TOO_MANY = 4429;

/** Viewers of the open WebSockets. Checks their credentials again for as long as a socket is open. */
export class SocketViewers {
  readonly #signIn: Authenticator;
  readonly #socketsPerViewer: number;
  readonly #credentials = new Map<Extra['socket'], string | null>();
  readonly #holders = new Map<Extra['socket'], string>();
  readonly #held = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    signIn: Authenticator,
    socketsPerViewer: number,
    askAgainMilliseconds: number = ASK_AGAIN_MILLISECONDS,
  ) {
    this.#signIn = signIn;
    this.#socketsPerViewer = socketsPerViewer;
    this.#timer = setInterval(() => void this.#askAgain(), askAgainMilliseconds).unref();
  }

  /** Admits a socket to the API. When the result is false, graphql-ws closes the socket with 4403. */
  async admit({ connectionParams, extra }: Socket): Promise<boolean> {
    const credential =
      readBearerParam(connectionParams) ?? readBearerHeader(extra.request.headers.authorization);
    const viewer = await this.#viewerFor(credential);
    // A socket that closed during the lookup would never be released.
    if (viewer === null || extra.socket.readyState !== extra.socket.OPEN) return false;
    const held = this.#held.get(viewer.id) ?? 0;
    if (held >= this.#socketsPerViewer) {
      extra.socket.close(TOO_MANY, `At most ${this.#socketsPerViewer} WebSockets at once`);
      return false;
    }
    this.#held.set(viewer.id, held + 1);
    this.#holders.set(extra.socket, viewer.id);
    this.#credentials.set(extra.socket, credential);
    return true;
  }

  /** Returns the current viewer of a socket; null when the credential is no longer valid. */
  current({ extra }: Socket): Promise<Viewer | null> {
    const credential = this.#credentials.get(extra.socket);
    return credential === undefined ? Promise.resolve(null) : this.#viewerFor(credential);
  }

  release({ extra }: Socket): void {
    this.#credentials.delete(extra.socket);
    const viewerId = this.#holders.get(extra.socket);
    if (viewerId === undefined) return;
    this.#holders.delete(extra.socket);
    const held = (this.#held.get(viewerId) ?? 1) - 1;
    if (held === 0) this.#held.delete(viewerId);
    else this.#held.set(viewerId, held);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #viewerFor(credential: string | null): Promise<Viewer | null> {
    const viewer = await this.#signIn.viewerFor(credential);
    return isAuthenticationRefused(viewer) ? null : viewer;
  }

  async #askAgain(): Promise<void> {
    if (this.#signIn.isLocal) return;
    for (const [socket, credential] of this.#credentials) {
      // The credential cannot be checked just now; that is no reason to close the socket.
      const viewer = await this.#viewerFor(credential).catch(() => undefined);
      if (viewer === null) socket.close(FORBIDDEN, 'Forbidden');
    }
  }
}
