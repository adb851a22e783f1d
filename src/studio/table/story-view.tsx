import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Prose } from '../parts/prose.tsx';
import type { LiveSnapshot } from './live-store.ts';
import { LiveView } from './live-view.tsx';
import { SceneView } from './scene-view.tsx';
import type { TableSession } from './table-page.tsx';
import type { PendingAction } from './take-turn.ts';
import type { Story } from './use-story.ts';

type Props = {
  readonly session: TableSession;
  readonly story: Story;
  readonly live: LiveSnapshot;
  readonly pending: PendingAction | null;
  readonly onGo: (path: string) => void;
};

/** The story: what was told before, the scenes, the turn that runs. */
export function StoryView({ session, story, live, pending, onGo }: Props) {
  const top = useShowWhenSeen(story.hasEarlier, story.showEarlier, story.scenes[0]?.id);
  const isNow = !story.hasLater;
  useFollowEnd(isNow);
  // A private notice is told live, and later stands with its scene.
  const told = new Set(story.scenes.flatMap(({ turn }) => turn?.notices ?? []));
  const notices = live.notices.filter(({ text }) => !told.has(text));
  const asides = session.turns.nodes.filter(({ status, mode }) => status === 'ANSWERED' && mode === 'DM');
  const current = story.scenes.at(-1)?.id;
  // The list of scenes may be newer than the session: a turn whose scene is told does not run any more.
  const { runningTurn } = session;
  const isTold = story.scenes.some(({ turn }) => turn !== null && turn.id === runningTurn?.id);
  return (
    <section className="story" aria-label="Story">
      {story.problem === null ? null : <ProblemBox problem={story.problem} onRetry={story.showNow} />}
      {story.isLoading ? <Loading label="Opening the story …" /> : null}
      {story.hasEarlier ? (
        <div className="row story-edge" ref={top}>
          <button type="button" onClick={story.showEarlier}>
            Earlier scenes
          </button>
          <button type="button" className="quiet" onClick={story.showFirst}>
            From the beginning
          </button>
        </div>
      ) : (
        <Beginning prologue={session.campaign.prologue} notice={session.notice} />
      )}
      {session.recap === null ? null : <Recap text={session.recap} />}
      {story.scenes.map((scene) => (
        <div key={scene.id}>
          <SceneView
            scene={scene}
            session={session}
            isCurrent={isNow && scene.id === current}
            retelling={live.retelling?.sceneId === scene.id ? live.retelling.text : null}
            onGo={onGo}
            operation={story.operation}
          />
          {asides
            .filter(({ baseScene }) => baseScene.id === scene.id)
            .map(({ id, action, answer }) => (
              <aside key={id} className="aside-note" aria-label="Outside the story">
                <p className="aside-label">Outside the story</p>
                <p>{action.text}</p>
                <div className="aside-answer">
                  <Prose text={answer ?? ''} />
                </div>
              </aside>
            ))}
        </div>
      ))}
      {!story.isLoading && story.scenes.length === 0 && live.turn === null ? (
        <Empty>Nothing has been told yet.</Empty>
      ) : null}
      {isNow ? <LiveView live={live} pending={pending} running={isTold ? null : runningTurn} /> : null}
      {story.hasLater ? (
        <div className="row story-edge">
          <button type="button" onClick={story.showLater}>
            Later scenes
          </button>
          <button type="button" className="primary" onClick={story.showNow}>
            Now
          </button>
        </div>
      ) : null}
      {notices.map(({ key, kind, text }) => (
        <p key={key} className={`notice notice-${kind}`} role="status">
          <span className="aside-label">
            {kind === 'private' ? 'Only you notice' : kind === 'deadline' ? 'Time runs' : 'Report'}
          </span>{' '}
          {text}
        </p>
      ))}
    </section>
  );
}

type BeginningProps = { readonly prologue: string | null; readonly notice: string | null };

const Beginning = memo(function Beginning({ prologue, notice }: BeginningProps) {
  return (
    <>
      {notice === null ? null : <p className="box hint beginning-note">{notice}</p>}
      {prologue === null ? null : (
        <div className="prologue prose">
          <Prose text={prologue} />
        </div>
      )}
    </>
  );
});

function Recap({ text }: { readonly text: string }) {
  return (
    <details className="fold recap">
      <summary>Previously</summary>
      <div className="prose">
        <Prose text={text} />
      </div>
    </details>
  );
}

/** What is read next: a scene, an answer outside the story, or what the player is asked. */
const READ_NEXT = '.table-story :is(.scene, .aside-note, .notice, .player-line, .prompt, .box-problem)';

/** Returns where the newest part begins, below the header that stays in view. A story that has just begun is read from its prologue. */
function findReadingPlace(): number {
  const newest = [...document.querySelectorAll(READ_NEXT)].findLast((one) => one.matches(':not(.scene *)'));
  const isOpening = document.querySelectorAll('.table-story .scene').length < 3;
  if (newest === undefined || (isOpening && newest.matches('.scene'))) return 0;
  const header = document.querySelector('.table-head')?.getBoundingClientRect().bottom ?? 0;
  return scrollY + newest.getBoundingClientRect().top - Math.max(0, header) - 16;
}

/**
 * Scrolls with the story while the reader is at its end, but never beyond the beginning of the newest part: a long one is read from
 * its first word. A reader who looks back is not pulled away.
 */
function useFollowEnd(isNow: boolean): void {
  useEffect(() => {
    if (!isNow) return;
    let isAtEnd = true;
    let hasScrolled = false;
    let height = 0;
    const page = document.documentElement;
    const note = () => {
      // A page that has just grown scrolls without the reader.
      if (!hasScrolled || page.scrollHeight !== height) return;
      isAtEnd = height - innerHeight - scrollY < 200 || scrollY >= findReadingPlace() - 40;
    };
    const follow = new ResizeObserver(() => {
      height = page.scrollHeight;
      if (!isAtEnd) return;
      const top = findReadingPlace();
      if (top > scrollY || !hasScrolled) scrollTo({ top });
    });
    const noteReader = () => {
      hasScrolled = true;
    };
    follow.observe(document.body);
    addEventListener('scroll', note, { passive: true });
    for (const event of READER_EVENTS) addEventListener(event, noteReader, { passive: true });
    return () => {
      follow.disconnect();
      removeEventListener('scroll', note);
      for (const event of READER_EVENTS) removeEventListener(event, noteReader);
    };
  }, [isNow]);
}

const READER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Shows more when the reader comes to an edge. The place that was read stays where it was. */
function useShowWhenSeen(hasMore: boolean, show: () => void, first: string | undefined) {
  const edge = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const isArmed = useRef(false);
  useEffect(() => {
    const arm = () => {
      isArmed.current = true;
    };
    addEventListener('wheel', arm, { passive: true, once: true });
    addEventListener('touchmove', arm, { passive: true, once: true });
    return () => {
      removeEventListener('wheel', arm);
      removeEventListener('touchmove', arm);
    };
  }, []);
  useEffect(() => {
    const seen = edge.current;
    if (!hasMore || seen === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || !isArmed.current) return;
      height.current = document.documentElement.scrollHeight - scrollY;
      show();
    });
    observer.observe(seen);
    return () => observer.disconnect();
  }, [hasMore, show]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an earlier first scene means that the page has grown above.
  useLayoutEffect(() => {
    if (height.current === 0) return;
    scrollTo({ top: document.documentElement.scrollHeight - height.current });
    height.current = 0;
  }, [first]);
  return edge;
}
