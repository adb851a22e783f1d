import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig, readEnvironment } from '#config';
import { ROLES } from '#engine/domain/roles.ts';
import type { ApiTokenRecord } from '#engine/store/api-tokens.ts';
import { createOpaqueToken, TOKEN_PREFIX } from '#engine/store/api-tokens.ts';
import { openPostgresqlStore, openSqliteTokenService, type TokenService } from '#engine/store/open-store.ts';
import { type Clock, readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds, type NewId } from '#engine/util/new-id.ts';

/** Environment of a command, passed in so that tests can read the printed lines. */
type TokensEnvironment = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Opens the store. Called only when the arguments of the command are valid. */
  readonly open: () => Promise<TokenService>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: (size: number) => Buffer;
};

/** 0: done; 1: it could not be done; 2: the command was not understood. */
type TokensExitCode = 0 | 1 | 2;

/** One word behind `npm run tokens --`. */
type TokensCommand = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (parameters: readonly string[], outside: TokensEnvironment) => Promise<TokensExitCode>;
};

/** Opens the token service, runs the command with it and closes it. */
async function withTokenService(
  { open }: TokensEnvironment,
  use: (service: TokenService) => Promise<TokensExitCode>,
): Promise<TokensExitCode> {
  const service = await open();
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

const DAY_MILLISECONDS = 86_400_000;
const MOST_DAYS = 366;

const Wish = z.strictObject({
  viewer: z
    .string({ error: 'say for whom: --viewer ada' })
    .trim()
    .regex(/^\S{1,128}$/, '--viewer: an id has 1 to 128 characters and no white space, for example ada'),
  name: z
    .string()
    .trim()
    .min(1, '--name: is empty')
    .max(120, '--name: has more than 120 characters')
    .optional(),
  roles: z
    .string({ error: `say what they may do: --roles ${ROLES.join(',')}` })
    .transform((text) => [...new Set(text.split(',').map((role) => role.trim()))])
    .pipe(z.array(z.enum(ROLES, `--roles: there are only ${ROLES.join(', ')}`)).min(1)),
  campaign: z.array(z.string().transform(campaignIdOf)).optional(),
  days: z
    .string()
    .regex(/^\d{1,3}$/, '--days: is not a whole number')
    .transform(Number)
    .pipe(z.number().min(1, '--days: is below 1').max(MOST_DAYS, `--days: is above ${MOST_DAYS}`))
    .prefault('90'),
});

/** Returns the id of a campaign, given in the form of the API or of the database. */
function campaignIdOf(given: string): string {
  const decoded = /^Campaign:(.+)$/.exec(Buffer.from(given, 'base64').toString('utf8'));
  return decoded?.[1] ?? given;
}

const createCommand: TokensCommand = {
  usage: 'create --viewer ada --roles player,gm',
  summary: 'makes a token and shows it once; also --name, --campaign (repeatable), --days 90',
  async run(parameters, outside) {
    const wish = read(parameters);
    if (typeof wish === 'string') {
      outside.printError(`${wish}\n`);
      return 2;
    }
    return withTokenService(outside, async (service) => {
      for (const id of wish.campaign ?? []) {
        if ((await service.campaigns.find(id)) !== null) continue;
        outside.printError(`--campaign: there is no campaign ${id}.\n`);
        return 1;
      }
      const { token, code } = tokenFor(wish, outside);
      await service.tokens.add(token);
      const ends = token.expiresAt.toISOString().slice(0, 10);
      outside.print(
        `Token ${token.id} for ${token.viewerId} (${token.roles.join(', ')}), good until ${ends}.\n`,
      );
      outside.print(`Keep it now: it is shown this once and stored only as a hash.\n\n${code}\n`);
      return 0;
    });
  },
};

type Wished = z.infer<typeof Wish>;

function read(parameters: readonly string[]): Wished | string {
  const text = { type: 'string' } as const;
  const options = {
    viewer: text,
    name: text,
    roles: text,
    days: text,
    campaign: { ...text, multiple: true },
  };
  try {
    const { values } = parseArgs({ args: [...parameters], options: { ...options }, allowPositionals: false });
    const wish = Wish.safeParse(values);
    return wish.success ? wish.data : (wish.error.issues[0]?.message ?? 'This was not understood.');
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function tokenFor(
  { viewer, name, roles, campaign, days }: Wished,
  { clock, newId, randomBytes }: TokensEnvironment,
) {
  const createdAt = clock();
  const { code, hash } = createOpaqueToken(TOKEN_PREFIX, randomBytes);
  const token = {
    id: newId(),
    hash,
    viewerId: viewer,
    viewerName: name ?? viewer.slice(0, 120),
    roles,
    campaignIds: campaign ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + days * DAY_MILLISECONDS),
  };
  return { token, code };
}

const listCommand: TokensCommand = {
  usage: 'list',
  summary: 'shows every token there is, never the token itself',
  async run(parameters, outside) {
    if (parameters.length > 0) {
      outside.printError('list takes no more words.\n');
      return 2;
    }
    return withTokenService(outside, async ({ tokens }) => {
      const all = await tokens.list();
      if (all.length === 0) outside.print('There are no tokens.\n');
      for (const token of all) outside.print(`${lineOf(token, outside.clock())}\n`);
      return 0;
    });
  },
};

function lineOf(
  { id, viewerId, viewerName, roles, campaignIds, expiresAt, revokedAt }: ApiTokenRecord,
  now: Date,
) {
  const scope = campaignIds === null ? 'all their campaigns' : `only ${campaignIds.join(', ')}`;
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const until = expiresAt <= now ? `expired ${day(expiresAt)}` : `good until ${day(expiresAt)}`;
  const state = revokedAt === null ? until : `revoked ${day(revokedAt)}`;
  return `${id}  ${viewerId} (${viewerName})  ${roles.join(',')}  ${scope}  ${state}`;
}

const revokeCommand: TokensCommand = {
  usage: 'revoke <id>',
  summary: 'ends a token for good; a running server notices within seconds',
  async run(parameters, outside) {
    const [id] = parameters;
    if (id === undefined || parameters.length > 1) {
      outside.printError('Say which token: revoke <id>, as `list` shows it.\n');
      return 2;
    }
    return withTokenService(outside, async ({ tokens }) => {
      if (await tokens.revoke(id, outside.clock())) {
        outside.print(`Token ${id} is revoked.\n`);
        return 0;
      }
      outside.printError(`There is no token ${id} that is not revoked already.\n`);
      return 1;
    });
  },
};

const COMMANDS: Readonly<Record<string, TokensCommand>> = {
  create: createCommand,
  list: listCommand,
  revoke: revokeCommand,
};

/** `npm run tokens -- <command>`: manages access to the API. */
export async function runTokens(
  parameters: readonly string[],
  outside: TokensEnvironment,
): Promise<TokensExitCode> {
  const [name = '', ...rest] = parameters;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(rest, outside);
  const wrong = name === '' || name === 'help' ? '' : `There is no command ${name}.\n\n`;
  outside.printError(`${wrong}${usage()}`);
  return 2;
}

function usage(): string {
  const lines = Object.values(COMMANDS).map((command) => `  ${command.usage.padEnd(40)}${command.summary}`);
  return `npm run tokens -- <command>\n\n${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig(readEnvironment(process.cwd()));
  process.exitCode = await runTokens(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    open: () =>
      DATABASE_URL === undefined
        ? openSqliteTokenService(resolve(SCENEWRIGHT_DATA))
        : openPostgresqlStore(DATABASE_URL),
    clock: readSystemClock,
    newId: createTimeOrderedIds(readSystemClock),
    randomBytes,
  });
}
