import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { isRole } from '#engine/domain/roles.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { Secret } from '#engine/util/secret.ts';
import { LOCAL_VIEWER_ID, type Viewer } from './viewer.ts';

/** Settings of a trusted JWT issuer. */
export type JwtIssuerSettings = {
  /** Secret shared with the issuer, or the address where the issuer publishes its keys. */
  readonly key: { readonly secret: Secret } | { readonly jwksUrl: string };
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  readonly clockSkewSeconds: number;
  /** The claim that lists roles: its name, or a path of names joined by dots. */
  readonly rolesClaim: string;
  /** Minimum time between two fetches of the keys when a JWT names an unknown key. */
  readonly jwksCooldownMilliseconds?: number;
};

/** Error while the issuer's keys cannot be fetched. */
export class AuthenticationUnavailableError extends Error {
  override readonly name = 'SignInUnavailableError';
  readonly retryable = true;
}

const COOLDOWN_MILLISECONDS = 10_000;
const TIMEOUT_MILLISECONDS = 5_000;
const MOST_IN_A_NAME = 120;

const Claims = z.object({
  sub: z
    .string()
    .min(1)
    .max(128)
    .refine((id) => id !== LOCAL_VIEWER_ID),
  exp: z.number(),
  name: z.string().optional(),
});

/** Creates the check that turns a JWT into a viewer. */
export function createJwtAuthenticator(settings: JwtIssuerSettings, clock: Clock) {
  const { issuer, audience, algorithms, clockSkewSeconds } = settings;
  const keyFor = keySource(settings);
  return async (jwt: string): Promise<Viewer | { readonly refused: string }> => {
    try {
      const { payload } = await jwtVerify(jwt, keyFor, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: clockSkewSeconds,
        requiredClaims: ['exp', 'sub'],
        currentDate: clock(),
      });
      return viewerOf(payload, settings);
    } catch (error) {
      return { refused: sentenceFor(error) };
    }
  };
}

function keySource({ key, jwksCooldownMilliseconds }: JwtIssuerSettings): JWTVerifyGetKey {
  if ('secret' in key) {
    const secret = new TextEncoder().encode(key.secret.reveal());
    return async () => secret;
  }
  return createRemoteJWKSet(new URL(key.jwksUrl), {
    cooldownDuration: jwksCooldownMilliseconds ?? COOLDOWN_MILLISECONDS,
    timeoutDuration: TIMEOUT_MILLISECONDS,
  });
}

function viewerOf(payload: object, { rolesClaim, clockSkewSeconds }: JwtIssuerSettings) {
  const claims = Claims.safeParse(payload);
  if (!claims.success)
    return { refused: `The JWT has no usable claim ${claims.error.issues[0]?.path.join('.')}.` };
  const { sub: id, exp, name = id } = claims.data;
  return {
    id,
    name: name.slice(0, MOST_IN_A_NAME),
    roles: new Set(listed(claimAt(payload, rolesClaim)).filter(isRole)),
    campaignIds: null,
    expiresAt: new Date((exp + clockSkewSeconds) * 1000),
    tokenId: null,
  };
}

/** Reads a claim by its full name, which may contain dots, else by the path the dots make. */
function claimAt(payload: object, name: string): unknown {
  const own = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Object(value)[key] : undefined;
  return own(payload, name) ?? name.split('.').reduce<unknown>(own, payload);
}

function listed(claim: unknown): readonly unknown[] {
  if (typeof claim === 'string') return claim.split(/[\s,]+/);
  return Array.isArray(claim) ? claim : [];
}

/** Codes of errors that concern the issuer's keys. The general code stands for an answer other than 200. */
const KEYS_NOT_HAD: ReadonlySet<string> = new Set([
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_TIMEOUT',
  'ERR_JWKS_INVALID',
]);

/** Describes the error without repeating any part of the JWT. */
function sentenceFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The JWT has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The JWT’s claim ${error.claim} is not accepted here.`;
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The JWT is signed by an algorithm that is not accepted here.';
  if (error instanceof errors.JOSEError && !KEYS_NOT_HAD.has(error.code))
    return 'The JWT is not one of an issuer this server knows.';
  throw new AuthenticationUnavailableError('the keys of the issuer of JWTs cannot be had', { cause: error });
}
