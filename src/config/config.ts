import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { MODEL_KEY } from '#engine/llm/catalogue.ts';
import { LOCAL_SERVERS, type LocalAddresses } from '#engine/llm/discover-local-models.ts';
import { INACTIVITY_DEFAULTS, MAX_CALL_SECONDS, MAX_SILENT_SECONDS } from '#engine/llm/inactivity.ts';
import { Secret } from '#engine/util/secret.ts';
import { ACCESS_VARIABLES, findAccessFaults } from './access-variables.ts';
import { OPERATIONS_VARIABLES } from './operations-variables.ts';
import { defineSecret, defineWholeNumber, type Variable } from './variable.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const apiKey = (provider: string, example: string) =>
  ({
    schema: defineSecret(
      z.string().regex(/^[!#-&(-~]+$/, 'has a space, a quotation mark or a character that no key has'),
    ),
    about: `Key for the models of ${provider}.`,
    example,
    without: 'its models cannot be used',
    secret: true,
  }) as const;

const budget = (span: string) =>
  ({
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'is not an amount of US dollars')
      .transform(Number)
      .optional(),
    about: `Maximum cost of models in US dollars per ${span}. A call that might exceed it is not made.`,
    example: '0.50',
    without: 'no limit',
  }) as const;

/** Defines a limit in whole seconds. Its default is given in milliseconds, as the engine counts. */
const seconds = (
  defaultMs: number,
  most: number,
  { about, example }: { readonly about: string; readonly example: string },
) => {
  const value = String(defaultMs / 1000);
  return { schema: defineWholeNumber(1, most).prefault(value), about, example, without: `\`${value}\`` };
};

/** Checks a database address as a whole, so that no library prints a wrong one with its password. */
function isPostgresqlAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return /^postgres(ql)?:$/.test(protocol) && hostname !== '';
}

const LocalServerAddress = z.tuple([
  z.literal(LOCAL_SERVERS),
  z
    .string()
    .refine((address) => /^https?:/.test(address) && URL.canParse(address))
    .transform((address) => address.replace(/\/$/, '')),
]);

/** Addresses of servers of local models, as `name=address` with commas between them. */
const localAddresses = z
  .string()
  .transform((text, context): Partial<LocalAddresses> => {
    const pairs = text.split(',').map((pair) => pair.trim().split(/=(.*)/s, 2));
    const parsed = z.array(LocalServerAddress).safeParse(pairs);
    if (parsed.success) return Object.fromEntries(parsed.data);
    context.addIssue({ code: 'custom', message: 'is not a list of names and http addresses' });
    return z.NEVER;
  })
  .optional();

