import { useState } from 'react';
import { useLocation } from 'wouter';
import { describeFailure } from '../api/problem.ts';
import { sendMutation } from '../api/use-operation.ts';
import { START_SESSION } from '../documents/people.ts';
import type { TableSession } from './table-page.tsx';

type Props = {
  readonly session: TableSession;
  /** Session in which the story went on; null where that is not known. */
  readonly continuedBy: string | null;
  readonly onRefused: (message: string) => void;
};

/** Says why nothing can be done here any more, and how the story goes on. */
export function Ended({ session, continuedBy, onRefused }: Props) {
  const [isStarting, setStarting] = useState(false);
  const [, navigate] = useLocation();
  const { ending, status, campaign, currentScene } = session;
  const start = async () => {
    setStarting(true);
    const sent = await sendMutation(START_SESSION, { campaignId: campaign.id, sceneId: currentScene.id });
    setStarting(false);
    if ('problem' in sent) return onRefused(sent.problem.message);
    const result = sent.data.startSession;
    if (result.__typename === 'SessionPayload') navigate(`/play/${result.session.id}`);
    else onRefused(describeFailure(result) ?? 'The story could not go on.');
  };
  if (ending !== null) {
    return (
      <p className="hint">
        This story has ended. You can go back to an earlier scene and play on
        {status === 'ACTIVE' ? ', or ask about it below.' : '.'}
      </p>
    );
  }
  const isEnded = status === 'ENDED';
  return (
    <div className="box">
      <p>{isEnded ? 'This session has ended.' : 'The story went on in another line.'}</p>
      <div className="row">
        {continuedBy === null ? null : (
          <button type="button" className="primary" onClick={() => navigate(`/play/${continuedBy}`)}>
            Follow it
          </button>
        )}
        {campaign.viewerMembership?.role === 'GM' ? (
          <button type="button" disabled={isStarting} onClick={() => void start()}>
            {isEnded ? 'Go on in a new session' : 'Go on from here instead'}
          </button>
        ) : (
          <p className="hint">The game master can take it up again.</p>
        )}
      </div>
    </div>
  );
}
