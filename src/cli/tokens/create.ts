import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ROLES } from '#engine/domain/roles.ts';
import { createOpaqueToken, TOKEN_PREFIX } from '#engine/store/opaque-token.ts';
import type { Command, Outside } from './command.ts';
import { withDesk } from './command.ts';

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

/** A campaign as the API names it, or as the database does. */
function campaignIdOf(given: string): string {
  const decoded = /^Campaign:(.+)$/.exec(Buffer.from(given, 'base64').toString('utf8'));
  return decoded?.[1] ?? given;
}

export const create: Command = {
  usage: 'create --viewer ada --roles player,gm',
  summary: 'makes a token and shows it once; also --name, --campaign (repeatable), --days 90',
  async run(parameters, outside) {
    const wish = read(parameters);
    if (typeof wish === 'string') {
      outside.printError(`${wish}\n`);
      return 2;
    }
    return withDesk(outside, async (desk) => {
      for (const id of wish.campaign ?? []) {
        if ((await desk.campaigns.find(id)) !== null) continue;
        outside.printError(`--campaign: there is no campaign ${id}.\n`);
        return 1;
      }
      const { token, code } = tokenFor(wish, outside);
      await desk.tokens.add(token);
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

function tokenFor({ viewer, name, roles, campaign, days }: Wished, { clock, newId, randomBytes }: Outside) {
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
