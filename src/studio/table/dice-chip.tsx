import { lazy, Suspense, useState } from 'react';
import type { FragmentOf } from '../api/graphql.ts';
import type { ROLL } from '../documents/table.ts';
import type { LiveDice } from './live-turn.ts';
import type { TableSession } from './table-page.tsx';

const RollProof = lazy(() => import('./roll-proof.tsx').then((part) => ({ default: part.RollProof })));

export type ProvenRoll = FragmentOf<typeof ROLL>;

type Props = { readonly roll: ProvenRoll; readonly session: TableSession };

/** A roll. It opens its proof. */
export function DiceChip({ roll, session }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="dice" onClick={() => setOpen(true)} title={roll.line}>
        <DiceText roll={roll} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <RollProof roll={roll} session={session} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type RollInWords = Pick<LiveDice, 'purpose' | 'total'> & { readonly result: string | null };

/** A roll in a few words: what for, the total, how it went. */
export function DiceText({ roll }: { readonly roll: RollInWords }) {
  return (
    <>
      <span aria-hidden="true">⚂ </span>
      {roll.purpose} <strong>{roll.total}</strong>
      {roll.result === null || roll.result === '' ? '' : ` · ${roll.result}`}
    </>
  );
}
