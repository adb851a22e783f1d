import { useEffect } from 'react';
import type { Choices } from './live-turn.ts';

type Choice = Choices[number];
type Props = {
  readonly choices: Choices;
  readonly isDisabled: boolean;
  readonly onChoose: (choice: Choice) => void;
};

const RISKS: Readonly<Record<Choice['risk'], string>> = {
  SAFE: '',
  LOW: '',
  MEDIUM: 'a risk',
  HIGH: 'high risk',
};

/** Choices of the scene. The digits 1 to 9 choose as well, while nothing is being typed. */
export function ChoiceList({ choices, isDisabled, onChoose }: Props) {
  useEffect(() => {
    const choose = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
      const choice = choices[Number(key) - 1];
      const isFree = !isDisabled && !isTyping && document.querySelector('dialog[open]') === null;
      if (choice !== undefined && isFree && !(ctrlKey || metaKey || altKey)) onChoose(choice);
    };
    addEventListener('keydown', choose);
    return () => removeEventListener('keydown', choose);
  }, [choices, isDisabled, onChoose]);
  if (choices.length === 0) return null;
  return (
    <ol className="choices" aria-label="Choices">
      {choices.map((choice, index) => (
        <li key={choice.key}>
          <button type="button" disabled={isDisabled} onClick={() => onChoose(choice)}>
            <span className="choice-number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="choice-text">
              {choice.text}
              {choice.description === '' || choice.description === choice.text ? null : (
                <span className="choice-note">{choice.description}</span>
              )}
            </span>
            {RISKS[choice.risk] === '' ? null : (
              <span className={`risk risk-${choice.risk.toLowerCase()}`}>{RISKS[choice.risk]}</span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