/** All settings, in the order of docs/settings.md. */
export const VARIABLES = {
  HOST: {
    schema: z.string().default('127.0.0.1'),
    about: 'Address to listen on. Beyond loopback only with `AUTH=required`.',
    example: '127.0.0.1',
    without: '`127.0.0.1`',
  },
  PORT: {
    schema: defineWholeNumber(0, 65_535).prefault('4000'),
    about: 'Port to listen on; 0 takes any free one.',
    example: '4000',
    without: '`4000`',
  },
  ...ACCESS_VARIABLES,
  SCENEWRIGHT_DATA: {
    schema: z.string().min(1, 'is empty').default('data'),
    about: 'Folder for the SQLite file and the LanceDB index.',
    example: './data',
    without: '`data`',
  },
  SCENEWRIGHT_PACKS: {
    schema: z.string().min(1, 'is empty').default('content_packs'),
    about: 'Folder whose sub-folders are the content packs.',
    example: './content_packs',
    without: '`content_packs`',
  },
  SCENEWRIGHT_LANGUAGES: {
    schema: z.string().min(1, 'is empty').optional(),
    about:
      'Folder of language files, such as `examples/languages`: sentences the engine itself writes for players.',
    example: './examples/languages',
    without: 'English alone',
  },
  DATABASE_URL: {
    schema: defineSecret(z.string().refine(isPostgresqlAddress, 'is not a PostgreSQL address')),
    about: 'PostgreSQL instead of SQLite.',
    example: 'postgresql://user:password@localhost:5432/scenewright',
    without: 'SQLite in the data folder',
    secret: true,
  },
  LANCEDB_URI: {
    schema: z.string().min(1, 'is empty').optional(),
    about:
      'Folder of the lore index. Every server keeps a copy of its own; a shared folder or address is refused.',
    example: '/var/lib/scenewright/lance',
    without: '`lance` in the data folder',
  },
  LORE_CACHE_MEGABYTES: {
    schema: defineWholeNumber(16, 1_000_000).prefault('128'),
    about:
      'Maximum memory for cached files of the lore index. A smaller cache reads more often from disk; `scenewright_lore_cache_bytes` shows its size.',
    example: '1024',
    without: '`128`',
  },
  EMBEDDINGS: {
    schema: z
      .enum(['offline', 'voyage', 'openai', 'none'], 'is not offline, voyage, openai or none')
      .default('offline'),
    about:
      'Embedding service for lore: `offline` on this machine, `voyage`, `openai` (any compatible server), or `none` for full-text search alone.',
    example: 'offline',
    without: '`offline`',
  },
  EMBEDDINGS_URL: {
    schema: z
      .string()
      .refine((text) => /^https?:/.test(text) && URL.canParse(text), 'is not an http address')
      .optional(),
    about: 'The server for `EMBEDDINGS=openai`, up to and including its version.',
    example: 'http://localhost:11434/v1',
    without: 'the service’s own',
  },
  EMBEDDINGS_MODEL: {
    schema: z.string().min(1, 'is empty').optional(),
    about: 'Embedding model. After a change run `npm run reindex` before the server starts.',
    example: 'nomic-embed-text',
    without: '`voyage-3.5`, `text-embedding-3-small`',
  },
  EMBEDDINGS_DIMENSION: {
    schema: defineWholeNumber(1, 8_192).optional(),
    about: 'Dimension of the vectors of that model.',
    example: '768',
    without: '1024, 1536',
  },
  EMBEDDINGS_API_KEY: {
    schema: defineSecret(z.string().regex(/^\S+$/, 'has white space in it')),
    about: 'Key for the embedding service.',
    example: 'pa-…',
    without: '`OPENAI_API_KEY` for OpenAI itself, else none',
    secret: true,
  },
  SMALL_MODEL: {
    schema: z.string().regex(MODEL_KEY, 'is not the key of a model').optional(),
    about:
      'Key of the small model: reading, reactions, recording, judging. `local` takes the best model found on this machine.',
    example: 'claude-haiku',
    without: 'the first that has a key below, else one found on this machine, else `offline`',
  },
  LARGE_MODEL: {
    schema: z.string().regex(MODEL_KEY, 'is not the key of a model').optional(),
    about: 'Key of the large model: narration. `local` as above.',
    example: 'claude-sonnet',
    without: 'the first that has a key below, else one found on this machine, else `offline`',
  },
  MODEL_DISCOVERY: {
    schema: defineWholeNumber(0, 60_000).prefault('400'),
    about:
      'Milliseconds the start looks for models of Ollama, LM Studio, llama.cpp, vLLM and KoboldCpp on this machine, without any key. Providers then check the keys below. 0 does neither.',
    example: '0',
    without: '`400`',
  },
  OLLAMA_HOST: {
    schema: z.string().min(1, 'is empty').optional(),
    about: 'Address of Ollama, in the forms that Ollama itself takes.',
    example: '127.0.0.1:11434',
    without: '`127.0.0.1:11434`',
  },
  MODEL_SERVERS: {
    schema: localAddresses,
    about:
      'Addresses of servers of local models that are not at their usual port, with commas between them. Names: `lmstudio`, `llamacpp`, `vllm`, `koboldcpp`, `ollama`.',
    example: 'llamacpp=http://127.0.0.1:8081',
    without: 'the usual ports of this machine',
  },
  MODEL_FIRST_TOKEN_SECONDS: seconds(INACTIVITY_DEFAULTS.firstTokenMs, MAX_SILENT_SECONDS, {
    about:
      'Longest silence of a model before the first word of its reply. Pings and thinking count as activity. A call that exceeds it is retried once.',
    example: '120',
  }),
  MODEL_BETWEEN_TOKENS_SECONDS: seconds(INACTIVITY_DEFAULTS.betweenTokensMs, MAX_SILENT_SECONDS, {
    about: 'Longest silence of a model in the middle of its reply.',
    example: '40',
  }),
  MODEL_CALL_SECONDS: seconds(INACTIVITY_DEFAULTS.wholeCallMs, MAX_CALL_SECONDS, {
    about:
      'Longest duration of one call to a model. `timeouts` of a model in `SCENEWRIGHT_MODELS` replaces these three for that model.',
    example: '600',
  }),
  SCENEWRIGHT_MODELS: {
    schema: z.string().min(1, 'is empty').optional(),
    about: 'JSON file with your own models and prices. Its entries replace or extend the built-in catalogue.',
    example: './models.json',
    without: 'the built-in catalogue',
  },
  ANTHROPIC_API_KEY: apiKey('Anthropic', 'sk-ant-…'),
  OPENAI_API_KEY: apiKey('OpenAI', 'sk-…'),
  GEMINI_API_KEY: apiKey('Gemini', 'AIza…'),
  DEEPSEEK_API_KEY: apiKey('DeepSeek', 'sk-…'),
  BUDGET_PER_TURN: budget('turn'),
  BUDGET_PER_SESSION: budget('session'),
  BUDGET_PER_DAY: budget('day'),
  BUDGET_PER_SCENARIO: budget('scenario'),
  PROMPT_TOKENS: {
    schema: defineWholeNumber(2_000, 1_000_000).prefault('20000'),
    about:
      'Budget of the narrator’s prompt in tokens. It is never more than the model’s context window without the reply. Content that does not fit is left out in a fixed order, the least important first.',
    example: '32000',
    without: '`20000`',
  },
  OFFLINE_WORDS_PER_SECOND: {
    schema: defineWholeNumber(0, 100_000).prefault('60'),
    about: 'Words per second of the offline storyteller. 0 removes the delay.',
    example: '60',
    without: '`60`',
  },
  TURN_LEASE_SECONDS: {
    schema: defineWholeNumber(5, 3_600).prefault('15'),
    about:
      'Seconds a session stays reserved for a turn whose server gives no sign of life. After that another server, or the restarted one, takes the turn over.',
    example: '15',
    without: '`15`',
  },
  TURN_HEARTBEAT_SECONDS: {
    schema: defineWholeNumber(1, 1_200).prefault('5'),
    about:
      'Seconds between the signs of life of a running turn, and between looks for turns of servers that are gone. At most half of `TURN_LEASE_SECONDS`.',
    example: '5',
    without: '`5`',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, `is not one of ${LOG_LEVELS.join(', ')}`).default('info'),
    about: 'Log level: trace, debug, info, warn, error, fatal or silent.',
    example: 'info',
    without: '`info`',
  },
  ...OPERATIONS_VARIABLES,
} as const satisfies Record<string, Variable>;

