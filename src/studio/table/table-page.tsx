import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { ResultOf } from '../api/graphql.ts';
import { useOperation, useSend } from '../api/use-operation.ts';
import { CANCEL_TURN, TABLE } from '../documents/table.ts';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { SidePanel } from '../side/side-panel.tsx';
import { Composer } from './composer.tsx';
import { LiveStore } from './live-store.ts';
import { StoryView } from './story-view.tsx';
import { TableHeader } from './table-header.tsx';
import { useStory } from './use-story.ts';
import { useTurns } from './use-turns.ts';

export type TableSession = NonNullable<ResultOf<typeof TABLE>['session']>;

/** The table of one session. */
export function TablePage({ sessionId }: { readonly sessionId: string }) {
  const { data, problem, isLoading, reload, operation } = useOperation(
    TABLE,
    { sessionId },
    { isFresh: true },
  );
  const session = data?.session;
  if (!session && problem !== null) {
    return (
      <div className="page">
        <ProblemBox problem={problem} onRetry={reload} />
      </div>
    );
  }
  if (isLoading || session === undefined) return <Loading label="Sitting down at the table …" />;
  if (session === null) {
    return (
      <div className="page">
        <h1>There is no such session</h1>
        <p>
          It may belong to another player, or the address is mistyped. <a href="/">Your stories</a>
        </p>
      </div>
    );
  }
  return <Table key={sessionId} session={session} reload={reload} operation={operation} />;
}

type TableProps = {
  readonly session: TableSession;
  readonly reload: () => void;
  readonly operation: ReturnType<typeof useOperation>['operation'];
};

function Table({ session, reload, operation }: TableProps) {
  const [, navigate] = useLocation();
  const [isSideOpen, setSideOpen] = useState(false);
  const send = useSend();
  const story = useStory(session.id);
  const store = useMemo(() => new LiveStore(), []);
  const live = useSyncExternalStore(store.listen, store.read);
  const turns = useTurns(session.id, reload);
  const start = useRef(session.runningTurn?.firstEventCursor ?? session.lastEventCursor);
  useEffect(() => store.follow(session.id, start.current), [store, session.id]);

  const { refresh } = story;
  useEffect(() => {
    if (live.changes === 0) return;
    reload();
    refresh();
  }, [live.changes, reload, refresh]);
  useEffect(() => {
    store.settle(new Set(story.scenes.flatMap(({ turn }) => (turn === null ? [] : [turn.id]))));
  }, [store, story.scenes]);

  const running = live.turn?.turnId ?? session.runningTurn?.id ?? null;
  const stop = () => {
    if (running !== null) void send(CANCEL_TURN, { turnId: running }).then(reload);
  };
  return (
    <div className="table">
      <TableHeader
        session={session}
        connection={live.connection}
        onSide={() => setSideOpen(!isSideOpen)}
        isSideOpen={isSideOpen}
        operation={operation}
      />
      <div className="table-story">
        <StoryView session={session} story={story} live={live} pending={turns.pending} onGo={navigate} />
        {live.continuedBy === null ? null : (
          <div className="box" role="status">
            <p>The story goes on in another line.</p>
            <button type="button" onClick={() => navigate(`/play/${live.continuedBy}`)}>
              Follow it
            </button>
          </div>
        )}
        <Composer
          session={session}
          scene={story.hasLater ? undefined : story.scenes.at(-1)}
          live={live}
          turns={turns}
          isRunning={running !== null}
          onStop={stop}
          onDismissProblem={() => store.dismissProblem()}
          onReload={reload}
        />
      </div>
      <SidePanel session={session} isOpen={isSideOpen} onClose={() => setSideOpen(false)} />
    </div>
  );
}
