import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from './provider.ts';
import { WithoutReasoning } from './reading/without-reasoning.ts';
import { ThoughtHabit } from './thought-habit.ts';

/** The steps whose replies are read while they are written. */
const READ_LIVE = ['narrate', 'retell'];

/** What had been passed on turned out to be a thought. Asked again, the same model is not believed before its thought is over. */
export class ThoughtPassedOn extends ProviderError {
  constructor(id: string) {
    super(`${id} began its reply inside a thought, which was noticed only at its end`, {
      retryable: true,
      fault: 'malformed-reply',
    });
  }
}

/**
 * A provider whose replies begin with the reply. Models on one's own machine write what they think in front of it, and
 * nobody at the table is to read that.
 *
 * A thought that nothing opens is told by its end alone. What nobody reads before it is whole is held until then; so is everything of
 * a model that has been seen to begin so. Only the first such narration of a model is noticed too late, and that is an error.
 */
export function onlyTheReply(provider: Provider, habit: ThoughtHabit = new ThoughtHabit()): Provider {
  return { ...provider, stream: (request) => thoughtless(provider, request, habit) };
}

async function* thoughtless(
  provider: Provider,
  request: ModelRequest,
  habit: ThoughtHabit,
): AsyncGenerator<ReplyPart> {
  const isLive = READ_LIVE.includes(request.step) && request.restartable !== true;
  const reply = new WithoutReasoning({ keepsAll: !isLive || habit.beginsInside });
  for await (const part of provider.stream(request)) {
    const text = part.type === 'text-delta' ? reply.take(part.text) : reply.end();
    noticed(reply, habit, provider);
    if (text !== '') yield { type: 'text-delta', text };
    if (part.type !== 'text-delta') yield part;
  }
}

function noticed(reply: WithoutReasoning, habit: ThoughtHabit, { id }: Provider): void {
  if (reply.hasBegunInside) habit.learn();
  if (reply.hasPassedThought) throw new ThoughtPassedOn(id);
}
