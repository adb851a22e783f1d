import type { ApiTokenRecord } from '#engine/store/api-tokens.ts';
import { type Command, withDesk } from './command.ts';

export const list: Command = {
  usage: 'list',
  summary: 'shows every token there is, never the token itself',
  async run(parameters, outside) {
    if (parameters.length > 0) {
      outside.printError('list takes no more words.\n');
      return 2;
    }
    return withDesk(outside, async ({ tokens }) => {
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
