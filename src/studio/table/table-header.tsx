import { Link } from 'wouter';
import type { Connection } from '../api/follow-operation.ts';
import type { SentOperation } from '../api/use-operation.ts';
import { OperationButton } from '../parts/panel.tsx';
import type { SceneHeader, TableSession } from './table-page.tsx';
import type { Company } from './use-company.ts';

type Props = {
  readonly session: TableSession;
  readonly header: SceneHeader;
  readonly company: Company;
  readonly connection: Connection;
  readonly isSideOpen: boolean;
  readonly onSide: () => void;
  readonly operation: SentOperation;
};

/** Where and when the scene plays, who is there, and whether the page is connected. */
export function TableHeader({ session, header, company, connection, isSideOpen, onSide, operation }: Props) {
  return (
    <header className="table-head">
      <Link href="/" className="back" aria-label="All stories">
        ‹
      </Link>
      <div className="table-title">
        <h1>{session.campaign.name}</h1>
        <p>{[header?.place?.name, header?.time.text, describeFight(header)].filter(Boolean).join(' · ')}</p>
        {header === null || header.present.length === 0 ? null : (
          <p className="people">
            <span className="hidden">Here: </span>
            {header.present.map(({ entityId, name, isPersona }) => (
              <span key={entityId} className={isPersona ? 'tag tag-on' : 'tag'}>
                {name}
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="row">
        <CompanyMarks company={company} />
        <ConnectionMark connection={connection} />
        <OperationButton name="the table" operation={operation} />
        {session.campaign.viewerMembership?.role === 'GM' ? (
          <Link href={`/behind/${session.id}`} className="button">
            Behind the screen
          </Link>
        ) : null}
        <button type="button" className="side-toggle" aria-expanded={isSideOpen} onClick={onSide}>
          Character and world
        </button>
      </div>
    </header>
  );
}

/** Returns the round of a fight and whose turn it is in it; null without one. */
function describeFight(header: SceneHeader): string | null {
  const combat = header?.combat ?? null;
  if (combat === null) return null;
  const acting = combat.combatants.find(({ characterId }) => characterId === combat.actingId)?.character;
  return [`fight, round ${combat.round}`, acting ? `${acting.name} acts` : null].filter(Boolean).join(', ');
}

/** The other members of the table; a filled mark for those who are here. */
function CompanyMarks({ company }: { readonly company: Company }) {
  if (company.length === 0) return null;
  return (
    <ul className="company" aria-label="Players">
      {company.map(({ id, name, isPresent }) => (
        <li key={id} className={isPresent ? 'member member-here' : 'member'}>
          {name}
          <span className="hidden">{isPresent ? ', here' : ', away'}</span>
        </li>
      ))}
    </ul>
  );
}

function ConnectionMark({ connection }: { readonly connection: Connection }) {
  const text = { live: 'Live', connecting: 'Connecting …', lost: 'No connection. Trying again …' }[
    connection
  ];
  return (
    <span className={`connection connection-${connection}`} role="status">
      {text}
    </span>
  );
}
