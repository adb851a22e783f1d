import { useState } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { MY_CAMPAIGNS, STORIES } from '../documents/begin.ts';
import { MODELS } from '../documents/models.ts';
import { readNarrator } from '../models/narrator.ts';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';
import { useLast } from '../parts/use-last.ts';
import { CampaignCard, StoryCard } from './cards.tsx';

/** Campaigns to continue and stories to begin. */
export function BeginPage() {
  return (
    <div className="page">
      <h1 className="hidden">Stories</h1>
      <Continue />
      <Begin />
    </div>
  );
}

/** Cards of campaigns that are shown at once, and more on each wish; the server gives at most a hundred. */
const PAGE = 24;
const MOST_CAMPAIGNS = 96;

function Continue() {
  const [first, setFirst] = useState(PAGE);
  const { data, problem, isLoading, reload, operation } = useOperation(
    MY_CAMPAIGNS,
    { first, after: null },
    { isFresh: true },
  );
  const campaigns = useLast(data)?.campaigns.nodes ?? [];
  return (
    <section aria-labelledby="continue">
      <header className="section-head">
        <h2 id="continue">Continue</h2>
        <OperationButton name="Continue" operation={operation} />
      </header>
      {problem === null ? null : <ProblemBox problem={problem} onRetry={reload} />}
      {isLoading ? <Loading label="Looking for your stories …" /> : null}
      {data !== undefined && campaigns.length === 0 ? (
        <Empty>You have no story yet. The first one below takes about fifteen minutes.</Empty>
      ) : null}
      <ul className="cards">
        {campaigns.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} />
        ))}
      </ul>
      {data?.campaigns.pageInfo.hasNextPage && first < MOST_CAMPAIGNS ? (
        <button type="button" className="more" onClick={() => setFirst(first + PAGE)}>
          Show more
        </button>
      ) : null}
    </section>
  );
}

function Begin() {
  const { data, problem, isLoading, reload, operation } = useOperation(
    STORIES,
    { first: 50 },
    { isFresh: true },
  );
  const stories = data?.entryPoints.nodes ?? [];
  return (
    <section aria-labelledby="begin">
      <header className="section-head">
        <h2 id="begin">Begin a story</h2>
        <OperationButton name="Begin a story" operation={operation} />
      </header>
      <SpeakingModel />
      {problem === null ? null : <ProblemBox problem={problem} onRetry={reload} />}
      {isLoading ? <Loading label="Opening the packs …" /> : null}
      {data !== undefined && stories.length === 0 ? (
        <Empty>
          No pack with a story is installed. Put one into the packs folder and start the server again.
        </Empty>
      ) : null}
      <ul className="cards">
        {stories.map((story, index) => (
          <StoryCard key={story.id} story={story} isFirst={index === 0} />
        ))}
      </ul>
    </section>
  );
}

/** Says which model narrates, and where to choose another. */
function SpeakingModel() {
  const { data } = useOperation(MODELS, {});
  const chosen = readNarrator();
  const narrator =
    data?.models?.find(({ key, isUsable }) => isUsable && key === chosen) ??
    data?.models?.find(({ defaultFor }) => defaultFor.includes('LARGE'));
  if (narrator === undefined) return null;
  return (
    <p className="hint speaker">
      New stories are told by <strong>{narrator.name}</strong>.{' '}
      {narrator.isOffline
        ? 'It understands simple English, such as “ask Dan about the bridge”, and invents nothing. A language model tells them freely. '
        : ''}
      <Link href="/models">{narrator.isOffline ? 'Use a language model' : 'Choose another'}</Link>
    </p>
  );
}
