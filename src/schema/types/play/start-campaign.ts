import { z } from 'zod';
import type { TurnFailure, TurnRecord } from '#engine/domain/turn.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { CampaignStartRequest } from '#engine/turn/start-campaign.ts';
import { isTurnFailureCode } from '#engine/turn/turn-failure.ts';
import { isPlainText } from '#engine/util/plain-text.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { Character } from '../content/character.ts';
import { EntryPoint } from '../content/entry-point.ts';
import { Pack } from '../content/pack.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  FailureCodeEnum,
  FailureInterface,
  Forbidden,
  InvalidInput,
  NotFound,
  RETRY_AFTER_DESCRIPTION,
  Refused,
  SERVER_STOPPING,
} from '../failure.ts';
import { Calibration, CalibrationInput } from './calibration.ts';
import { Campaign } from './campaign.ts';
import { Draft } from './character-guide.ts';
import { findModelFault } from './model.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

/** Created campaign with the turn that narrates its opening. */
type StartedCampaign = {
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly opening: TurnRecord;
  readonly calibration: Snapshot['calibration'];
};

/** Reads the current session, because the opening has advanced it. */
async function loadStartedSession(
  { sessionId }: StartedCampaign,
  _args: object,
  { store }: Context,
): Promise<SessionRecord> {
  const session = await store.sessions.find(sessionId);
  if (session === null) throw new Error(`session ${sessionId} was started and is not there`);
  return session;
}

type FailedOpening = Failure & StartedCampaign & { readonly failed: TurnFailure };

const OpeningFailed = builder.objectRef<FailedOpening>('OpeningFailed').implement({
  description:
    'The campaign was created, but its opening could not be told. `retryTurn` tries again; a turn taken instead is told as the beginning.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    reason: t.field({
      type: FailureCodeEnum,
      description: 'Reason the opening failed.',
      resolve: ({ failed }) => (isTurnFailureCode(failed.code) ? failed.code : 'INTERNAL'),
    }),
    retryable: t.boolean({
      description: 'Whether `retryTurn` may work without any other change.',
      resolve: ({ failed }) => failed.retryable,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: RETRY_AFTER_DESCRIPTION,
      resolve: ({ failed }) => failed.retryAfterSeconds ?? null,
    }),
    campaign: t.expose('campaign', { type: Campaign, description: 'The campaign that was created.' }),
    session: t.field({
      type: Session,
      description: 'Its first session. It stands at scene 0.',
      resolve: loadStartedSession,
    }),
    openingTurn: t.expose('opening', { type: Turn, description: 'The turn that failed.' }),
  }),
});

/** Converts a started campaign into the failure of its opening. */
function toOpeningFailed(
  started: StartedCampaign,
  failed: NonNullable<TurnRecord['failure']>,
): FailedOpening {
  const message = `The campaign was created, but its opening could not be told. ${failed.message}`;
  return { ...started, failure: 'OpeningFailed', code: 'OPENING_FAILED', message, path: [], failed };
}

const NO_TEXT = 'The text holds characters that are no text; leave them out';
const MOST_CHARACTERS = 120;

const Name = z
  .string()
  .trim()
  .min(1, 'The name is empty; leave it out to use the entry point’s own name')
  .max(MOST_CHARACTERS, `The name is longer than ${MOST_CHARACTERS} characters`)
  .refine(isPlainText, NO_TEXT);

const MOST_IN_AN_ID = 128;

const StartId = z
  .string()
  .min(1, 'The id is empty; leave it out or send one of your own')
  .max(MOST_IN_AN_ID, `The id is longer than ${MOST_IN_AN_ID} characters`)
  .refine(isPlainText, NO_TEXT);

const MOST_BOUNDARIES = 40;
const MOST_IN_A_LINE = 400;

const Line = z
  .string()
  .trim()
  .max(MOST_IN_A_LINE, `The line is longer than ${MOST_IN_A_LINE} characters`)
  .refine(isPlainText, NO_TEXT);

const Agreed = z.object({
  tone: Line.nullish(),
  boundaries: z
    .array(Line.min(1, 'The line is empty; leave it out'))
    .max(MOST_BOUNDARIES, `There are more than ${MOST_BOUNDARIES} lines`)
    .nullish(),
  difficulty: z.enum(['gentle', 'normal', 'hard', 'brutal']).nullish(),
  pacing: z.enum(['slow', 'normal', 'fast']).nullish(),
  allowsOwnPersonas: z.boolean().nullish(),
});

