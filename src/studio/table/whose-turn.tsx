import type { TableSession } from './table-page.tsx';
import { findWaiting } from './take-turn.ts';
import type { Company } from './use-company.ts';

type Props = { readonly session: TableSession; readonly company: Company; readonly isRunning: boolean };

/** Says whom the table waits for, and who is typing. Empty when one plays alone. */
export function WhoseTurn({ session, company, isRunning }: Props) {
  if (company.length === 0) return null;
  const typing = company.filter(({ isTyping }) => isTyping).map(({ name }) => name);
  return (
    <p className="whose-turn" role="status">
      {describeWaiting(session, isRunning)}
      {typing.length === 0 ? '' : ` ${joinNames(typing)} ${typing.length === 1 ? 'is' : 'are'} typing …`}
    </p>
  );
}

/** Returns who acts or is asked; empty when everyone may act. */
function describeWaiting(session: TableSession, isRunning: boolean): string {
  const { runningTurn, awaiting } = session;
  if (runningTurn !== null && isRunning) {
    return runningTurn.member?.isViewer === false ? `${nameActor(runningTurn)} acts.` : '';
  }
  const waiting = findWaiting(session);
  // The question itself is shown to the player who is asked, and to the game master.
  if (waiting === undefined || awaiting !== null) return '';
  return `${nameActor(waiting)} ${waiting.status === 'AWAITING_ROLL' ? 'rolls' : 'is asked'}.`;
}

type Acted = {
  readonly persona: { readonly name: string } | null;
  readonly member: { readonly name: string } | null;
};

function nameActor({ persona, member }: Acted): string {
  return persona?.name ?? member?.name ?? 'Another player';
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
