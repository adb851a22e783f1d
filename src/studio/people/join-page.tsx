import { useState } from 'react';
import { useLocation } from 'wouter';
import { describeFailure } from '../api/problem.ts';
import { sendMutation } from '../api/use-operation.ts';
import { JOIN_CAMPAIGN } from '../documents/people.ts';
import { ProblemBox } from '../parts/notices.tsx';

/** Takes an invitation and opens the table it belongs to. */
export function JoinPage({ code }: { readonly code: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isJoining, setJoining] = useState(false);
  const [, navigate] = useLocation();
  const join = async () => {
    setJoining(true);
    const sent = await sendMutation(JOIN_CAMPAIGN, { code });
    setJoining(false);
    if ('problem' in sent) return setProblem(sent.problem.message);
    const result = sent.data.joinCampaign;
    if (result.__typename !== 'MemberPayload') return setProblem(describeFailure(result));
    const { sessions } = result.member.campaign;
    const session = sessions.findLast(({ status }) => status === 'ACTIVE') ?? sessions.at(-1);
    navigate(session === undefined ? '/' : `/play/${session.id}`);
  };
  return (
    <div className="page page-narrow">
      <h1>You are invited</h1>
      <p className="lead">Someone keeps a place for you in their story.</p>
      {problem === null ? null : <ProblemBox problem={{ message: problem, isNetwork: false }} />}
      <button type="button" className="primary" disabled={isJoining} onClick={() => void join()}>
        Sit down
      </button>
    </div>
  );
}
