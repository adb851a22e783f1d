import { z } from 'zod';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { defineSecret, defineWholeNumber, type Variable } from './variable.ts';

const limit = (value: number, about: string) => ({
  schema: defineWholeNumber(1, 1_000_000_000).prefault(String(value)),
  about,
  example: String(value),
  without: `\`${value}\``,
});

const flag = z
  .enum(['0', '1'], 'is neither 0 nor 1')
  .default('0')
  .transform((text) => text === '1');

const flagOn = z
  .enum(['0', '1'], 'is neither 0 nor 1')
  .default('1')
  .transform((text) => text === '1');

const address = z.string().refine(isHttpAddress, 'is not an http or https address');

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Accepts origins as browsers send them: scheme, host and port alone. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine(
    (list) => list.every((one) => isHttpAddress(one) && new URL(one).origin === one),
    'is not a list of origins',
  )
  .optional();

/** Settings for operators who run the server for others, in the order of docs/settings.md. */
export const OPERATIONS_VARIABLES = {
  SERVERS_MISMATCH: {
    schema: z.enum(['warn', 'refuse'], 'is neither warn nor refuse').default('warn'),
    about:
      'What a server does at its start when another server on the same database has other packs or prompts: `warn` logs it, `refuse` does not start.',
    example: 'refuse',
    without: '`warn`',
  },
  CHAT_ENDPOINT: {
    schema: flagOn,
    about: 'Whether chat clients can play at `/v1`, by OpenAI’s protocol. 0 switches it off.',
    example: '0',
    without: '`1`',
  },
  CHAT_CHOICES: {
    schema: flagOn,
    about:
      'Whether the choices of a scene follow the prose there, as numbered lines. A request can say otherwise.',
    example: '0',
    without: '`1`',
  },
  MCP_ENDPOINT: {
    schema: flagOn,
    about: 'Whether MCP clients can play at `/mcp`. 0 switches it off.',
    example: '0',
    without: '`1`',
  },
  CORS_ORIGINS: {
    schema: origins,
    about: 'Origins of web pages that may use this server, with commas between them.',
    example: 'https://play.example',
    without: 'only its own pages and, without accounts, those of this machine',
  },
  TRUSTED_DOCUMENTS: {
    schema: z.string().min(1, 'is empty').optional(),
    about: 'JSON file of hashes and documents: operations that clients may send by hash alone.',
    example: './persisted-documents.json',
    without: 'every operation is sent whole',
  },
  TRUSTED_DOCUMENTS_ONLY: {
    schema: flag,
    about: '1 refuses every operation that is not in that file, and introspection with them.',
    example: '1',
    without: '`0`',
  },
  CAMPAIGN_GRACE_DAYS: {
    schema: defineWholeNumber(0, 3_650).prefault('14'),
    about: 'Days for which a deleted campaign can be restored; then everything of it is removed.',
    example: '30',
    without: '`14`',
  },
  METRICS_PORT: {
    schema: defineWholeNumber(0, 65_535).optional(),
    about: 'Port on which `/metrics` alone is served, for Prometheus.',
    example: '9464',
    without: '`/metrics` is on `PORT` without accounts, and nowhere with them',
  },
  METRICS_HOST: {
    schema: z.string().min(1, 'is empty').default('127.0.0.1'),
    about: 'Address for that port. Every client that reaches it can read the metrics; they contain no ids.',
    example: '0.0.0.0',
    without: '`127.0.0.1`',
  },
  CONTENT_POLICY_URL: {
    schema: address.optional(),
    about:
      'Web service that sees every text of a turn before players do. It gets `{kind, text, sessionId, turnId}` by POST; `turnId` is null for recaps. It answers `{"decision": "pass"}`, `{"decision": "replace", "text": "…"}` or `{"decision": "refuse", "reason": "…"}`. When it cannot be asked, the turn fails and may be tried again.',
    example: 'http://localhost:8080/policy',
    without: 'every text passes',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: address.optional(),
    about: 'Collector for OpenTelemetry traces: one span for each turn, step and model call.',
    example: 'http://localhost:4318',
    without: 'no traces',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: defineSecret(z.string().regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'is not a list of name=value')),
    about: 'Headers for that collector, `name=value` with commas between them.',
    example: 'api-key=…',
    without: 'none',
    secret: true,
  },
  LIMIT_DEPTH: limit(DEFAULT_LIMITS.depth, 'Maximum nesting of fields.'),
  LIMIT_ALIASES: limit(DEFAULT_LIMITS.aliases, 'Maximum number of aliases in an operation.'),
  LIMIT_DIRECTIVES: limit(DEFAULT_LIMITS.directives, 'Maximum number of directives in an operation.'),
  LIMIT_ROOT_FIELDS: limit(DEFAULT_LIMITS.rootFields, 'Maximum number of root fields in an operation.'),
  LIMIT_REPEATS: limit(
    DEFAULT_LIMITS.repeats,
    'Maximum repetitions of one field in a selection, fragments included.',
  ),
  LIMIT_TOKENS: limit(DEFAULT_LIMITS.tokens, 'Maximum number of tokens in a document.'),
  LIMIT_COMPLEXITY: limit(
    DEFAULT_LIMITS.complexity,
    'Maximum number of fields in an answer, with every page at its requested size.',
  ),
  LIMIT_BODY_BYTES: limit(DEFAULT_LIMITS.bodyBytes, 'Maximum bytes of a request body.'),
  LIMIT_ANSWER_BYTES: limit(
    DEFAULT_LIMITS.answerBytes,
    'Maximum bytes of an answer, before compression. Exported files have limits of their own.',
  ),
  LIMIT_REQUESTS_PER_MINUTE: {
    schema: defineWholeNumber(1, 1_000_000).optional(),
    about: 'Maximum number of operations one viewer may send per minute, on all servers together.',
    example: '1200',
    without: 'no limit without accounts, `1200` with them',
  },
  LIMIT_FRAME_BYTES: limit(DEFAULT_LIMITS.frameBytes, 'Maximum bytes of one WebSocket message.'),
  LIMIT_QUERY_SECONDS: limit(DEFAULT_LIMITS.querySeconds, 'Maximum seconds for a query.'),
  LIMIT_MUTATION_SECONDS: limit(
    DEFAULT_LIMITS.mutationSeconds,
    'Maximum seconds for a mutation. A turn it started continues.',
  ),
  LIMIT_SUBSCRIPTIONS_PER_VIEWER: limit(
    DEFAULT_LIMITS.subscriptionsPerViewer,
    'Maximum number of open streams per viewer, on all servers together.',
  ),
  LIMIT_OPERATIONS_PER_SOCKET: limit(
    DEFAULT_LIMITS.operationsPerSocket,
    'Maximum number of running operations per WebSocket.',
  ),
  LIMIT_TURNS_PER_MINUTE: {
    schema: defineWholeNumber(1, 1_000_000).optional(),
    about: 'Maximum number of turns one viewer may start per minute.',
    example: '30',
    without: 'no limit without accounts, `30` with them',
  },
  LIMIT_DOLLARS_PER_DAY: {
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'is not an amount of US dollars')
      .transform(Number)
      .optional(),
    about: 'Maximum cost of models in US dollars per viewer and day (UTC).',
    example: '1.50',
    without: 'no limit',
  },
} as const satisfies Record<string, Variable>;
