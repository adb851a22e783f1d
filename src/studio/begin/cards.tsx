import { Link } from 'wouter';
import type { ResultOf } from '../api/graphql.ts';
import type { MY_CAMPAIGNS, STORIES } from '../documents/begin.ts';
import { toPlainText } from '../parts/prose.tsx';
import { Cover } from './cover.tsx';

type Nodes<Connection> = Connection extends { readonly nodes: readonly (infer Node)[] }
  ? NonNullable<Node>
  : never;
type Campaign = Nodes<ResultOf<typeof MY_CAMPAIGNS>['campaigns']>;
type Story = Nodes<ResultOf<typeof STORIES>['entryPoints']>;

const TYPES: Readonly<Record<Story['type'], string>> = {
  ADVENTURE: 'Adventure',
  QUEST: 'Quest',
  SANDBOX: 'Open world',
  SCENARIO: 'One evening',
};

/** A campaign with where it stands. Opens its table. */
export function CampaignCard({ campaign }: { readonly campaign: Campaign }) {
  const session = campaign.sessions.findLast(({ status }) => status === 'ACTIVE') ?? campaign.sessions.at(-1);
  if (session === undefined) return null;
  const { place, time, persona, narration } = session.currentScene;
  const facts = [place?.name, time.text].filter((fact) => fact !== undefined && fact !== null);
  return (
    <li className="card">
      <Link href={`/play/${session.id}`} className="card-link">
        <h3>{campaign.name}</h3>
      </Link>
      <p className="card-facts">{facts.join(' · ')}</p>
      <p className="card-line">{lastSentences(narration)}</p>
      <p className="card-foot">
        {persona === null ? '' : `You are ${persona.name}. `}
        {campaign.ending === null ? '' : `Ended: ${campaign.ending.title}`}
      </p>
    </li>
  );
}

/** A story to begin. The first one is shown larger. */
export function StoryCard({ story, isFirst }: { readonly story: Story; readonly isFirst: boolean }) {
  return (
    <li className={isFirst ? 'card card-first' : 'card'}>
      <Cover name={story.name} />
      <div className="card-text">
        <p className="card-kind">
          {[TYPES[story.type], story.pack.name].join(' · ')}
          {isFirst ? ' · start here' : ''}
        </p>
        <Link href={`/begin/${encodeURIComponent(story.id)}`} className="card-link">
          <h3>{story.name}</h3>
        </Link>
        <p className="card-line">{story.summary}</p>
        <p className="card-foot">
          {story.maxPersonas > 1 ? `Up to ${story.maxPersonas} players` : 'One player'}
        </p>
      </div>
    </li>
  );
}

/** Returns the end of a narration, from the beginning of a sentence. */
function lastSentences(narration: string): string {
  const text = toPlainText(narration);
  if (text.length <= 160) return text;
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)];
  let end = '';
  for (const { segment } of sentences.toReversed()) {
    if (end !== '' && end.length + segment.length > 160) break;
    end = segment + end;
  }
  return end;
}
