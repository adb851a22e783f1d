import * as Tabs from '@radix-ui/react-tabs';
import { lazy, Suspense, useState } from 'react';
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
};

/** Everything beside the story. On a phone it opens above it. */
export function SidePanel({ session, isOpen, onClose }: Props) {
  const [tab, setTab] = useState('you');
  const sceneId = session.currentScene.id;
  return (
    <aside className={isOpen ? 'side side-open' : 'side'} aria-label="Character and world">
      <Tabs.Root value={tab} onValueChange={setTab}>
        <div className="side-head">
          <Tabs.List className="tabs" aria-label="What to see">
            <Tabs.Trigger value="you">You</Tabs.Trigger>
            <Tabs.Trigger value="world">World</Tabs.Trigger>
            <Tabs.Trigger value="story">Story</Tabs.Trigger>
            <Tabs.Trigger value="table">Table</Tabs.Trigger>
          </Tabs.List>
          <button type="button" className="quiet side-close" onClick={onClose} aria-label="Close the panel">
            ✕
          </button>
        </div>
        <Tabs.Content value="you">
          <PersonaPanel sceneId={sceneId} />
        </Tabs.Content>
        <Tabs.Content value="world">
          <WorldPanel sceneId={sceneId} />
        </Tabs.Content>
        <Tabs.Content value="story">
          <StoryPanel sceneId={sceneId} />
        </Tabs.Content>
        <Tabs.Content value="table">
          <Suspense fallback={null}>
            <TablePanel sessionId={session.id} isMaster={session.campaign.viewerMembership?.role === 'GM'} />
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  );
}
