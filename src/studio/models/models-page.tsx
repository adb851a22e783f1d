import type { ResultOf } from '../api/graphql.ts';
import { useOperation } from '../api/use-operation.ts';
import { MODELS } from '../documents/models.ts';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';

type Model = NonNullable<ResultOf<typeof MODELS>['models']>[number];

/** Models of this server: which can be asked, what each costs, which ones speak. */
export function ModelsPage() {
  const { data, problem, isLoading, reload, operation } = useOperation(MODELS, {}, { isFresh: true });
  const models = [...(data?.models ?? [])].sort(
    (one, other) => Number(other.isUsable) - Number(one.isUsable),
  );
  return (
    <div className="page">
      <header className="section-head">
        <h1>Models</h1>
        <OperationButton name="Models" operation={operation} />
      </header>
      <p className="lead">
        The large model narrates. The small one reads what you mean and keeps the records. A session can use
        others: choose them at the table.
      </p>
      {problem === null ? null : <ProblemBox problem={problem} onRetry={reload} />}
      {isLoading ? <Loading label="Reading the catalogue …" /> : null}
      <ul className="models">
        {models.map((model) => (
          <ModelRow key={model.key} model={model} />
        ))}
      </ul>
      <p className="hint">
        Keys and defaults are settings of the server: see <code>ANTHROPIC_API_KEY</code>,{' '}
        <code>OPENAI_API_KEY</code>, <code>LARGE_MODEL</code> and <code>SMALL_MODEL</code> in its documents.
      </p>
    </div>
  );
}

function ModelRow({ model }: { readonly model: Model }) {
  const parts = model.defaultFor.map((tier) => (tier === 'LARGE' ? 'narrates' : 'reads and records'));
  return (
    <li className={model.isUsable ? 'model' : 'model model-off'}>
      <div>
        <h2>{model.name}</h2>
        <p className="hint">
          {model.isOffline ? 'Built in, needs no network' : `${model.provider} · ${model.model}`}
          {model.contextWindow === null ? '' : ` · ${model.contextWindow.toLocaleString()} tokens of context`}
        </p>
      </div>
      <div className="model-facts">
        {parts.length === 0 ? null : <span className="tag tag-on">{parts.join(' and ')}</span>}
        <span className={model.isUsable ? 'tag' : 'tag tag-off'}>
          {model.isUsable ? 'can be asked' : 'no key'}
        </span>
        <span className="price">{describePrice(model)}</span>
      </div>
    </li>
  );
}

function describePrice({ priceKind, prices }: Model): string {
  if (priceKind === 'FREE') return 'free';
  if (prices === null) return 'price unknown';
  return `$${prices.input} in, $${prices.output} out per million tokens (${prices.date})`;
}
