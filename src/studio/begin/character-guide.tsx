import { useEffect, useState } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { useOperation } from '../api/use-operation.ts';
import { CHARACTER_GUIDE } from '../documents/begin.ts';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';
import { SheetView } from '../parts/sheet.tsx';
import { useLast } from '../parts/use-last.ts';
import { QuestionField } from './question-field.tsx';

/** Answers so far, by question. */
export type Draft = Readonly<Record<string, unknown>>;

type Node = Extract<NonNullable<ResultOf<typeof CHARACTER_GUIDE>['node']>, { __typename: 'EntryPoint' }>;
export type Question = NonNullable<Node['characterGuide']>['steps'][number]['questions'][number];

type Props = {
  readonly entryPointId: string;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
};

/** Waits until the person stops typing before the server is asked about a draft. */
const PAUSE_MILLISECONDS = 350;

/** Asks the questions of a new character. Each answer may change the questions that follow. */
export function GuideForm({ entryPointId, draft, onChange }: Props) {
  const asked = useSettled(draft);
  const { data, problem, isLoading, reload, operation } = useOperation(CHARACTER_GUIDE, {
    id: entryPointId,
    draft: asked,
  });
  const guide = useLast(data?.node?.__typename === 'EntryPoint' ? data.node.characterGuide : null);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (guide === null) return isLoading ? <Loading label="Reading the rules …" /> : null;
  const hasBegun = Object.keys(draft).length > 0;
  return (
    <div className="guide">
      <div className="row">
        <p className="hint">
          The rules of the story ask for this. Each answer may change what is asked next.
        </p>
        <OperationButton name="the character" operation={operation} />
      </div>
      {guide.steps.map((step) => (
        <fieldset key={step.key}>
          <legend>{step.title}</legend>
          {step.note === null ? null : <p className="hint">{step.note}</p>}
          {step.questions.map((question) => (
            <QuestionField
              key={question.key}
              question={question}
              answer={draft[question.key]}
              problem={
                hasBegun ? guide.problems.find((one) => one.question === question.key)?.message : undefined
              }
              onAnswer={(answer) => onChange(withAnswer(draft, question.key, answer))}
            />
          ))}
        </fieldset>
      ))}
      {guide.sheet === null ? null : (
        <details className="fold" open>
          <summary>Your character sheet</summary>
          <SheetView groups={guide.sheet.groups} />
        </details>
      )}
    </div>
  );
}

function withAnswer(draft: Draft, key: string, answer: unknown): Draft {
  const { [key]: _old, ...rest } = draft;
  return answer === undefined ? rest : { ...rest, [key]: answer };
}

function useSettled(draft: Draft): Draft {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [draft]);
  return settled;
}
