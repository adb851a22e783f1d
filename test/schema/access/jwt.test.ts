import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Secret } from '#engine/util/secret.ts';
import {
  createAccountAuthenticator,
  isAuthenticationRefused,
  type JwtSettings,
} from '#schema/authenticator.ts';
import { AuthenticationUnavailableError } from '../../../src/schema/access/jwt-authenticator.ts';

const NOW = new Date('2026-11-16T12:00:00.000Z');
const SECRET = 'a shared secret of more than thirty-two bytes';
const inSeconds = (seconds: number) => Math.floor(NOW.getTime() / 1000) + seconds;

const BASE: JwtSettings = {
  key: { secret: new Secret(SECRET) },
  issuer: 'https://login.example/',
  audience: 'scenewright',
  algorithms: ['HS256'],
  clockSkewSeconds: 5,
  rolesClaim: 'roles',
};

const noTokens = {
  add: async () => {},
  findByHash: async () => null,
  findMany: async () => [],
  list: async () => [],
  revoke: async () => false,
};

const signInBy = (settings: Partial<JwtSettings> = {}) =>
  createAccountAuthenticator(
    { tokens: noTokens, tickets: noTokens, clock: () => NOW },
    { ...BASE, ...settings },
  ).viewerFor;

type Claims = Record<string, unknown>;
const GOOD: Claims = {
  sub: 'ada',
  name: 'Ada',
  iss: BASE.issuer,
  aud: 'scenewright',
  exp: inSeconds(60),
  roles: ['gm', 'player', 'king'],
};

const sign = (claims: Claims, alg = 'HS256', secret = SECRET) =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

it('believes a JWT of its issuer and takes from it who somebody is', async () => {
  expect(await signInBy()(await sign(GOOD))).toEqual({
    id: 'ada',
    name: 'Ada',
    roles: new Set(['gm', 'player']),
    campaignIds: null,
    expiresAt: new Date(inSeconds(65) * 1000),
    tokenId: null,
  });
});

it.each<[string, Partial<JwtSettings>, Claims, string[]]>([
  ['a path', { rolesClaim: 'realm_access.roles' }, { realm_access: { roles: ['author'] } }, ['author']],
  [
    'a name with dots',
    { rolesClaim: 'https://x.example/roles' },
    { 'https://x.example/roles': ['gm'] },
    ['gm'],
  ],
  ['one text', { rolesClaim: 'scope' }, { scope: 'openid player gm' }, ['player', 'gm']],
  ['nothing', { rolesClaim: 'groups' }, {}, []],
  ['something inherited', { rolesClaim: 'constructor' }, {}, []],
])('reads the roles from %s', async (_where, settings, claims, roles) => {
  const viewer = await signInBy(settings)(await sign({ ...GOOD, ...claims }));

  expect(isAuthenticationRefused(viewer) ? viewer : [...viewer.roles]).toEqual(roles);
});

it.each<[string, Claims, RegExp]>([
  ['has expired', { exp: inSeconds(-6) }, /expired/],
  ['never expires', { exp: undefined }, /claim exp/],
  ['is not good yet', { nbf: inSeconds(60) }, /claim nbf/],
  ['is of another issuer', { iss: 'https://evil.example/' }, /claim iss/],
  ['is for somebody else', { aud: 'another-api' }, /claim aud/],
  ['names nobody', { sub: undefined }, /claim sub/],
  ['calls itself the owner of the machine', { sub: 'local' }, /claim sub/],
  ['has an id of the wrong kind', { sub: 7 }, /claim sub/],
])('refuses a JWT that %s', async (_fault, claims, message) => {
  const jwt = await sign({ ...GOOD, ...claims });
  const refusal = await signInBy()(jwt);

  expect(refusal).toEqual({ refused: expect.stringMatching(message) });
  expect(JSON.stringify(refusal)).not.toContain(jwt.slice(0, 20));
});

it('forgives a clock that is a little off', async () => {
  expect(isAuthenticationRefused(await signInBy()(await sign({ ...GOOD, exp: inSeconds(-4) })))).toBe(false);
});

it.each<[string, () => Promise<string>]>([
  ['without a signature', async () => new UnsecuredJWT(GOOD).encode()],
  ['by another secret', () => sign(GOOD, 'HS256', 'another secret of more than thirty-two bytes')],
  ['by an algorithm that is not accepted', () => sign(GOOD, 'HS512')],
  [
    'and changed afterwards',
    async () => (await sign(GOOD)).replace(/\.[^.]+\./, `.${body({ ...GOOD, sub: 'root' })}.`),
  ],
  ['with nonsense', async () => 'not.a.jwt'],
  ['with nothing at all', async () => ''],
])('refuses a JWT signed %s', async (_how, jwt) => {
  expect(isAuthenticationRefused(await signInBy()(await jwt()))).toBe(true);
});

const body = (claims: Claims) => Buffer.from(JSON.stringify(claims)).toString('base64url');

let keys: JWK[];
let asked: number;
let status: number;
let publisher: Server;
let published: Partial<JwtSettings>;

beforeEach(async () => {
  [keys, asked, status] = [[], 0, 200];
  publisher = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  const { port } = publisher.address() as AddressInfo;
  published = {
    key: { jwksUrl: `http://127.0.0.1:${port}/keys` },
    algorithms: ['ES256'],
    jwksCooldownMilliseconds: 0,
  };
});
afterEach(() => {
  publisher.close();
});

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const signed = () => new SignJWT(GOOD).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  return { jwk, signed };
}

it('follows the issuer to its next keys and forgets those it withdrew', async () => {
  const [first, second] = [await newKey('one'), await newKey('two')];
  keys = [first.jwk];
  const signIn = signInBy(published);
  expect(await signIn(await first.signed())).toMatchObject({ id: 'ada' });
  expect(await signIn(await first.signed())).toMatchObject({ id: 'ada' });
  expect(asked).toBe(1);
  keys = [second.jwk];

  expect(await signIn(await second.signed())).toMatchObject({ id: 'ada' });
  expect(isAuthenticationRefused(await signIn(await first.signed()))).toBe(true);
});

it('does not ask for keys again and again because of JWTs that name unknown ones', async () => {
  keys = [(await newKey('one')).jwk];
  const signIn = signInBy({ ...published, jwksCooldownMilliseconds: 60_000 });
  const stranger = await newKey('never published');
  for (let at = 0; at < 5; at += 1)
    expect(isAuthenticationRefused(await signIn(await stranger.signed()))).toBe(true);

  expect(asked).toBe(1);
});

it('takes no shared secret where keys are published', async () => {
  const { jwk } = await newKey('one');
  keys = [jwk];

  expect(isAuthenticationRefused(await signInBy(published)(await sign(GOOD)))).toBe(true);
});

it('says that it cannot tell, and lets nobody in, while the keys cannot be had', async () => {
  const { jwk, signed } = await newKey('one');
  keys = [jwk];
  status = 500;

  await expect(signInBy(published)(await signed())).rejects.toThrow(AuthenticationUnavailableError);
});
