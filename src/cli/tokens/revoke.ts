import { type Command, withDesk } from './command.ts';

export const revoke: Command = {
  usage: 'revoke <id>',
  summary: 'ends a token for good; a running server notices within seconds',
  async run(parameters, outside) {
    const [id] = parameters;
    if (id === undefined || parameters.length > 1) {
      outside.printError('Say which token: revoke <id>, as `list` shows it.\n');
      return 2;
    }
    return withDesk(outside, async ({ tokens }) => {
      if (await tokens.revoke(id, outside.clock())) {
        outside.print(`Token ${id} is revoked.\n`);
        return 0;
      }
      outside.printError(`There is no token ${id} that is not revoked already.\n`);
      return 1;
    });
  },
};
