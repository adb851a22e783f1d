import { Link } from 'wouter';
import type { ResultOf } from '../api/graphql.ts';
import type { SentOperation } from '../api/use-operation.ts';
import type { MEMBERS } from '../documents/people.ts';
import { Panel } from '../parts/panel.tsx';

type Session = NonNullable<ResultOf<typeof MEMBERS>['session']>;
type Line = Session['campaign']['sessions'][number];
type Props = { readonly session: Session; readonly operation: SentOperation };

/** The lines of a story that was forked or turned back; nothing while there is only one. */
export function LinesPanel({ session, operation }: Props) {
  const { sessions } = session.campaign;
  if (sessions.length < 2) return null;
  return (
    <Panel title="Lines of this story" operation={operation}>
      <ul className="things">
        {sessions.toReversed().map((line) => (
          <li key={line.id}>
            {line.id === session.id ? (
              <strong>{nameScene(line)}, this one</strong>
            ) : (
              <Link href={`/play/${line.id}`}>{nameScene(line)}</Link>
            )}
            <span className="hint">{[line.currentScene.time.text, describeStatus(line)].join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function nameScene({ currentScene: { index, place } }: Line): string {
  return [`Scene ${index}`, place?.name].filter(Boolean).join(', ');
}

function describeStatus({ status, ending }: Line): string {
  if (ending !== null) return `ended: ${ending.title}`;
  return { ACTIVE: 'goes on', ENDED: 'session ended', INACTIVE: 'put aside' }[status];
}
