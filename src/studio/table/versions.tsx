import { useState } from 'react';
import { describeFailure } from '../api/problem.ts';
import { sendMutation, useOperation } from '../api/use-operation.ts';
import { CHOOSE_NARRATION, VERSIONS } from '../documents/table.ts';
import { Modal } from '../parts/modal.tsx';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';
import { Prose } from '../parts/prose.tsx';

/** All narrations of a scene side by side. One of them is the story's. */
export function Versions({ sceneId, onClose }: { readonly sceneId: string; readonly onClose: () => void }) {
  const { data, problem, isLoading, reload, operation } = useOperation(
    VERSIONS,
    { sceneId },
    { isFresh: true },
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const versions = data?.scene?.narrations ?? [];
  const choose = async (version: number) => {
    const sent = await sendMutation(CHOOSE_NARRATION, { sceneId, version });
    const failure = 'problem' in sent ? sent.problem.message : describeFailure(sent.data.chooseNarration);
    setRefusal(failure);
    if (failure === null) onClose();
  };
  return (
    <Modal title="Versions of this scene" onClose={onClose} isWide>
      {problem === null ? null : <ProblemBox problem={problem} onRetry={reload} />}
      {refusal === null ? null : <ProblemBox problem={{ message: refusal, isNetwork: false }} />}
      {isLoading ? <Loading label="Fetching the versions …" /> : null}
      <div className="versions">
        {versions.map(({ version, text, isChosen, flags }) => (
          <section
            key={version}
            className={isChosen ? 'version version-on' : 'version'}
            aria-label={`Version ${version}`}
          >
            <header className="row">
              <h3>Version {version}</h3>
              {isChosen ? (
                <span className="tag tag-on">in the story</span>
              ) : (
                <button type="button" onClick={() => void choose(version)}>
                  Take this one
                </button>
              )}
              {flags.length === 0 ? null : <span className="tag">{flags.join(', ')}</span>}
            </header>
            <div className="prose">
              <Prose text={text} />
            </div>
          </section>
        ))}
      </div>
      <div className="row">
        <OperationButton name="Versions" operation={operation} />
      </div>
    </Modal>
  );
}
