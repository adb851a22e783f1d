import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createChatEndpoint } from '#chat/chat-endpoint.ts';
import { type Config, ConfigError } from '#config';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import { createMcpEndpoint } from '#mcp/mcp-endpoint.ts';
import {
  type Authenticator,
  createAccountAuthenticator,
  type JwtSettings,
  LOCAL_AUTHENTICATOR,
} from '#schema/authenticator.ts';
import { createContextFactory, type Engine, type ServerFacts } from '#schema/context.ts';
import { createImageFiles } from '#schema/image-files.ts';
import type { Limits } from '#schema/limits.ts';
import { listenForMetrics } from '#schema/metrics-endpoint.ts';
import { isLocalOrigin } from '#schema/origins.ts';
import { createPortraitRoute } from '#schema/portrait-route.ts';
import type { Protection } from '#schema/protection.ts';
import type { Readiness } from '#schema/readiness.ts';
import { type ApiRoute, listen } from '#schema/server.ts';
import { createStudioPages } from '#schema/studio-pages.ts';
import { ANY_DOCUMENT, readTrustedDocuments, TrustedDocumentsError } from '#schema/trusted-documents.ts';
import type { AllowanceLimits, TurnAllowance } from '#schema/turn-allowance.ts';
import { createYogaServer, type Yoga } from '#schema/yoga.ts';
import type { ServerMetrics } from '../telemetry/telemetry.ts';

/** Folder that `npm install` builds the studio into. */
const STUDIO_FOLDER = fileURLToPath(new URL('../../../dist/studio', import.meta.url));

type Parts = {
  readonly engine: Omit<Engine, 'server'>;
  readonly readiness: Readiness;
  readonly protection: Protection;
  readonly signIn: Authenticator;
  readonly metrics: ServerMetrics;
};

/**
 * Opens the API and the metrics. Without METRICS_PORT a local server serves both on one port. In all other cases metrics are
 * served only on METRICS_PORT.
 */
export async function openApi(parts: Parts, config: Config, logger: Logger) {
  const { readiness, protection, signIn, metrics } = parts;
  const { METRICS_PORT } = config;
  const isShared = METRICS_PORT === undefined && signIn.isLocal;
  const studio = createStudioPages(STUDIO_FOLDER);
  const server = describeServer(config, signIn, studio !== null);
  const engine = { ...parts.engine, server };
  const yoga = createYogaServer(engine, logger, protection);
  const routes = createRoutes(engine, yoga, protection, config, logger);
  const images = createImageFiles(engine);
  const doors = {
    protection,
    signIn,
    metrics: isShared ? metrics.page : null,
    studio,
    images,
    routes: [createPortraitRoute(createContextFactory(engine, protection)), ...routes],
  };
  const { address, close } = await listen(
    yoga,
    readiness,
    { host: config.HOST, port: config.PORT },
    logger,
    doors,
  );
  const figures = METRICS_PORT === undefined ? null : await openFigures(metrics, config, logger);
  if (figures !== null) logger.info({ address: figures.address }, 'metrics are served');
  return {
    address,
    close: async () => {
      await close();
      await figures?.close();
    },
  };
}

const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url));

/** Reads the version of Scenewright from its package. */
export function readServerVersion(): string {
  return String(JSON.parse(readFileSync(PACKAGE, 'utf8')).version);
}

/** Describes this server for its clients. */
function describeServer(config: Config, { isLocal }: Authenticator, hasStudio: boolean): ServerFacts {
  return {
    version: readServerVersion(),
    needsSignIn: !isLocal,
    hasStudio,
    hasChatEndpoint: config.CHAT_ENDPOINT,
    takesTrustedDocumentsOnly: config.TRUSTED_DOCUMENTS_ONLY,
    campaignGraceDays: config.CAMPAIGN_GRACE_DAYS,
    allowance: toAllowance(config, isLocal),
  };
}

/** Creates the endpoints of other protocols that the settings allow. */
function createRoutes(
  engine: Engine,
  yoga: Yoga,
  protection: Protection,
  config: Config,
  log: Logger,
): ApiRoute[] {
  const createContext = createContextFactory(engine, protection);
  return [
    ...(config.CHAT_ENDPOINT
      ? [createChatEndpoint({ createContext, showsChoices: config.CHAT_CHOICES, log })]
      : []),
    ...(config.MCP_ENDPOINT ? [createMcpEndpoint({ yoga, version: engine.server.version, log })] : []),
  ];
}