const StartCampaignInput = builder.inputType('StartCampaignInput', {
  description: 'Campaign to start.',
  fields: (t) => ({
    entryPointId: t.globalID({ required: true, for: EntryPoint, description: 'Entry point.' }),
    name: t.string({ description: 'Name of the campaign. Default: the name of the entry point.' }),
    personaIds: t.globalIDList({
      for: Character,
      description: 'Personas of the players, from those the entry point offers. Default: the first.',
    }),
    opening: t.string({
      description: 'Name of one of the entry point’s `openings`. Default: its usual prologue.',
    }),
    newPersonas: t.field({
      type: ['JSON'],
      description:
        'Personas made by the players: answers to the questions of `characterGuide`, by their keys. They join the personas named above; without any, they are the only ones.',
    }),
    calibration: t.field({
      type: CalibrationInput,
      description: 'Agreement of the table before play. Default: the values of the entry point.',
    }),
    extraPackIds: t.globalIDList({
      for: Pack,
      description: 'Packs to lay over those of the entry point, homebrew for instance.',
    }),
    smallModel: t.string({
      description:
        'The key of the model that reads and records: `claude-haiku`. Default: that of the server.',
    }),
    largeModel: t.string({
      description: 'The key of the model that narrates: `claude-sonnet`. Default: that of the server.',
    }),
    startId: t.id({
      description:
        'Your own name for this start, at most 128 characters. Sent again, also at the same time or to another server, it gives the same campaign.',
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
      resolve: loadStartedSession,
    }),
    calibration: t.expose('calibration', {
      type: Calibration,
      description: 'Agreement of the table, with the defaults of the entry point.',
    }),
    openingTurn: t.expose('opening', {
      type: Turn,
      description:
        'The turn that tells the opening. With `wait: false` it still runs, and `TurnFailed` says so if it fails: then use `retryTurn`.',
    }),
  }),
});

const StartCampaignResult = builder.unionType('StartCampaignResult', {
  description: 'The campaign, or why there is none, or why its opening could not be told.',
  types: [StartCampaignPayload, OpeningFailed, InvalidInput, NotFound, Refused, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'StartCampaignPayload'),
});

builder.mutationField('startCampaign', (t) =>
  t.field({
    type: StartCampaignResult,
    description:
      'Starts a campaign: saves scene 0 from the entry point, then has the opening told. When the opening fails, the campaign stays and the answer is `OpeningFailed`.',
    args: { input: t.arg({ type: StartCampaignInput, required: true, description: 'Campaign to start.' }) },
    resolve: (_root, { input }, context) => start(input, context),
  }),
);

type Input = typeof StartCampaignInput.$inferInput;

async function start(input: Input, context: Context): Promise<StartedCampaign | Failure> {
  const { campaigns, turns, access } = context;
  const asked = read(input);
  if ('failure' in asked) return asked;
  const { small, large } = asked.models ?? {};
  const fault =
    (small === undefined ? null : findModelFault(context, 'smallModel', small)) ??
    (large === undefined ? null : findModelFault(context, 'largeModel', large));
  if (fault !== null) return fault;
  const owner = { viewerId: access.viewer.id, name: access.viewer.name };
  const started = await campaigns.start({ ...asked, owner });
  if (isRejection(started)) return failureOf(started);
  const { campaign, sessionId, openingTurn, calibration } = started;
  const opening = (input.wait ?? true) ? await turns.finished(openingTurn.id) : openingTurn;
  const begun = { campaign, sessionId, opening, calibration };
  return opening.failure === null ? begun : toOpeningFailed(begun, opening.failure);
}

/** Returns the parsed request, or a failure that names the first invalid field. */
function read(input: Input): CampaignStartRequest | Failure {
  const name = input.name == null ? null : Name.safeParse(input.name);
  if (name?.success === false)
    return createInvalidInput(['input', 'name'], `${name.error.issues[0]?.message}.`);
  const startId = StartId.nullish().safeParse(input.startId);
  if (!startId.success)
    return createInvalidInput(['input', 'startId'], `${startId.error.issues[0]?.message}.`);
  const drafts = z
    .array(Draft)
    .max(16)
    .safeParse(input.newPersonas ?? []);
  if (!drafts.success) {
    return createInvalidInput(['input', 'newPersonas'], 'each of at most 16 drafts is an object of answers.');
  }
  const agreed = Agreed.safeParse(input.calibration ?? {});
  if (!agreed.success) {
    const issue = agreed.error.issues[0];
    return createInvalidInput(
      ['input', 'calibration', ...(issue?.path ?? []).map(String)],
      `${issue?.message}.`,
    );
  }
  return {
    entryPointId: input.entryPointId.id,
    name: name?.data ?? null,
    personaIds: input.personaIds?.map(({ id }) => id) ?? [],
    newPersonas: drafts.data,
    ...chosenOpening(input),
    models: {
      ...(input.smallModel == null ? {} : { small: input.smallModel }),
      ...(input.largeModel == null ? {} : { large: input.largeModel }),
    },
    ...(startId.data == null ? {} : { startId: startId.data }),
    extraPackIds: input.extraPackIds?.map(({ id }) => id) ?? [],
    calibration: toCalibration(agreed.data),
  };
}

function toCalibration(agreed: z.infer<typeof Agreed>): NonNullable<CampaignStartRequest['calibration']> {
  const { tone, boundaries, difficulty, pacing, allowsOwnPersonas } = agreed;
  return {
    ...(tone == null ? {} : { tone }),
    ...(boundaries == null ? {} : { boundaries }),
    ...(difficulty == null ? {} : { difficulty }),
    ...(pacing == null ? {} : { pacing }),
    ...(allowsOwnPersonas == null ? {} : { ownPersonas: allowsOwnPersonas }),
  };
}

function chosenOpening({ opening }: Input): Pick<CampaignStartRequest, 'opening'> {
  return opening == null ? {} : { opening };
}

function failureOf({ rejected, reason, path = ['entryPointId'] }: Rejection): Failure {
  if (rejected === 'server-stopping') return SERVER_STOPPING;
  const at = ['input', ...path.map(String)];
  return rejected.startsWith('unknown-') ? createNotFound(at, reason) : createInvalidInput(at, reason);
}
