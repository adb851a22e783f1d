import { Prose, splitParagraphs } from '../parts/prose.tsx';
import { useLast } from '../parts/use-last.ts';
import { DiceText } from './dice-chip.tsx';
import type { LiveSnapshot } from './live-store.ts';
import { PlayerLine } from './scene-view.tsx';
import type { TableSession } from './table-page.tsx';
import type { PendingAction } from './take-turn.ts';

type Props = {
  readonly live: LiveSnapshot;
  readonly pending: PendingAction | null;
  readonly running: TableSession['runningTurn'];
};

const STEPS: Readonly<Record<string, string>> = {
  intake: 'Setting the scene',
  read: 'Reading what you mean',
  recall: 'Remembering',
  rule: 'Rolling and ruling',
  resolve: 'Rolling and ruling',
  react: 'Others make up their minds',
  plan: 'Planning',
  narrate: 'Finding the words',
  record: 'Writing it down',
  judge: 'Reading it over',
  check: 'Reading it over',
  apply: 'Writing it down',
  commit: 'Writing it down',
};

/** The turn that runs: what was done, the dice so far, the prose as it comes. */
export function LiveView({ live, pending, running }: Props) {
  const { turn } = live;
  const text = turn?.text ?? '';
  const said = useFinishedParagraph(text);
  const playerText = useLast(pending?.text ?? running?.action.text ?? null);
  if (turn === null && pending === null && running === null) return null;
  const step = turn?.step ?? null;
  return (
    <article className="scene scene-live" aria-label="This turn" aria-busy="true">
      <PlayerLine text={playerText} />
      {turn === null || turn.dice.length === 0 ? null : (
        <p className="dice-row">
          {turn.dice.map((roll) => (
            <span key={`${roll.purpose}${roll.line}`} className="dice">
              <DiceText roll={roll} />
            </span>
          ))}
        </p>
      )}
      <div className="prose">
        <Prose text={text} />
      </div>
      <p className="live-mark">
        {text === '' || step === 'record' ? `${STEPS[step ?? ''] ?? 'One moment'} …` : ''}
      </p>
      <p className="hidden" aria-live="polite">
        {said}
      </p>
    </article>
  );
}

/** Returns the last paragraph that is complete. Screen readers read whole paragraphs instead of syllables. */
function useFinishedParagraph(text: string): string {
  const paragraphs = splitParagraphs(text);
  return paragraphs.at(-2) ?? '';
}
