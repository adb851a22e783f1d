import type { YogaInitialContext } from 'graphql-yoga';
import type { Audience } from '#engine/store/event-rows.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Context } from '../context.ts';
import { createGmOnlyError, createUnknownSessionError } from '../errors.ts';
import type { AudienceView } from './live-source.ts';

/** Shares one access check between simultaneous callers: a thousand streams of one viewer need one check. */
class AccessCheckCache {
  readonly #underWay = new Map<string, Promise<boolean>>();

  ask(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const asked = check().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }
}

/** Watcher of a session: its audience and view, and whether access is still allowed. */
type SessionWatcher = {
  readonly audience: Audience;
  readonly view: AudienceView;
  readonly stillAllowed: () => Promise<boolean>;
};

const checks = new AccessCheckCache();

type Watched = Pick<SessionRecord, 'campaignId'>;

/** Creates the watcher of a session's events. Throws a refusal when the viewer may not watch. */
export async function createSessionWatcher(
  { access }: Pick<Context, 'access'>,
  { campaignId }: Watched,
  audience: Audience,
): Promise<SessionWatcher> {
  const standing = await access.standingIn(campaignId);
  if (standing === null) throw createUnknownSessionError();
  if (audience === 'gm' && standing.role !== 'gm') throw createGmOnlyError();
  const { id, roles, tokenId, expiresAt } = access.viewer;
  const shared = [audience, standing.role, ...[...roles].sort()].join(' ');
  const own = JSON.stringify([shared, id, tokenId, expiresAt, standing.personaId]);
  return {
    audience,
    view: { shared, own },
    stillAllowed: () => checks.ask(`${campaignId} ${own}`, () => access.stillStands(campaignId, standing)),
  };
}

/** Reads the id of the last event, which a browser's EventSource sends when it reconnects. */
export function readLastEventId(context: object): string | null {
  // Over HTTP the context extends Yoga's own; over WebSocket there is no fetch request.
  const { request } = context as Partial<YogaInitialContext>;
  return request?.headers.get('last-event-id') || null;
}
