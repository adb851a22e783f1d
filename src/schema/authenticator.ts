import type { ApiTokenStore } from '#engine/store/api-tokens.ts';
import { hashOpaqueToken, TOKEN_PREFIX } from '#engine/store/opaque-token.ts';
import type { Clock } from '#engine/util/clock.ts';
import {
  createJwtAuthenticator,
  type JwtIssuerSettings as IssuerSettings,
} from './access/jwt-authenticator.ts';
import { LOCAL_OWNER, type Viewer } from './access/viewer.ts';

/** Who comes with an API token. */
function createTokenAuthenticator(tokens: Pick<ApiTokenStore, 'findByHash'>, clock: Clock) {
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

/** Whose JWTs are believed, and how they are read. */
export type JwtSettings = IssuerSettings;

/** Nobody was let in, and why: a sentence for whoever holds the credential. */
export type AuthenticationRefused = { readonly refused: string };

/**
 * Finds out who asks. `credential` is what stands behind `Bearer`; null when nothing was sent. Throws only when that cannot be found
 * out just now.
 */
export type Authenticator = {
  /** Whether everybody who reaches the server is its one owner. */
  readonly isLocal: boolean;
  readonly viewerFor: (credential: string | null) => Promise<Viewer | AuthenticationRefused>;
};

/** On one's own machine nobody is asked who they are. */
export const LOCAL_AUTHENTICATOR: Authenticator = { isLocal: true, viewerFor: async () => LOCAL_OWNER };

type Tools = { readonly tokens: ApiTokenStore; readonly clock: Clock };

/** Longer than any token of ours and any JWT that fits into a header. */
const MOST_CHARACTERS = 8_192;

/** API tokens always, and JWTs where their issuer is known. */
export function createAccountAuthenticator({ tokens, clock }: Tools, jwt: JwtSettings | null): Authenticator {
  const byToken = createTokenAuthenticator(tokens, clock);
  const byJwt = jwt === null ? null : createJwtAuthenticator(jwt, clock);
  return {
    isLocal: false,
    viewerFor: async (credential) => {
      if (credential === null) {
        return { refused: 'Say who you are: send an API token or a JWT as `Authorization: Bearer …`.' };
      }
      if (credential.length > MOST_CHARACTERS) return { refused: 'This is no credential of this server.' };
      if (credential.startsWith(TOKEN_PREFIX)) return byToken(credential);
      return byJwt === null ? { refused: 'This is no API token of this server.' } : byJwt(credential);
    },
  };
}

export function isAuthenticationRefused(
  result: Viewer | AuthenticationRefused,
): result is AuthenticationRefused {
  return 'refused' in result;
}
