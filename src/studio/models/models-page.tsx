import { type ReactNode, useState } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { describeFailure } from '../api/problem.ts';
import { describeOperation, sendMutation, useOperation } from '../api/use-operation.ts';
import { MODELS, TEST_MODEL } from '../documents/models.ts';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';
import { readNarrator, saveNarrator } from './narrator.ts';

type Model = NonNullable<ResultOf<typeof MODELS>['models']>[number];
type Tested = Extract<ResultOf<typeof TEST_MODEL>['testModel'], { __typename: 'TestModelPayload' }>;

/** Models of this server: which can be asked, how fast each answers, what it costs, which ones speak. */
export function ModelsPage() {
  const { data, problem, isLoading, reload, operation } = useOperation(MODELS, {}, { isFresh: true });
  const [narrator, setNarrator] = useState(readNarrator);
  const choose = (key: string | null) => {
    saveNarrator(key);
    setNarrator(key);
  };
  const models = data?.models ?? [];
  const usable = models.filter(({ isUsable }) => isUsable);
  const others = models.filter(({ isUsable }) => !isUsable);
  return (
    <div className="page">
      <header className="section-head">
        <div className="stack">
          <h1>Models</h1>
          <p className="lead">
            The large model narrates. The small one reads what you mean and keeps the records. Choose here who
            tells the stories you begin; a story that has begun changes its models at the table.
          </p>
        </div>
        <OperationButton name="Models" operation={operation} />
      </header>
      {problem === null ? null : <ProblemBox problem={problem} onRetry={reload} />}
      {isLoading ? <Loading label="Reading the catalogue …" /> : null}
      {data?.models === null ? <Empty>Only game masters see the models of this server.</Empty> : null}
      {usable.length === 0 ? null : (
        <section aria-labelledby="usable">
          <h2 id="usable">Ready</h2>
          <ul className="models">
            {usable.map((model) => (
              <ModelRow key={model.key} model={model}>
                {usable.length < 2 ? null : (
                  <NarratorChoice model={model} chosen={narrator} onChoose={choose} />
                )}
              </ModelRow>
            ))}
          </ul>
        </section>
      )}
      {others.length === 0 ? null : (
        <section aria-labelledby="others">
          <h2 id="others">Not ready</h2>
          <p className="hint">
            A model of a provider needs the provider's key, set where the server is started:{' '}
            <code>ANTHROPIC_API_KEY</code>, <code>OPENAI_API_KEY</code>, <code>GEMINI_API_KEY</code> or{' '}
            <code>DEEPSEEK_API_KEY</code>. Models on this computer (Ollama, LM Studio, llama.cpp, vLLM,
            KoboldCpp) are found by themselves. <code>LARGE_MODEL</code> and <code>SMALL_MODEL</code> choose
            those of new stories.
          </p>
          <ul className="models">
            {others.map((model) => (
              <ModelRow key={model.key} model={model} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type ChoiceProps = {
  readonly model: Model;
  readonly chosen: string | null;
  readonly onChoose: (key: string | null) => void;
};

/** Lets a model narrate the stories that are begun in this browser. */
function NarratorChoice({ model: { key, name, defaultFor }, chosen, onChoose }: ChoiceProps) {
  const isDefault = defaultFor.includes('LARGE');
  const isChosen = chosen === key || (chosen === null && isDefault);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${name} tells my new stories`}
      onClick={() => onChoose(isDefault ? null : key)}
    >
      {isChosen ? '✓ Tells my new stories' : 'Let it tell my new stories'}
    </button>
  );
}

type RowProps = { readonly model: Model; readonly children?: ReactNode };

function ModelRow({ model, children }: RowProps) {
  const parts = model.defaultFor.map((tier) => (tier === 'LARGE' ? 'narrates' : 'reads and records'));
  return (
    <li className={model.isUsable ? 'model' : 'model model-off'}>
      <div>
        <h3>{model.name}</h3>
        <p className="hint">{describeModel(model)}</p>
        {model.keyFault === null ? null : <p className="field-problem">{model.keyFault}</p>}
      </div>
      <div className="model-facts">
        {parts.length === 0 ? null : <span className="tag tag-on">{parts.join(' and ')}</span>}
        {model.isUsable ? null : (
          <span className="tag tag-off">{model.isLocal ? 'does not answer' : 'no key'}</span>
        )}
        <span className="price">{describePrice(model)}</span>
      </div>
      {model.isUsable || model.isLocal ? <ModelTest model={model}>{children}</ModelTest> : null}
    </li>
  );
}

/** Asks the model once and says how it did. */
function ModelTest({ model: { key, name }, children }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const variables = { input: { key } };
  const test = async () => {
    setAsking(true);
    setProblem(null);
    setTested(null);
    const sent = await sendMutation(TEST_MODEL, variables);
    setAsking(false);
    if ('problem' in sent) return setProblem(sent.problem.message);
    const result = sent.data.testModel;
    if (result.__typename !== 'TestModelPayload') setProblem(describeFailure(result));
    else if (result.hasAnswered) setTested(result);
    else setProblem(result.problem ?? 'It did not answer.');
  };
  return (
    <div className="model-test">
      <button
        type="button"
        disabled={isAsking}
        aria-label={`${isAsking ? 'Asking …' : 'Test call'} ${name}`}
        onClick={() => void test()}
      >
        {isAsking ? 'Asking …' : 'Test call'}
      </button>
      {children}
      <span role="status">
        {tested === null ? null : describeTest(tested)}
        {problem === null ? null : <span className="field-problem">{problem}</span>}
      </span>
      <OperationButton name={`the test of ${name}`} operation={describeOperation(TEST_MODEL, variables)} />
    </div>
  );
}

function describeTest({ firstTokenMs, tokensPerSecond, isJsonValid, expectedFirstWordMs }: Tested): string {
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  return [
    firstTokenMs === null ? null : `first word after ${seconds(firstTokenMs)}`,
    tokensPerSecond === null ? null : `${Math.round(tokensPerSecond).toLocaleString()} tokens a second`,
    isJsonValid === false ? 'does not keep to a given form' : null,
    expectedFirstWordMs === null
      ? null
      : `in play the first word is expected after ${seconds(expectedFirstWordMs)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function describeModel({ isOffline, isLocal, provider, model, contextWindow }: Model): string {
  if (isOffline) return 'Built in, needs no network. It knows the authored texts and invents nothing.';
  const window = contextWindow === null ? null : `${contextWindow.toLocaleString()} tokens of context`;
  return [isLocal ? 'on this computer' : provider, model, window].filter(Boolean).join(' · ');
}

function describePrice({ priceKind, prices }: Model): string {
  if (priceKind === 'FREE') return 'free';
  if (prices === null) return 'price unknown';
  return `$${prices.input} in, $${prices.output} out per million tokens (${prices.date})`;
}
