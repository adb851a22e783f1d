import { lazy, Suspense } from 'react';
import { Tabs } from '../parts/tabs.tsx';
import type { TableSession } from '../table/table-page.tsx';
import { PersonaPanel } from './persona-panel.tsx';
import { StoryPanel } from './story-panel.tsx';
import { WorldPanel } from './world-panel.tsx';

const TablePanel = lazy(() =>
  import('../people/table-panel.tsx').then((part) => ({ default: part.TablePanel })),
);

type Props = {
  readonly session: TableSession;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onInvited: () => void;
};

/** Everything beside the story. On a phone it opens above it. */
export function SidePanel({ session, isOpen, onClose, onInvited }: Props) {
  const sceneId = session.currentScene.id;
  return (
    <aside className={isOpen ? 'side side-open' : 'side'} aria-label="Character and world">
      <Tabs
        label="What to see"
        end={
          <button type="button" className="quiet side-close" onClick={onClose} aria-label="Close the panel">
            ✕
          </button>
        }
        tabs={[
          { key: 'you', label: 'You', content: <PersonaPanel sceneId={sceneId} /> },
          { key: 'world', label: 'World', content: <WorldPanel sceneId={sceneId} /> },
          { key: 'story', label: 'Story', content: <StoryPanel sceneId={sceneId} /> },
          {
            key: 'table',
            label: 'Table',
            content: (
              <Suspense fallback={null}>
                <TablePanel
                  sessionId={session.id}
                  isMaster={session.campaign.viewerMembership?.role === 'GM'}
                  onInvited={onInvited}
                />
              </Suspense>
            ),
          },
        ]}
      />
    </aside>
  );
}
