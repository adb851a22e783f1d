import type { ApiTokenStore } from '#engine/store/api-tokens.ts';
import { hashOpaqueToken } from '#engine/store/opaque-token.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { Viewer } from './viewer.ts';

/** Who comes with an API token. */
export function tokenSignIn(tokens: Pick<ApiTokenStore, 'findByHash'>, clock: Clock) {
  return async (token: string): Promise<Viewer | { readonly refused: string }> => {
    const found = await tokens.findByHash(hashOpaqueToken(token));
    if (found === null) return { refused: 'There is no such API token.' };
    const { id: tokenId, viewerId, viewerName, roles, campaignIds, expiresAt, revokedAt } = found;
    if (revokedAt !== null) return { refused: 'This API token was revoked.' };
    if (expiresAt <= clock()) return { refused: 'This API token has expired.' };
    return {
      id: viewerId,
      name: viewerName,
      roles: new Set(roles),
      campaignIds: campaignIds === null ? null : new Set(campaignIds),
      expiresAt,
      tokenId,
    };
  };
}
