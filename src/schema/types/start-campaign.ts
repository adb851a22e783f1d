import { z } from 'zod';
import { isPlainText } from '#engine/kit/plain-text.ts';
import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import type { CampaignStart } from '#engine/turn/start-campaign.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Calibration, CalibrationInput } from './calibration.ts';
import { Campaign } from './campaign.ts';
import { Character } from './character.ts';
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
import { OpeningFailed, toOpeningFailed } from './opening-failed.ts';
import { Pack } from './pack.ts';
import { Session } from './session.ts';
import { type StartedCampaign, sessionOfStart } from './started-campaign.ts';
import { Turn } from './turn.ts';

const NO_TEXT = 'holds characters that are no text; leave them out';
const MOST_CHARACTERS = 120;

const Name = z
  .string()
  .trim()
  .min(1, 'is empty; leave it out to use the entry point’s own name')
  .max(MOST_CHARACTERS, `is longer than ${MOST_CHARACTERS} characters`)
  .refine(isPlainText, NO_TEXT);

const MOST_BOUNDARIES = 40;
const MOST_IN_A_LINE = 400;

const Line = z
  .string()
  .trim()
  .max(MOST_IN_A_LINE, `is longer than ${MOST_IN_A_LINE} characters`)
  .refine(isPlainText, NO_TEXT);

const Agreed = z.object({
  tone: Line.nullish(),
  boundaries: z
    .array(Line.min(1, 'is empty; leave it out'))
    .max(MOST_BOUNDARIES, `has more than ${MOST_BOUNDARIES} lines`)
    .nullish(),
  difficulty: z.enum(['gentle', 'normal', 'hard', 'brutal']).nullish(),
  pacing: z.enum(['slow', 'normal', 'fast']).nullish(),
});

const StartCampaignInput = builder.inputType('StartCampaignInput', {
  description: 'What to play.',
  fields: (t) => ({
    entryPointId: t.globalID({ required: true, for: EntryPoint, description: 'Where the story begins.' }),
    name: t.string({ description: 'What to call the campaign; the entry point’s name if you say nothing.' }),
    personaIds: t.globalIDList({
      for: Character,
      description:
        'Who the players play, of those the entry point offers; the first of them if you say nothing.',
    }),
    calibration: t.field({
      type: CalibrationInput,
      description: 'What the table agrees on before play; as the entry point has it if you say nothing.',
    }),
    extraPackIds: t.globalIDList({
      for: Pack,
      description: 'Packs to lay over those of the entry point, homebrew for instance.',
    }),
    wait: t.boolean({
      defaultValue: true,
      description:
        'Whether to answer when the opening is told, or as soon as it has begun. It goes on either way.',
    }),
  }),
});

const StartCampaignPayload = builder.objectRef<StartedCampaign>('StartCampaignPayload').implement({
  description: 'The campaign has begun.',
  fields: (t) => ({
    campaign: t.expose('campaign', { type: Campaign, description: 'The campaign.' }),
    session: t.field({
      type: Session,
      description: 'Its first session: play in this one.',
      resolve: sessionOfStart,
    }),
    calibration: t.expose('calibration', {
      type: Calibration,
      description: 'What the table agreed on, with what the entry point starts from.',
    }),
    openingTurn: t.expose('opening', {
      type: Turn,
      description:
        'The turn that tells the opening. With `wait: false` it still runs, and `TurnFailed` says so if it fails: then use `retryOpening`.',
    }),
  }),
});

const StartCampaignResult = builder.unionType('StartCampaignResult', {
  description: 'The campaign, or why there is none, or why its opening could not be told.',
  types: [StartCampaignPayload, OpeningFailed, InvalidInput, NotFound, ServerStopping],
  resolveType: (result) => ('failure' in result ? result.failure : 'StartCampaignPayload'),
});

builder.mutationField('startCampaign', (t) =>
  t.field({
    type: StartCampaignResult,
    description:
      'Starts a campaign: saves scene 0 from the entry point, then has the opening told. When the opening fails, the campaign stays and the answer is `OpeningFailed`.',
    args: { input: t.arg({ type: StartCampaignInput, required: true, description: 'What to play.' }) },
    resolve: (_root, { input }, context) => start(input, context),
  }),
);

type Input = typeof StartCampaignInput.$inferInput;

async function start(
  input: Input,
  { campaigns, turns, access }: Context,
): Promise<StartedCampaign | Failure> {
  const asked = read(input);
  if ('failure' in asked) return asked;
  const owner = { viewerId: access.viewer.id, name: access.viewer.name };
  const started = await campaigns.start({ ...asked, owner });
  if (isRejection(started)) return failureOf(started);
  const { campaign, sessionId, openingTurn, calibration } = started;
  const opening = (input.wait ?? true) ? await turns.finished(openingTurn.id) : openingTurn;
  const begun = { campaign, sessionId, opening, calibration };
  return opening.failure === null ? begun : toOpeningFailed(begun, opening.failure);
}

/** What was asked for, or the first field that cannot be used. */
function read(input: Input): CampaignStart | Failure {
  const name = input.name == null ? null : Name.safeParse(input.name);
  if (name?.success === false) return invalidInput(['input', 'name'], `${name.error.issues[0]?.message}.`);
  const agreed = Agreed.safeParse(input.calibration ?? {});
  if (!agreed.success) {
    const issue = agreed.error.issues[0];
    return invalidInput(['input', 'calibration', ...(issue?.path ?? []).map(String)], `${issue?.message}.`);
  }
  const { tone, boundaries, difficulty, pacing } = agreed.data;
  return {
    entryPointId: input.entryPointId.id,
    name: name?.data ?? null,
    personaIds: input.personaIds?.map(({ id }) => id) ?? [],
    extraPackIds: input.extraPackIds?.map(({ id }) => id) ?? [],
    calibration: {
      ...(tone == null ? {} : { tone }),
      ...(boundaries == null ? {} : { boundaries }),
      ...(difficulty == null ? {} : { difficulty }),
      ...(pacing == null ? {} : { pacing }),
    },
  };
}

function failureOf({ rejected, reason, path = ['entryPointId'] }: Rejection): Failure {
  if (rejected === 'server-stopping') return SERVER_STOPPING;
  const at = ['input', ...path.map(String)];
  return rejected.startsWith('unknown-') ? notFound(at, reason) : invalidInput(at, reason);
}
