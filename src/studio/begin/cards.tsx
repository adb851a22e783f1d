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
  const session = campaign.currentSession;
  if (session === null) return null;
  const { place, time } = session.currentScene;
  return (
    <li className="card">
      <Link href={`/play/${session.id}`} className="card-link">
        <h3>{campaign.name}</h3>
      </Link>
      <p className="card-facts">{[place?.name, time.text].filter(Boolean).join(' · ')}</p>
      <p className="card-line">{toPlainText(campaign.lastLine ?? '')}</p>
      <p className="card-foot">{describeStanding(campaign)}</p>
    </li>
  );
}

/** Says who one plays, whether the story has ended, and what was told meanwhile. */
function describeStanding({ persona, ending, unreadScenes, lastPlayedAt }: Campaign): string {
  return [
    persona === null ? null : `You are ${persona.name}.`,
    ending === null ? null : `Ended: ${ending.title}.`,
    lastPlayedAt === null ? null : `Played ${describeAge(lastPlayedAt)}.`,
    unreadScenes === 0 ? null : `${unreadScenes} new ${unreadScenes === 1 ? 'scene' : 'scenes'}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const AGES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns how long ago a moment was: `3 hours ago`. */
function describeAge(moment: string): string {
  const age = Date.now() - Date.parse(moment);
  const [unit, length] = AGES.find(([, milliseconds]) => age >= milliseconds) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(age / length), unit);
}

/** A story to begin. The first one is shown larger. */
export function StoryCard({ story, isFirst }: { readonly story: Story; readonly isFirst: boolean }) {
  return (
    <li className={isFirst ? 'card card-first' : 'card'}>
      <Cover name={story.name} family={story.pack.name} image={story.cover} />
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