async function openFigures({ page }: ServerMetrics, config: Config, logger: Logger) {
  const where = { host: config.METRICS_HOST, port: config.METRICS_PORT ?? 0 };
  try {
    return await listenForMetrics(page, where, (error) =>
      logger.error({ err: error }, 'the metrics could not be given'),
    );
  } catch (error) {
    // A failed start names the setting at fault.
    throw new ConfigError(
      `METRICS_PORT or METRICS_HOST: one cannot listen there (${Object(error).code}). Write for example METRICS_PORT=9464`,
    );
  }
}

/** Default limits for servers with accounts, where clients may be strangers. */
const TURNS_PER_MINUTE_WITH_ACCOUNTS = 30;
const REQUESTS_PER_MINUTE_WITH_ACCOUNTS = 1200;

export function toLimits(config: Config, isLocal: boolean): Limits {
  return {
    depth: config.LIMIT_DEPTH,
    aliases: config.LIMIT_ALIASES,
    directives: config.LIMIT_DIRECTIVES,
    rootFields: config.LIMIT_ROOT_FIELDS,
    repeats: config.LIMIT_REPEATS,
    tokens: config.LIMIT_TOKENS,
    complexity: config.LIMIT_COMPLEXITY,
    bodyBytes: config.LIMIT_BODY_BYTES,
    answerBytes: config.LIMIT_ANSWER_BYTES,
    requestsPerMinute:
      config.LIMIT_REQUESTS_PER_MINUTE ?? (isLocal ? null : REQUESTS_PER_MINUTE_WITH_ACCOUNTS),
    frameBytes: config.LIMIT_FRAME_BYTES,
    querySeconds: config.LIMIT_QUERY_SECONDS,
    mutationSeconds: config.LIMIT_MUTATION_SECONDS,
    subscriptionsPerViewer: config.LIMIT_SUBSCRIPTIONS_PER_VIEWER,
    operationsPerSocket: config.LIMIT_OPERATIONS_PER_SOCKET,
  };
}

export function toAllowance(config: Config, isLocal: boolean): AllowanceLimits {
  return {
    turnsPerMinute: config.LIMIT_TURNS_PER_MINUTE ?? (isLocal ? null : TURNS_PER_MINUTE_WITH_ACCOUNTS),
    dollarsPerDay: config.LIMIT_DOLLARS_PER_DAY ?? null,
  };
}

/** Creates the limits and rules for API clients from the settings. `isLocal`: the server acts for the user of its own machine. */
export function createProtection(
  config: Config,
  isLocal: boolean,
  allowance: TurnAllowance,
  listeners: Pick<Protection, 'onSubscriptions' | 'onUsage'>,
): Protection {
  const { TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: only, CORS_ORIGINS: origins = [] } = config;
  if (only && file === undefined) {
    throw new TrustedDocumentsError(
      'TRUSTED_DOCUMENTS_ONLY: there is no file of trusted documents. Write for example TRUSTED_DOCUMENTS=./persisted-documents.json',
    );
  }
  return {
    limits: toLimits(config, isLocal),
    allowance,
    // With accounts, unauthenticated requests are rejected before this check.
    introspection: only ? 'nobody' : 'everyone',
    documents: file === undefined ? ANY_DOCUMENT : readTrustedDocuments(file, only),
    allowsOrigin: (origin) => origins.includes(origin) || (isLocal && isLocalOrigin(origin)),
    ...listeners,
  };
}

/** Creates the authenticator that the settings choose. */
export function createSignInService(
  config: Config,
  { tokens, tickets }: Pick<Store, 'tokens' | 'tickets'>,
  clock: Clock,
): Authenticator {
  const jwt = jwtOf(config);
  const isRequired = config.AUTH === 'required' || jwt !== null;
  return isRequired ? createAccountAuthenticator({ tokens, tickets, clock }, jwt) : LOCAL_AUTHENTICATOR;
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
