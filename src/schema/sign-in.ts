import type { ApiTokenStore } from '#engine/store/api-tokens.ts';
import { TOKEN_PREFIX } from '#engine/store/opaque-token.ts';
import type { Clock } from '#engine/util/clock.ts';
import { type JwtSettings as IssuerSettings, jwtSignIn } from './access/jwt-sign-in.ts';
import { tokenSignIn } from './access/token-sign-in.ts';
import { LOCAL_OWNER, type Viewer } from './access/viewer.ts';

/** Whose JWTs are believed, and how they are read. */
export type JwtSettings = IssuerSettings;

/** Nobody was let in, and why: a sentence for whoever holds the credential. */
export type SignInRefused = { readonly refused: string };

/**
 * Finds out who asks. `credential` is what stands behind `Bearer`; null when nothing was sent. Throws only when that cannot be found
 * out just now.
 */
export type SignIn = {
  /** Whether everybody who reaches the server is its one owner. */
  readonly isLocal: boolean;
  readonly viewerFor: (credential: string | null) => Promise<Viewer | SignInRefused>;
};

/** On one's own machine nobody is asked who they are. */
export const localSignIn: SignIn = { isLocal: true, viewerFor: async () => LOCAL_OWNER };

type Tools = { readonly tokens: ApiTokenStore; readonly clock: Clock };

/** Longer than any token of ours and any JWT that fits into a header. */
const MOST_CHARACTERS = 8_192;

/** API tokens always, and JWTs where their issuer is known. */
export function accountSignIn({ tokens, clock }: Tools, jwt: JwtSettings | null): SignIn {
  const byToken = tokenSignIn(tokens, clock);
  const byJwt = jwt === null ? null : jwtSignIn(jwt, clock);
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

export function isRefused(result: Viewer | SignInRefused): result is SignInRefused {
  return 'refused' in result;
}
