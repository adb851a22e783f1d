import { useOperation } from '../api/use-operation.ts';
import { PROMPTS_OF_TURN } from '../documents/why.ts';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { comparePrompts } from './compare-prompts.ts';
import { readBlocks } from './recorded.ts';
import type { WhyTurn } from './why-page.tsx';

type Props = { readonly turn: WhyTurn; readonly request: unknown };

/** Shows where the narrator's prompt parts from that of the turn before: why a cache missed. */
export function PromptChange({ turn, request }: Props) {
  const told = turn.session.turns.nodes.filter(({ id, status }) => status === 'COMMITTED' || id === turn.id);
  const place = told.findIndex(({ id }) => id === turn.id);
  const previous = place > 0 ? told[place - 1]?.id : undefined;
  const { data, problem, isLoading, reload } = useOperation(
    PROMPTS_OF_TURN,
    { turnId: previous ?? '' },
    { isPaused: previous === undefined },
  );
  if (previous === undefined) return <Empty>This is the first prompt of the session.</Empty>;
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (isLoading) return <Loading label="Fetching the previous prompt …" />;
  const calls = data?.turn?.recordings?.at(-1)?.calls ?? [];
  const earlier = readBlocks(calls.findLast(({ step }) => step === 'narrate')?.request);
  if (earlier.length === 0) return <Empty>The previous turn asked no narrator.</Empty>;
  const difference = comparePrompts(earlier, readBlocks(request));
  if (difference.isSame) return <Empty>Both prompts are the same.</Empty>;
  const share = Math.round((difference.byte / Math.max(1, difference.bytes)) * 100);
  return (
    <>
      <p>
        The same up to byte <strong>{difference.byte.toLocaleString()}</strong> of{' '}
        {difference.bytes.toLocaleString()} ({share} %), in block {difference.block + 1}
        {difference.isInPrefix
          ? ', before a cache breakpoint: what follows was not read from the cache.'
          : ', behind the last cache breakpoint.'}
      </p>
      <div className="versions">
        <section className="version" aria-label="Previous prompt">
          <h3>Before</h3>
          <pre className="difference">
            <span className="same">{difference.shared}</span>
            <del>{difference.before}</del>
          </pre>
        </section>
        <section className="version" aria-label="This prompt">
          <h3>Now</h3>
          <pre className="difference">
            <span className="same">{difference.shared}</span>
            <ins>{difference.now}</ins>
          </pre>
        </section>
      </div>
    </>
  );
}
