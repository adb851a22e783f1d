import type { TurnFailure, TurnRecord } from '#engine/store/turns.ts';
import { isTurnFailureCode, type TurnFailureCode } from '#engine/turn/turn-failure.ts';
import { builder } from '../builder.ts';
import { wordEnum } from '../word-enum.ts';
import { Campaign } from './campaign.ts';
import { type Failure, FailureInterface, RETRY_AFTER } from './failure.ts';
import { Session } from './session.ts';
import { type StartedCampaign, sessionOfStart } from './started-campaign.ts';
import { Turn } from './turn.ts';

const TurnFailureCodeEnum = wordEnum<TurnFailureCode>('TurnFailureCode', 'Why a turn failed.', {
  MODEL_FAILED: 'The provider of the model did not answer, or answered with an error.',
  MODEL_OUTPUT_INVALID: 'The model’s reply did not have the form it was asked for, also after one repair.',
  MODEL_REFUSED: 'The model declined to answer.',
  MODEL_UNAVAILABLE: 'The session’s model is unknown here or has no key.',
  NARRATION_REFUSED: 'The narration broke a rule of the table, also after one repair.',
  BUDGET_EXCEEDED: 'A budget does not allow the call.',
  CONTENT_MISSING: 'A pack the campaign needs cannot be read.',
  OPERATIONS_REFUSED: 'The state refused the change.',
  ROLL_REFUSED: 'The roll cannot count.',
  SERVER_LOST: 'The server stopped in the middle of the turn.',
  SERVER_STOPPING: 'The server is stopping.',
  LEASE_LOST: 'The session passed to another turn.',
  INTERNAL: 'An error of the server. It is logged under the id of the turn.',
});

type FailedOpening = Failure & StartedCampaign & { readonly failed: TurnFailure };

export const OpeningFailed = builder.objectRef<FailedOpening>('OpeningFailed').implement({
  description:
    'The campaign was created, but its opening could not be told. `retryOpening` tries again; a turn taken instead is told as the beginning.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    reason: t.field({
      type: TurnFailureCodeEnum,
      description: 'Why the opening failed.',
      resolve: ({ failed }) => (isTurnFailureCode(failed.code) ? failed.code : 'INTERNAL'),
    }),
    retryable: t.boolean({
      description: 'Whether `retryOpening` may work without any other change.',
      resolve: ({ failed }) => failed.retryable,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: RETRY_AFTER,
      resolve: ({ failed }) => failed.retryAfterSeconds ?? null,
    }),
    campaign: t.expose('campaign', { type: Campaign, description: 'The campaign that was created.' }),
    session: t.field({
      type: Session,
      description: 'Its first session. It stands at scene 0.',
      resolve: sessionOfStart,
    }),
    openingTurn: t.expose('opening', { type: Turn, description: 'The turn that failed.' }),
  }),
});

/** A started campaign as the failure of its opening. */
export function toOpeningFailed(
  started: StartedCampaign,
  failed: NonNullable<TurnRecord['failure']>,
): FailedOpening {
  const message = `The campaign was created, but its opening could not be told. ${failed.message}`;
  return { ...started, failure: 'OpeningFailed', code: 'OPENING_FAILED', message, path: [], failed };
}
