import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { ResultOf } from '../api/graphql.ts';
import { sendMutation, useOperation } from '../api/use-operation.ts';
import { MARK_READ } from '../documents/people.ts';
import { SCENE_HEADER } from '../documents/side.ts';
import { CANCEL_TURN, TABLE } from '../documents/table.ts';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { useLast } from '../parts/use-last.ts';
import { SidePanel } from '../side/side-panel.tsx';
import { Composer } from './composer.tsx';
import { LiveStore } from './live-store.ts';
import { StoryView } from './story-view.tsx';
import { TableHeader } from './table-header.tsx';
import { isTurnShown } from './take-turn.ts';
import { useCompany } from './use-company.ts';
import { useStory } from './use-story.ts';
import { useTurns } from './use-turns.ts';
import { WhoseTurn } from './whose-turn.tsx';

export type TableSession = NonNullable<ResultOf<typeof TABLE>['session']>;
/** Time, place and people of the newest scene; null until they are known. */
export type SceneHeader = NonNullable<ResultOf<typeof SCENE_HEADER>['scene']> | null;

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
  const [isExpecting, setExpecting] = useState(false);
  const story = useStory(session.id);
  const store = useMemo(() => new LiveStore(), []);
  const live = useSyncExternalStore(store.listen, store.read);
  const turns = useTurns(session.id, reload);
  const company = useCompany(session.campaign, isExpecting, reload);
  const asked = useOperation(SCENE_HEADER, { sceneId: session.currentScene.id });
  const header = useLast(asked.data?.scene);
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

  const newest = story.hasLater ? undefined : story.scenes.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined && !document.hidden) void sendMutation(MARK_READ, { sceneId: newest });
  }, [newest]);

  const { takenId, settle } = turns;
  const isShown = takenId !== null && isTurnShown(takenId, turns.pending, session, live);
  useEffect(() => {
    if (isShown) settle();
  }, [isShown, settle]);

  const running = live.turn?.turnId ?? session.runningTurn?.id ?? null;
  const hasCompany = company.length > 0;
  useEffect(() => {
    // Only the server knows which of several players began a turn.
    if (hasCompany && running !== null) reload();
  }, [hasCompany, running, reload]);
  const stop = () => {
    if (running !== null) void sendMutation(CANCEL_TURN, { turnId: running }).then(reload);
  };
  return (
    <div className="table">
      <TableHeader
        session={session}
        header={header}
        company={company}
        connection={live.connection}
        onSide={() => setSideOpen(!isSideOpen)}
        isSideOpen={isSideOpen}
        operation={operation}
      />
      <div className="table-story">
        <StoryView session={session} story={story} live={live} pending={turns.pending} onGo={navigate} />
        {live.continuedBy === null || session.status !== 'ACTIVE' ? null : (
          <div className="box" role="status">
            <p>The story goes on in another line.</p>
            <button type="button" onClick={() => navigate(`/play/${live.continuedBy}`)}>
              Follow it
            </button>
          </div>
        )}
        <WhoseTurn session={session} company={company} isRunning={running !== null} />
        <Composer
          session={session}
          header={header}
          hasCompany={hasCompany}
          scene={story.hasLater ? undefined : story.scenes.at(-1)}
          live={live}
          turns={turns}
          isRunning={running !== null}
          onStop={stop}
          onDismissProblem={() => store.dismissProblem()}
          onReload={reload}
        />
      </div>
      <SidePanel
        session={session}
        isOpen={isSideOpen}
        onClose={() => setSideOpen(false)}
        onInvited={() => setExpecting(true)}
      />
    </div>
  );
}
