import { isIP } from 'node:net';
import { z } from 'zod';
import { defineSecret, defineWholeNumber, type Variable } from './variable.ts';

/** Algorithms a JWT may be signed by: those of a shared secret, and those of published keys. `none` is not allowed. */
const SHARED = ['HS256', 'HS384', 'HS512'] as const;
const PUBLISHED = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'] as const;

const LEAST_SECRET_BYTES = 32;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && (host === '::1' || host.startsWith('127.')));
}

/** Accepts HTTPS, and HTTP on loopback. Over any other plain connection an attacker could replace the keys. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}

/** Settings that decide which clients may use the server. */
export const ACCESS_VARIABLES = {
  AUTH: {
    schema: z.enum(['local', 'required'], 'is neither local nor required').optional(),
    about:
      '`local`: no accounts, and only clients on this machine are served. `required`: every client needs an API token or a JWT.',
    example: 'required',
    without: '`local`; `required` where JWTs are set up',
  },
  AUTH_JWT_SECRET: {
    schema: defineSecret(
      z.string().refine((text) => Buffer.byteLength(text) >= LEAST_SECRET_BYTES, 'is shorter than 32 bytes'),
    ),
    about: 'Secret shared with the issuer of JWTs (HS256).',
    example: 'a-long-random-text-of-at-least-32-bytes',
    without: 'no JWTs signed by a secret',
    secret: true,
  },
  AUTH_JWT_JWKS_URL: {
    schema: z
      .string()
      .refine(isSafeAddress, 'is not an https address (plain http only on this machine)')
      .optional(),
    about: 'Address at which the issuer of JWTs publishes its keys.',
    example: 'https://login.example/.well-known/jwks.json',
    without: 'no JWTs signed by published keys',
  },
  AUTH_JWT_ISSUER: {
    schema: z.string().min(1).optional(),
    about: 'The `iss` a JWT must have.',
    example: 'https://login.example/',
    without: 'needed for JWTs',
  },
  AUTH_JWT_AUDIENCE: {
    schema: z.string().min(1).optional(),
    about: 'The `aud` a JWT must have.',
    example: 'scenewright',
    without: 'needed for JWTs',
  },
  AUTH_JWT_ALGORITHMS: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((one) => one.trim()))
      .pipe(z.array(z.enum([...SHARED, ...PUBLISHED], 'names an algorithm that is not accepted')))
      .optional(),
    about: 'The algorithms a JWT may be signed by, joined by commas.',
    example: 'RS256,ES256',
    without: '`HS256` with a secret, `RS256,ES256` with published keys',
  },
  AUTH_JWT_CLOCK_SKEW_SECONDS: {
    schema: defineWholeNumber(0, 300).prefault('5'),
    about: 'Tolerated difference to the issuer’s clock.',
    example: '5',
    without: '`5`',
  },
  AUTH_JWT_ROLES_CLAIM: {
    schema: z.string().min(1).default('roles'),
    about: 'The claim that lists the roles `player`, `gm`, `author`, `admin`: its name, or a path with dots.',
    example: 'realm_access.roles',
    without: '`roles`',
  },
} as const satisfies Record<string, Variable>;

type Given = Readonly<Record<string, unknown>>;

/** Finds contradictions between the access settings. */
export function findAccessFaults(values: Given): string[] {
  const { HOST, AUTH, AUTH_JWT_SECRET: shared, AUTH_JWT_JWKS_URL: published } = values;
  const hasJwt = shared !== undefined || published !== undefined;
  const isRequired = AUTH === 'required' || (AUTH === undefined && hasJwt);
  return [
    ...(isRequired || isLoopback(String(HOST)) ? [] : [beyondLoopback(String(HOST))]),
    ...(AUTH === 'local' && hasJwt
      ? ['AUTH: "local" does not authenticate clients, but JWTs are set up. Write for example AUTH=required']
      : []),
    ...(shared !== undefined && published !== undefined
      ? ['AUTH_JWT_SECRET: there is also AUTH_JWT_JWKS_URL. Set one of them, not both']
      : []),
    ...(hasJwt ? missing(values) : []),
    ...(hasJwt ? unfitting(values) : []),
  ];
}

function beyondLoopback(host: string): string {
  return `HOST: ${JSON.stringify(host)} is not a loopback address, and clients are not authenticated. Set AUTH=required and make a token with \`npm run tokens -- create\`, or write for example HOST=127.0.0.1`;
}

function missing(values: Given): string[] {
  const needed = ['AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'] as const;
  return needed
    .filter((name) => values[name] === undefined)
    .map(
      (name) => `${name}: is needed for JWTs. Write for example ${name}=${ACCESS_VARIABLES[name].example}`,
    );
}

function unfitting({ AUTH_JWT_SECRET, AUTH_JWT_ALGORITHMS: given = [] }: Given): string[] {
  const fitting: readonly unknown[] = AUTH_JWT_SECRET === undefined ? PUBLISHED : SHARED;
  const wrong = [given].flat().filter((one) => !fitting.includes(one));
  const example = AUTH_JWT_SECRET === undefined ? 'RS256,ES256' : 'HS256';
  return wrong.map(
    (one) =>
      `AUTH_JWT_ALGORITHMS: ${String(one)} does not go with ${AUTH_JWT_SECRET === undefined ? 'published keys' : 'a secret'}. Write for example AUTH_JWT_ALGORITHMS=${example}`,
  );
}
