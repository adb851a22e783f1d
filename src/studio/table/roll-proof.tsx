import { useOperation } from '../api/use-operation.ts';
import { VERIFY_ROLLS } from '../documents/table.ts';
import { Modal } from '../parts/modal.tsx';
import { OperationButton } from '../parts/panel.tsx';
import type { ProvenRoll } from './dice-chip.tsx';
import type { TableSession } from './table-page.tsx';

type Props = { readonly roll: ProvenRoll; readonly session: TableSession; readonly onClose: () => void };

/** Shows how a roll came about, and checks it once the seed is known. */
export function RollProof({ roll, session, onClose }: Props) {
  const { data, operation } = useOperation(VERIFY_ROLLS, { sessionId: session.id });
  const report = data?.verifyRolls;
  const verified =
    report?.__typename === 'RollsReport'
      ? report.rolls.find((one) => one.roll.diceIndex === roll.diceIndex && one.roll.ordinal === roll.ordinal)
      : undefined;
  return (
    <Modal title={roll.purpose} onClose={onClose}>
      <p className="faces">
        {roll.faces.map((face, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dice have no other identity than their place.
          <span key={index} className={roll.dropped.includes(index) ? 'face face-dropped' : 'face'}>
            {face}
          </span>
        ))}
        <span className="face-total">
          {roll.modifier === 0 ? '' : `${roll.modifier > 0 ? '+' : ''}${roll.modifier}`} = {roll.total}
        </span>
      </p>
      <p>{roll.line}</p>
      <dl className="facts">
        <div>
          <dt>Dice</dt>
          <dd>{roll.expression}</dd>
        </div>
        {roll.target === null ? null : (
          <div>
            <dt>To reach</dt>
            <dd>{roll.target.value}</dd>
          </div>
        )}
        <div>
          <dt>Rolled by</dt>
          <dd>{roll.source === 'PLAYER' ? 'a player, with dice of their own' : 'the engine'}</dd>
        </div>
        <div>
          <dt>Place in the line of dice</dt>
          <dd>
            {roll.diceIndex}, part {roll.ordinal}
          </dd>
        </div>
        <div>
          <dt>Commitment to the seed</dt>
          <dd className="mono">{session.seedCommitment}</dd>
        </div>
        <div>
          <dt>Seed</dt>
          <dd className="mono">{session.seed ?? 'revealed when the session has ended'}</dd>
        </div>
      </dl>
      {report?.__typename === 'RollsReport' ? (
        <p className="box">
          {report.commitmentHolds
            ? 'The seed is the one that was committed to. '
            : 'The seed is not the committed one! '}
          {verified === undefined
            ? ''
            : `This roll: ${verified.verdict.toLowerCase()}. ${verified.reason ?? ''}`}
        </p>
      ) : (
        <p className="hint">
          Every face follows from the seed and the place in the line. The seed was fixed before the first
          turn: its commitment stands above. When the session has ended, the seed is shown and everyone can
          check.
        </p>
      )}
      <div className="row">
        <OperationButton name="Proof" operation={operation} />
      </div>
    </Modal>
  );
}
