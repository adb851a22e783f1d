import { useState } from 'react';
import { Link } from 'wouter';
import type { ResultOf } from '../api/graphql.ts';
import { type SentOperation, useOperation } from '../api/use-operation.ts';
import { WHY } from '../documents/why.ts';
import { Lines } from '../parts/lines.tsx';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton, Panel } from '../parts/panel.tsx';
import { CallDetails } from './call-details.tsx';
import { PromptBar } from './prompt-bar.tsx';
import { PromptChange } from './prompt-change.tsx';
import { readApplied, readAudits, readFindings, readRefusals, readSearches } from './recorded.ts';
import { Timeline } from './timeline.tsx';

export type WhyTurn = NonNullable<ResultOf<typeof WHY>['turn']>;
export type Recording = NonNullable<WhyTurn['recordings']>[number];
export type Call = Recording['calls'][number];

/** Why a turn went as it did: its steps, calls, prompts, checks and changes. For the game master. */
export function WhyPage({ turnId }: { readonly turnId: string }) {
  const { data, problem, isLoading, reload, operation } = useOperation(WHY, { turnId }, { isFresh: true });
  if (isLoading) return <Loading label="Reading the recording …" />;
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  const turn = data?.turn;
  if (turn === undefined || turn === null) {
    return (
      <div className="page">
        <h1>There is no such turn</h1>
      </div>
    );
  }
  return (
    <div className="page page-why">
      <header className="section-head">
        <div>
          <p className="hint">
            <Link href={`/play/${turn.session.id}`}>{turn.session.campaign.name}</Link>
            {turn.scene === null ? '' : `, scene ${turn.scene.index}`}
          </p>
          <h1>{turn.action.kind === 'OPENING' ? 'The opening' : turn.action.text}</h1>
        </div>
        <OperationButton name="this turn" operation={operation} />
      </header>
      <TurnSums turn={turn} />
      {turn.recordings === null || turn.recordings.length === 0 ? (
        <Empty>There is no recording of this turn for you.</Empty>
      ) : (
        <Attempts turn={turn} recordings={turn.recordings} operation={operation} />
      )}
    </div>
  );
}

function TurnSums({ turn }: { readonly turn: WhyTurn }) {
  const { usage, steps } = turn;
  const seconds = steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  return (
    <p className="sums">
      <span className="tag">{turn.status.toLowerCase().replaceAll('_', ' ')}</span>
      <span>{seconds.toFixed(1)} s of work</span>
      {usage === null ? null : (
        <>
          <span>{usage.calls} calls</span>
          <span>
            {usage.inputTokens.toLocaleString()} tokens in, {usage.outputTokens.toLocaleString()} out
          </span>
          <span>{Math.round(usage.cacheReadShare * 100)} % from cache</span>
          <span>${usage.costUsd.toFixed(4)}</span>
        </>
      )}
      {turn.failure === null ? null : <span className="tag tag-off">{turn.failure.message}</span>}
    </p>
  );
}

type AttemptsProps = {
  readonly turn: WhyTurn;
  readonly recordings: readonly Recording[];
  readonly operation: SentOperation;
};

function Attempts({ turn, recordings, operation }: AttemptsProps) {
  const [index, setIndex] = useState(recordings.length - 1);
  const recording = recordings[index];
  if (recording === undefined) return null;
  return (
    <>
      {recordings.length === 1 ? null : (
        <label className="field">
          <span>Attempt</span>
          <select value={index} onChange={({ target }) => setIndex(Number(target.value))}>
            {recordings.map(({ attempt }, place) => (
              <option key={attempt} value={place}>
                {attempt}
              </option>
            ))}
          </select>
        </label>
      )}
      <RecordingView key={recording.attempt} turn={turn} recording={recording} operation={operation} />
    </>
  );
}

type RecordingProps = {
  readonly turn: WhyTurn;
  readonly recording: Recording;
  readonly operation: SentOperation;
};

function RecordingView({ turn, recording, operation }: RecordingProps) {
  const [call, setCall] = useState<Call | null>(null);
  const audits = readAudits(recording.prompts);
  const narrated = recording.calls.findLast(({ step }) => step === 'narrate');
  return (
    <>
      <Panel title="Steps and calls" operation={operation}>
        <Timeline calls={recording.calls} steps={turn.steps} onOpen={setCall} />
      </Panel>
      {audits.map((audit) => (
        <Panel key={audit.step} title={`Prompt of ${audit.step}`} operation={operation}>
          <PromptBar
            audit={audit}
            request={recording.calls.findLast(({ step }) => step === audit.step)?.request}
          />
        </Panel>
      ))}
      {narrated === undefined ? null : (
        <Panel title="Difference to the previous prompt" operation={operation}>
          <PromptChange turn={turn} request={narrated.request} />
        </Panel>
      )}
      <Changes turn={turn} recording={recording} operation={operation} />
      {recording.report === null ? null : (
        <details className="fold">
          <summary>The whole report ({Math.ceil(recording.bytes / 1000)} kB recorded)</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <pre className="code" tabIndex={0}>
            {recording.report}
          </pre>
        </details>
      )}
      {call === null ? null : <CallDetails call={call} onClose={() => setCall(null)} />}
    </>
  );
}

/** What was checked, changed, refused, rolled and looked for. */
function Changes({ turn, recording, operation }: RecordingProps) {
  const findings = recording.calls
    .filter(({ step }) => step === 'judge')
    .flatMap(({ reply }) => readFindings(reply));
  const refusals = readRefusals(recording.operations);
  const applied = readApplied(recording.operations).filter(({ operations }) => operations.length > 0);
  return (
    <div className="columns">
      <Panel title="Findings" operation={operation}>
        <Lines lines={findings} nothing="The judge found no fault." />
      </Panel>
      <Panel title="Refused operations" operation={operation}>
        <Lines
          lines={refusals.map(({ operation, reason }) => `${operation}: ${reason}`)}
          nothing="Every operation was applied."
        />
      </Panel>
      <Panel title="Changes" operation={operation}>
        <Lines
          lines={applied.map(({ asker, operations }) => `${asker}: ${operations.join(', ')}`)}
          nothing="Nothing changed."
        />
      </Panel>
      <Panel title="Dice" operation={operation}>
        <Lines lines={turn.rolls.map(({ line }) => line)} nothing="Nothing was rolled." />
      </Panel>
      <Panel title="Searches" operation={operation}>
        <Lines
          lines={readSearches(recording.searches).map(
            ({ text, found }) => `${text} → ${found.join(', ') || 'nothing'}`,
          )}
          nothing="Nothing was looked for."
        />
      </Panel>
    </div>
  );
}
