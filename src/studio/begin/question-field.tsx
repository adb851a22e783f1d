import { useId } from 'react';
import type { Question } from './character-guide.tsx';

type Props = {
  readonly question: Question;
  readonly answer: unknown;
  readonly problem: string | undefined;
  readonly onAnswer: (answer: unknown) => void;
};

/** One question of a new character, by its kind. */
export function QuestionField(props: Props) {
  const { question, problem } = props;
  const noteId = useId();
  return (
    <div className="question">
      <Answer {...props} />
      <p className="hint" id={noteId}>
        {question.note}
      </p>
      {problem === undefined ? null : <p className="field-problem">{problem}</p>}
    </div>
  );
}

function Answer(props: Props) {
  switch (props.question.kind) {
    case 'CHOICE':
      return <ChoiceAnswer {...props} />;
    case 'CHOICES':
      return <ChoicesAnswer {...props} />;
    case 'ORDER':
      return <OrderAnswer {...props} />;
    case 'FLAG':
      return (
        <label className="check">
          <input
            type="checkbox"
            checked={(props.answer ?? props.question.preset) === true}
            onChange={(event) => props.onAnswer(event.target.checked)}
          />
          {props.question.label}
        </label>
      );
    default:
      return <TextAnswer {...props} />;
  }
}

function TextAnswer({ question, answer, onAnswer }: Props) {
  const isNumber = question.kind === 'NUMBER';
  const value = answer ?? question.preset ?? '';
  return (
    <label className="field">
      <span>
        {question.label}
        {question.required ? '' : ' (may stay open)'}
      </span>
      <input
        type={isNumber ? 'number' : 'text'}
        min={question.min ?? undefined}
        max={isNumber ? (question.max ?? undefined) : undefined}
        value={String(value)}
        onChange={({ target }) => {
          if (target.value === '') onAnswer(undefined);
          else onAnswer(isNumber ? Number(target.value) : target.value);
        }}
      />
    </label>
  );
}

function ChoiceAnswer({ question, answer, onAnswer }: Props) {
  const chosen = String(answer ?? question.preset ?? '');
  const note = question.options.find(({ value }) => value === chosen)?.note;
  return (
    <label className="field">
      <span>{question.label}</span>
      <select
        value={chosen}
        onChange={({ target }) => onAnswer(target.value === '' ? undefined : target.value)}
      >
        <option value="">Choose …</option>
        {question.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {note ? <span className="hint">{note}</span> : null}
    </label>
  );
}

function ChoicesAnswer({ question, answer, onAnswer }: Props) {
  const chosen = toList(answer ?? question.preset);
  const isFull = question.max !== null && chosen.length >= question.max;
  const toggle = (value: string) =>
    onAnswer(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className="inner">
      <legend>
        {question.label}
        {question.max === null ? '' : ` (${chosen.length} of ${question.max})`}
      </legend>
      {question.options.map(({ value, label, note }) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={isFull && !chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>
            {label}
            {note === null ? null : <span className="hint"> {note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function OrderAnswer({ question, answer, onAnswer }: Props) {
  const given = toList(answer ?? question.preset);
  const order = given.length > 0 ? given : question.options.map(({ value }) => value);
  const labelOf = (value: string) => question.options.find((one) => one.value === value)?.label ?? value;
  const moveUp = (index: number) => {
    const next = [...order];
    next.splice(index - 1, 2, order[index] ?? '', order[index - 1] ?? '');
    onAnswer(next);
  };
  return (
    <fieldset className="inner">
      <legend>{question.label}, the most important first</legend>
      <ol className="order">
        {order.map((value, index) => (
          <li key={value}>
            {labelOf(value)}
            {index === 0 ? null : (
              <button
                type="button"
                className="quiet"
                aria-label={`Move ${labelOf(value)} up`}
                onClick={() => moveUp(index)}
              >
                ↑
              </button>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

function toList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