type Name = keyof typeof VARIABLES;
type Values = { [K in Name]: z.infer<(typeof VARIABLES)[K]['schema']> };

/** Settings of the server, checked once at the start and passed on; nothing else reads the environment. */
export type Config = Readonly<Values> & {
  /** Returns the key under any name, because a custom catalogue may name variables that are not listed. */
  readonly credential: (variable: string) => Secret | null;
};

/** Error for an environment the server cannot start with; the message names each wrong value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Checks a whole environment. Names every wrong variable at once, with its fault and an example. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const given = environment[name] === '' ? undefined : environment[name];
    const parsed = variable.schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(complaint(name, variable, given, parsed.error));
  }
  if (faults.length === 0) faults.push(...findAccessFaults(values), ...findLeaseFaults(values));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const credential = (variable: string): Secret | null => {
    const value = environment[variable];
    return value === undefined || value === '' ? null : new Secret(value);
  };
  // Each entry was parsed above by the schema of its own name.
  return { ...(values as Values), credential };
}

/** Names a heartbeat that would let a lease run out after a single missed beat. */
function findLeaseFaults(values: Readonly<Record<string, unknown>>): readonly string[] {
  const [beat, lease] = [Number(values.TURN_HEARTBEAT_SECONDS), Number(values.TURN_LEASE_SECONDS)];
  if (beat * 2 <= lease) return [];
  return [
    `TURN_HEARTBEAT_SECONDS: ${beat} is more than half of TURN_LEASE_SECONDS (${lease}). Write for example TURN_HEARTBEAT_SECONDS=${Math.max(1, Math.floor(lease / 3))}`,
  ];
}

function complaint(name: string, variable: Variable, given: string | undefined, error: z.ZodError): string {
  const shown = variable.secret === true ? 'the value given' : JSON.stringify(given);
  return `${name}: ${shown} ${error.issues[0]?.message ?? 'is not valid'}. Write for example ${name}=${variable.example}`;
}

/** Returns the environment with the values of a `.env` file added. Variables that are already set win. */
export function readEnvironment(folder: string): Record<string, string | undefined> {
  const file = resolve(folder, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}
