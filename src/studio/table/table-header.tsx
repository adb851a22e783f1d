import { type SentOperation, useOperation } from '../api/use-operation.ts';
import type { Connection } from '../api/watch-session.ts';
import { SCENE_HEADER } from '../documents/side.ts';
import { OperationButton } from '../parts/panel.tsx';
import type { TableSession } from './table-page.tsx';

type Props = {
  readonly session: TableSession;
  readonly connection: Connection;
  readonly isSideOpen: boolean;
  readonly onSide: () => void;
  readonly operation: SentOperation;
};

/** Where and when the scene plays, who is there, and whether the page is connected. */
export function TableHeader({ session, connection, isSideOpen, onSide, operation }: Props) {
  const { data } = useOperation(SCENE_HEADER, { sceneId: session.currentScene.id });
  const scene = data?.scene;
  return (
    <header className="table-head">
      <div className="table-title">
        <h1>{session.campaign.name}</h1>
        <p>
          {[scene?.place?.name, scene?.time.text].filter(Boolean).join(' · ')}
          {scene?.combat === null || scene === undefined || scene === null
            ? ''
            : ` · fight, round ${scene.combat.round}`}
        </p>
        {scene === undefined || scene === null || scene.present.length === 0 ? null : (
          <p className="people">
            <span className="hidden">Here: </span>
            {scene.present.map(({ entityId, name, isPersona }) => (
              <span key={entityId} className={isPersona ? 'tag tag-on' : 'tag'}>
                {name}
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="row">
        <ConnectionMark connection={connection} />
        <OperationButton name="the table" operation={operation} />
        <button type="button" className="side-toggle" aria-expanded={isSideOpen} onClick={onSide}>
          Character and world
        </button>
      </div>
    </header>
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
