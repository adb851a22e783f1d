import { type FormEvent, useState } from 'react';
import type { TableSession } from './table-page.tsx';
import type { Sending } from './use-turns.ts';

type Prompt = NonNullable<TableSession['awaiting']>;
type RollPrompt = Extract<Prompt, { __typename: 'RollPrompt' }>;
type QuestionPrompt = Extract<Prompt, { __typename: 'QuestionPrompt' }>;
type Props<Kind extends Prompt> = {
  readonly prompt: Kind;
  readonly turns: Sending;
  /** Calls the turn off that waits for it. */
  readonly onDrop: () => void;
};

/** Asks for what play waits for: dice, or the answer to a question. The box below takes answers in words. */
export function PromptForm({ prompt, ...rest }: Props<Prompt>) {
  return prompt.__typename === 'RollPrompt' ? (
    <RollForm prompt={prompt} {...rest} />
  ) : (
    <QuestionForm prompt={prompt} {...rest} />
  );
}

function RollForm({ prompt, turns, onDrop }: Props<RollPrompt>) {
  const [faces, setFaces] = useState('');
  const read = faces
    .split(/[\s,]+/)
    .filter((face) => face !== '')
    .map(Number);
  const isReadable = read.length > 0 && read.every((face) => Number.isInteger(face) && face > 0);
  const give = (own: readonly number[] | null) =>
    turns.send({
      action: { answer: { promptId: prompt.id, ...(own === null ? {} : { faces: [...own] }) } },
      mode: null,
      text: own === null ? `${prompt.dice} for ${prompt.label}` : `${prompt.dice}: ${own.join(', ')}`,
    });
  return (
    <section className="prompt" aria-label="A roll is awaited">
      <h2>
        Roll {prompt.dice} <span className="prompt-for">{prompt.label}</span>
      </h2>
      {prompt.target === null ? null : <p className="hint">To reach: {prompt.target.value}</p>}
      {prompt.rows.length === 0 ? null : (
        <table className="rows">
          <caption className="hidden">What each total means</caption>
          <tbody>
            {prompt.rows.map(({ from, to, text }) => (
              <tr key={from}>
                <th scope="row">{from === to ? from : `${from}–${to}`}</th>
                <td>{text ?? '…'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="row">
        <button type="button" className="primary" onClick={() => give(null)}>
          Roll for me
        </button>
        <form
          className="row own-dice"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (isReadable) give(read);
          }}
        >
          <label>
            <span className="hint">or my dice show </span>
            <input
              inputMode="numeric"
              size={8}
              value={faces}
              placeholder="4 2"
              onChange={(event) => setFaces(event.target.value)}
            />
          </label>
          <button type="submit" disabled={!isReadable}>
            Use them
          </button>
        </form>
        <button type="button" className="quiet" onClick={onDrop}>
          Do something else
        </button>
      </div>
    </section>
  );
}

function QuestionForm({ prompt, turns, onDrop }: Props<QuestionPrompt>) {
  const choose = ({ id, text }: QuestionPrompt['options'][number]) =>
    turns.send({ action: { answer: { promptId: prompt.id, optionId: id } }, mode: null, text });
  return (
    <section className="prompt" aria-label="A question is asked">
      <h2>{prompt.question}</h2>
      <div className="row">
        {prompt.options.map((option) => (
          <button key={option.id} type="button" onClick={() => choose(option)}>
            {option.text}
          </button>
        ))}
        <button type="button" className="quiet" onClick={onDrop}>
          Do something else
        </button>
      </div>
    </section>
  );
}
