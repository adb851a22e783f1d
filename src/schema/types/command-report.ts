import { isCommanded } from '#engine/store/sender.ts';
import { builder } from '../builder.ts';
import { isKeptFrom } from '../kept-commands.ts';
import { Turn } from './turn.ts';

builder.objectField(Turn, 'commandReport', (t) =>
  t.string({
    nullable: true,
    description:
      'What became of a command in GOD mode, line by line; null of any other turn, and for everybody but the game master.',
    resolve: async (turn, _args, context) => {
      const isDone = isCommanded(turn) && turn.status === 'committed';
      return isDone && !(await isKeptFrom(turn, context)) ? (turn.answer?.text ?? null) : null;
    },
  }),
);
