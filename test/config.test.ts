import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { ConfigError, readConfig, VARIABLES } from '#config';

it('starts with nothing set', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 4000,
    SCENEWRIGHT_DATA: 'data',
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfig({ PORT: '' }).PORT).toBe(4000);
});

it.each([
  ['PORT', 'four thousand', 'PORT: "four thousand" is not a whole number. Write for example PORT=4000'],
  ['PORT', '70000', 'PORT: "70000" is above 65535. Write for example PORT=4000'],
  ['HOST', '0.0.0.0', 'HOST: "0.0.0.0" is not a loopback address'],
  [
    'LOG_LEVEL',
    'loud',
    'LOG_LEVEL: "loud" is not one of trace, debug, info, warn, error, fatal, silent. Write for example LOG_LEVEL=info',
  ],
  ['MODEL_FIRST_TOKEN_SECONDS', '0', 'MODEL_FIRST_TOKEN_SECONDS: "0" is below 1'],
  ['MODEL_BETWEEN_TOKENS_SECONDS', '301', 'MODEL_BETWEEN_TOKENS_SECONDS: "301" is above 300'],
  ['OFFLINE_WORDS_PER_SECOND', '-1', 'OFFLINE_WORDS_PER_SECOND: "-1" is not a whole number'],
  [
    'CORS_ORIGINS',
    'https://a.example/path',
    'CORS_ORIGINS: "https://a.example/path" is not a list of origins',
  ],
  ['TRUSTED_DOCUMENTS_ONLY', 'yes', 'TRUSTED_DOCUMENTS_ONLY: "yes" is neither 0 nor 1'],
  ['METRICS_PORT', 'x', 'METRICS_PORT: "x" is not a whole number'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', 'OTEL_EXPORTER_OTLP_ENDPOINT: "collector" is not an http'],
  ['LIMIT_DEPTH', '0', 'LIMIT_DEPTH: "0" is below 1. Write for example LIMIT_DEPTH=20'],
])('names %s, what is wrong with %s and what to write', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

it('reads origins as a list', () => {
  expect(readConfig({ CORS_ORIGINS: 'https://a.example, http://b.example:8080' }).CORS_ORIGINS).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ]);
});

it('names every wrong variable in one go', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT: .*\nLOG_LEVEL: /);
});

it('never shows a secret, right or wrong', () => {
  const config = readConfig({ DATABASE_URL: 'postgresql://ada:hunter2@localhost/db' });

  expect(`${JSON.stringify(config)} ${inspect(config)} ${config.DATABASE_URL}`).not.toContain('hunter2');
  expect(config.DATABASE_URL?.reveal()).toContain('hunter2');
  for (const wrong of [
    'mysql://ada:hunter2@localhost/db',
    'postgresql://ada:hunter2@localhost:99999/db',
    'postgresql://ada:hunter2%er@localhost/db',
  ]) {
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow(/^(?!.*hunter2)DATABASE_URL: the value given/);
  }
});

it.each(['sk-ant-…', '"sk-ant-1"', 'sk ant'])(
  'refuses the key %s without printing it',
  (ANTHROPIC_API_KEY) => {
    expect(() => readConfig({ ANTHROPIC_API_KEY })).toThrow(
      'ANTHROPIC_API_KEY: the value given has a space, a quotation mark or a character that no key has. Write for example',
    );
  },
);

it('lists every setting with its default in docs/settings.md', () => {
  const rows = readFileSync('docs/settings.md', 'utf8').match(/^\| `.*$/gm) ?? [];
  const expected = Object.entries(VARIABLES).map(
    ([name, { about, without }]) => `| \`${name}\` | ${without} | ${about} |`,
  );

  expect(rows.toSorted()).toEqual(expected.toSorted());
});

const JWT = { AUTH_JWT_ISSUER: 'https://login.example/', AUTH_JWT_AUDIENCE: 'scenewright' };
const SECRET = 'a shared secret of more than thirty-two bytes';
const KEYS = 'https://login.example/keys';

it.each([
  [{ AUTH: 'required' }],
  [{ ...JWT, AUTH_JWT_SECRET: SECRET }],
  [{ ...JWT, AUTH_JWT_JWKS_URL: KEYS, AUTH_JWT_ALGORITHMS: 'ES256, EdDSA' }],
])('listens beyond loopback once everybody is asked who they are: %j', (auth) => {
  expect(readConfig({ HOST: '0.0.0.0', ...auth }).HOST).toBe('0.0.0.0');
});

it.each([
  [
    { HOST: '0.0.0.0' },
    /HOST: "0.0.0.0" is not a loopback address, and clients are not authenticated. Set AUTH=required/,
  ],
  [{ HOST: '::', AUTH: 'local' }, /HOST: "::" is not a loopback address/],
  [{ AUTH: 'maybe' }, /AUTH: "maybe" is neither local nor required/],
  [
    { ...JWT, AUTH: 'local', AUTH_JWT_SECRET: SECRET },
    /AUTH: "local" does not authenticate clients, but JWTs are set up/,
  ],
  [{ ...JWT, AUTH_JWT_SECRET: 'short' }, /AUTH_JWT_SECRET: the value given is shorter than 32 bytes/],
  [{ AUTH_JWT_SECRET: SECRET }, /AUTH_JWT_ISSUER: is needed.*\nAUTH_JWT_AUDIENCE: is needed/],
  [{ ...JWT, AUTH_JWT_SECRET: SECRET, AUTH_JWT_JWKS_URL: KEYS }, /Set one of them, not both/],
  [
    { ...JWT, AUTH_JWT_JWKS_URL: 'http://login.example/keys' },
    /AUTH_JWT_JWKS_URL: .* is not an https address/,
  ],
  [
    { ...JWT, AUTH_JWT_JWKS_URL: KEYS, AUTH_JWT_ALGORITHMS: 'HS256' },
    /HS256 does not go with published keys/,
  ],
  [{ ...JWT, AUTH_JWT_SECRET: SECRET, AUTH_JWT_ALGORITHMS: 'RS256' }, /RS256 does not go with a secret/],
  [
    { ...JWT, AUTH_JWT_SECRET: SECRET, AUTH_JWT_ALGORITHMS: 'none' },
    /names an algorithm that is not accepted/,
  ],
])('refuses the settings of access %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});
