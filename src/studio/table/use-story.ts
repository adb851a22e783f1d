import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { ResultOf, VariablesOf } from '../api/graphql.ts';
import { describeError, type RequestProblem } from '../api/problem.ts';
import { describeOperation, type SentOperation } from '../api/use-operation.ts';
import { STORY_SCENES } from '../documents/table.ts';

type Connection = NonNullable<ResultOf<typeof STORY_SCENES>['session']>['scenes'];
type Edge = NonNullable<NonNullable<Connection['edges']>[number]>;
export type StoryScene = Edge['node'] & { readonly cursor: string };

type Page = {
  readonly scenes: readonly StoryScene[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
};

export type Story = Page & {
  readonly isLoading: boolean;
  readonly problem: RequestProblem | null;
  readonly operation: SentOperation;
  readonly showEarlier: () => void;
  readonly showLater: () => void;
  readonly showFirst: () => void;
  readonly showNow: () => void;
  readonly refresh: () => void;
};

const PAGE = 20;
/** Scenes on the page at most; those farther away are asked for again when they are scrolled to. */
const MOST_SCENES = 40;
const NOTHING: Page = { scenes: [], hasEarlier: false, hasLater: false };

type Range = Omit<VariablesOf<typeof STORY_SCENES>, 'sessionId'>;
const NOW: Range = { last: PAGE };

/** Holds a window of the story, however long it is. */
export function useStory(sessionId: string): Story {
  const client = useClient();
  const [page, setPage] = useState<Page>(NOTHING);
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<RequestProblem | null>(null);
  const latest = useRef(page);
  latest.current = page;

  const load = useCallback(
    async (range: Range, join: (page: Page, loaded: Page) => Page) => {
      const answer = await client
        .query(STORY_SCENES, { sessionId, ...range }, { requestPolicy: 'network-only' })
        .toPromise();
      setLoading(false);
      if (answer.error !== undefined) return setProblem(describeError(answer.error));
      setProblem(null);
      const scenes = answer.data?.session?.scenes;
      if (scenes !== undefined) setPage((shown) => join(shown, toPage(scenes)));
    },
    [client, sessionId],
  );

  const showNow = useCallback(() => void load(NOW, (_shown, loaded) => loaded), [load]);
  const showFirst = useCallback(() => void load({ first: PAGE }, (_shown, loaded) => loaded), [load]);
  const showEarlier = useCallback(() => {
    const before = latest.current.scenes[0]?.cursor ?? null;
    void load({ last: PAGE, before }, (shown, loaded) => joinPages(loaded, shown, 'later'));
  }, [load]);
  const showLater = useCallback(() => {
    const after = latest.current.scenes.at(-1)?.cursor ?? null;
    void load({ first: PAGE, after }, (shown, loaded) => joinPages(shown, loaded, 'earlier'));
  }, [load]);
  const refresh = useCallback(() => void load(NOW, refreshPage), [load]);
  useEffect(() => {
    setPage(NOTHING);
    setLoading(true);
    showNow();
  }, [showNow]);
  const operation = useMemo(() => describeOperation(STORY_SCENES, { sessionId, ...NOW }), [sessionId]);
  return { ...page, isLoading, problem, operation, showEarlier, showLater, showFirst, showNow, refresh };
}

function toPage({ edges, pageInfo }: Connection): Page {
  const scenes = edges.flatMap((edge) => (edge === null ? [] : [{ ...edge.node, cursor: edge.cursor }]));
  return { scenes, hasEarlier: pageInfo.hasPreviousPage, hasLater: pageInfo.hasNextPage };
}

/** Joins two neighbouring pages and drops what is too many on the side the reader leaves. */
function joinPages(first: Page, second: Page, dropped: 'earlier' | 'later'): Page {
  const scenes = [...first.scenes, ...second.scenes];
  const isTooLong = scenes.length > MOST_SCENES;
  if (dropped === 'later') {
    return {
      scenes: scenes.slice(0, MOST_SCENES),
      hasEarlier: first.hasEarlier,
      hasLater: isTooLong || second.hasLater,
    };
  }
  return {
    scenes: scenes.slice(-MOST_SCENES),
    hasEarlier: isTooLong || first.hasEarlier,
    hasLater: second.hasLater,
  };
}

/** Takes over the newest scenes. A reader who looks at earlier ones stays there. */
function refreshPage(shown: Page, newest: Page): Page {
  if (shown.hasLater) return shown;
  const known = new Set(newest.scenes.map(({ id }) => id));
  const kept = shown.scenes.filter(({ id }) => !known.has(id));
  if (kept.length === shown.scenes.length) return newest;
  return joinPages({ ...shown, scenes: kept }, newest, 'earlier');
}
