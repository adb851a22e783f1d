import type { Config } from '#config';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import {
  type Authenticator,
  createAccountAuthenticator,
  type JwtSettings,
  LOCAL_AUTHENTICATOR,
} from '#schema/authenticator.ts';

/** How the settings say it is found out who asks. */
export function signInFor(config: Config, { tokens }: Pick<Store, 'tokens'>, clock: Clock): Authenticator {
  const jwt = jwtOf(config);
  const isRequired = config.AUTH === 'required' || jwt !== null;
  return isRequired ? createAccountAuthenticator({ tokens, clock }, jwt) : LOCAL_AUTHENTICATOR;
}

function jwtOf(config: Config): JwtSettings | null {
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_JWKS_URL: jwksUrl, AUTH_JWT_ALGORITHMS: algorithms } = config;
  const { AUTH_JWT_ISSUER: issuer, AUTH_JWT_AUDIENCE: audience } = config;
  if (issuer === undefined || audience === undefined) return null;
  const shared = {
    issuer,
    audience,
    clockSkewSeconds: config.AUTH_JWT_CLOCK_SKEW_SECONDS,
    rolesClaim: config.AUTH_JWT_ROLES_CLAIM,
  };
  if (secret !== undefined) return { ...shared, key: { secret }, algorithms: algorithms ?? ['HS256'] };
  if (jwksUrl === undefined) return null;
  return { ...shared, key: { jwksUrl }, algorithms: algorithms ?? ['RS256', 'ES256'] };
}
