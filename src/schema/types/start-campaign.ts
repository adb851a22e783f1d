import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Campaign } from './campaign.ts';
import { EntryPoint } from './entry-point.ts';
import {
  type Failure,
  InvalidInput,
  invalidInput,
  NotFound,
  notFound,
  SERVER_STOPPING,
  ServerStopping,
} from './failure.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

const MOST_CHARACTERS = 120;

const Name = z
  .string()
  .trim()
  .min(1, 'is empty; leave it out to use the entry point’s own name')
  .max(MOST_CHARACTERS, `is longer than ${MOST_CHARACTERS} characters`);

const StartCampaignInput = builder.inputType('StartCampaignInput', {
  description: 'What to play.',
  fields: (t) => ({
    entryPointId: t.globalID({ required: true, for: EntryPoint, description: 'Where the story begins.' }),
    name: t.string({ description: 'What to call the campaign; the entry point’s name if you say nothing.' }),
    wait: t.boolean({
      defaultValue: true,
      description:
        'Whether to answer when the opening is told, or as soon as it has begun. It goes on either way.',
    }),
  }),
});

type Started = {
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly opening: TurnRecord;
};

const StartCampaignPayload = builder.objectRef<Started>('StartCampaignPayload').implement({
  description: 'The campaign has begun.',
  fields: (t) => ({
    campaign: t.expose('campaign', { type: Campaign, description: 'The campaign.' }),
    session: t.field({
      type: Session,
      description: 'Its first session: play in this one.',
      resolve: async ({ sessionId }, _args, { store }) => {
        const session = await store.sessions.find(sessionId);
        if (session === null) throw new Error(`session ${sessionId} was started and is not there`);
        return session;
      },
    }),
    openingTurn: t.expose('opening', {
      type: Turn,
      description:
        'The turn that tells the opening. If it failed, the first thing you do is told from the beginning instead.',
    }),
  }),
});

const StartCampaignResult = builder.unionType('StartCampaignResult', {
  description: 'The campaign, or why there is none.',
  types: [StartCampaignPayload, InvalidInput, NotFound, ServerStopping],
  resolveType: (result) => ('campaign' in result ? 'StartCampaignPayload' : result.failure),
});

builder.mutationField('startCampaign', (t) =>
  t.field({
    type: StartCampaignResult,
    description: 'Starts a campaign: saves scene 0 from the entry point, then has the opening told.',
    args: { input: t.arg({ type: StartCampaignInput, required: true, description: 'What to play.' }) },
    resolve: (_root, { input }, context) =>
      start(input.entryPointId.id, input.name ?? null, input.wait ?? true, context),
  }),
);

async function start(
  entryPointId: string,
  name: string | null,
  wait: boolean,
  { campaigns, turns }: Context,
): Promise<Started | Failure> {
  const checked = name === null ? null : Name.safeParse(name);
  if (checked?.success === false)
    return invalidInput(['input', 'name'], `${checked.error.issues[0]?.message}.`);
  const started = await campaigns.start({ entryPointId, name: checked?.data ?? null });
  if (isRejection(started)) {
    if (started.rejected === 'server-stopping') return SERVER_STOPPING;
    return started.rejected === 'unknown-entry-point'
      ? notFound(['input', 'entryPointId'], started.reason)
      : invalidInput(['input', 'entryPointId'], started.reason);
  }
  const opening = wait ? await turns.finished(started.openingTurn.id) : started.openingTurn;
  return { campaign: started.campaign, sessionId: started.sessionId, opening };
}
