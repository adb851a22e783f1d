import type { Config } from '#config';
import type { Limits } from '#schema/limits.ts';
import { isLocalOrigin } from '#schema/origins.ts';
import type { Protection } from '#schema/protection.ts';
import { ANY_DOCUMENT, readTrustedDocuments, TrustedDocumentsError } from '#schema/trusted-documents.ts';
import type { AllowanceLimits, TurnAllowance } from '#schema/turn-allowance.ts';

/** With accounts, what strangers may do is bounded unless somebody says otherwise. */
const TURNS_PER_MINUTE_WITH_ACCOUNTS = 30;

export function limitsOf(config: Config): Limits {
  return {
    depth: config.LIMIT_DEPTH,
    aliases: config.LIMIT_ALIASES,
    directives: config.LIMIT_DIRECTIVES,
    rootFields: config.LIMIT_ROOT_FIELDS,
    repeats: config.LIMIT_REPEATS,
    tokens: config.LIMIT_TOKENS,
    complexity: config.LIMIT_COMPLEXITY,
    bodyBytes: config.LIMIT_BODY_BYTES,
    frameBytes: config.LIMIT_FRAME_BYTES,
    querySeconds: config.LIMIT_QUERY_SECONDS,
    mutationSeconds: config.LIMIT_MUTATION_SECONDS,
    subscriptionsPerViewer: config.LIMIT_SUBSCRIPTIONS_PER_VIEWER,
    operationsPerSocket: config.LIMIT_OPERATIONS_PER_SOCKET,
  };
}

export function allowanceOf(config: Config, isLocal: boolean): AllowanceLimits {
  return {
    turnsPerMinute: config.LIMIT_TURNS_PER_MINUTE ?? (isLocal ? null : TURNS_PER_MINUTE_WITH_ACCOUNTS),
    dollarsPerDay: config.LIMIT_DOLLARS_PER_DAY ?? null,
  };
}

/** What the settings ask of those who use the API. `isLocal`: the server acts for whoever sits at its machine. */
export function protectionFor(
  config: Config,
  isLocal: boolean,
  allowance: TurnAllowance,
  onSubscriptions: (open: number) => void,
): Protection {
  const { TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: only, CORS_ORIGINS: origins = [] } = config;
  if (only && file === undefined) {
    throw new TrustedDocumentsError(
      'TRUSTED_DOCUMENTS_ONLY: there is no file of trusted documents. Write for example TRUSTED_DOCUMENTS=./persisted-documents.json',
    );
  }
  return {
    limits: limitsOf(config),
    allowance,
    // With accounts a request of nobody does not come this far.
    introspection: only ? 'nobody' : 'everyone',
    documents: file === undefined ? ANY_DOCUMENT : readTrustedDocuments(file, only),
    allowsOrigin: (origin) => origins.includes(origin) || (isLocal && isLocalOrigin(origin)),
    onSubscriptions,
  };
}
