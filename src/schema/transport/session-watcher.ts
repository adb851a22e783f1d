import type { YogaInitialContext } from 'graphql-yoga';
import type { Audience } from '#engine/store/event-rows.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Context } from '../context.ts';
import { createGmOnlyError, createUnknownSessionError } from '../errors.ts';
import type { AudienceView } from './live-source.ts';

/** Those who ask the same at the same moment get one answer: a thousand streams of one viewer are one question. */
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

/** Somebody who watches a session: what they see, and whether they still may. */
type SessionWatcher = {
  readonly audience: Audience;
  readonly view: AudienceView;
  readonly stillAllowed: () => Promise<boolean>;
};

const checks = new AccessCheckCache();

type Watched = Pick<SessionRecord, 'campaignId'>;

/** Whoever asks for a session's events, or a refusal that is thrown. */
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

/** What a browser's EventSource sends when it comes back: the id of the last event it has. */
export function readLastEventId(context: object): string | null {
  // Over HTTP the context is an extension of Yoga's own; over WebSocket there is no request of fetch.
  const { request } = context as Partial<YogaInitialContext>;
  return request?.headers.get('last-event-id') || null;
}
