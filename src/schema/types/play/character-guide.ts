import { z } from 'zod';
import type { CharacterDraft, MakingField, MakingProblem, MakingStep } from '#engine/characters/making.ts';
import { createStoryMaker, type StoryMaker } from '#engine/content/character-maker.ts';
import type { Library } from '#engine/content/library.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { toPlainStrings } from '#engine/util/plain-text.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { EntryPoint } from '../content/entry-point.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  FailureInterface,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { CharacterSheet } from '../scene/sheet.ts';
import { Campaign } from './campaign.ts';
import { CampaignMember } from './campaign-member.ts';
import { Session } from './session.ts';
import { ActionIdReused, SessionBusy, TurnFailure, toTakeTurnResult } from './take-turn-result.ts';
import { Turn } from './turn.ts';

const MOST_CHARACTERS = 20_000;

/** Answers of a player. The JSON scalar has checked that it is JSON. */
export const Draft = z
  .record(z.string().max(80), z.unknown())
  .refine((draft) => JSON.stringify(draft).length <= MOST_CHARACTERS)
  .transform((draft): CharacterDraft => JSON.parse(JSON.stringify(draft), toPlainStrings));

const CharacterQuestionKind = defineWordEnum<MakingField['kind']>(
  'CharacterQuestionKind',
  'Form of the answer to a question.',
  {
    text: 'A text.',
    number: 'A number.',
    flag: 'True or false.',
    choice: 'The value of one option.',
    choices: 'A list of values of options.',
    order: 'A list of the values of all options, the most important first.',
  },
);

const CharacterOption = builder.objectRef<MakingField['options'][number]>('CharacterOption').implement({
  description: 'One possible answer.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'Value for the draft.' }),
    label: t.exposeString('label', { description: 'Label for people.' }),
    note: t.exposeString('note', { nullable: true, description: 'Short remark; null when there is none.' }),
  }),
});

const CharacterQuestion = builder.objectRef<MakingField>('CharacterQuestion').implement({
  description: 'One question about a new character.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the answer in the draft.' }),
    label: t.exposeString('label', { description: 'Label for people.' }),
    note: t.exposeString('note', { nullable: true, description: 'Explanation; null when there is none.' }),
    kind: t.field({
      type: CharacterQuestionKind,
      description: 'Form of the answer.',
      resolve: ({ kind }) => kind,
    }),
    required: t.exposeBoolean('required', { description: 'Whether it must be answered.' }),
    min: t.exposeFloat('min', {
      nullable: true,
      description: 'Least number, characters or options; null without a limit.',
    }),
    max: t.exposeFloat('max', {
      nullable: true,
      description: 'Most numbers, characters or options; null without a limit.',
    }),
    options: t.expose('options', {
      type: [CharacterOption],
      description: 'Possible answers; empty for others.',
    }),
    preset: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Answer that counts when the draft has none; null when there is none.',
      resolve: ({ preset }) => preset,
    }),
  }),
});

const CharacterStep = builder.objectRef<MakingStep>('CharacterStep').implement({
  description: 'Questions about a new character that belong together.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Stable name of the step.' }),
    title: t.exposeString('title', { description: 'Heading for people.' }),
    note: t.exposeString('note', { nullable: true, description: 'Explanation; null when there is none.' }),
    questions: t.expose('fields', { type: [CharacterQuestion], description: 'The questions, in order.' }),
  }),
});

const CharacterProblem = builder.objectRef<MakingProblem>('CharacterProblem').implement({
  description: 'What is missing or wrong in a draft.',
  fields: (t) => ({
    question: t.exposeString('field', { description: 'Key of the question.' }),
    message: t.exposeString('message', { description: 'A sentence for the player.' }),
  }),
});

type Guide = { readonly story: StoryMaker; readonly draft: CharacterDraft };

const CharacterGuide = builder.objectRef<Guide>('CharacterGuide').implement({
  description:
    'The way to a new character by the rules of a story. Later questions depend on earlier answers: ask again with the draft so far.',
  fields: (t) => ({
    steps: t.field({
      type: [CharacterStep],
      description: 'Steps with their questions, for the draft so far.',
      resolve: ({ story, draft }) => [...story.maker.listSteps(draft)],
    }),
    problems: t.field({
      type: [CharacterProblem],
      description: 'What is missing or wrong; empty when the character can be created.',
      resolve: ({ story, draft }) => [...story.maker.findProblems(draft)],
    }),
    sheet: t.field({
      type: CharacterSheet,
      nullable: true,
      description:
        'The sheet this draft leads to; null while it is incomplete, and when its scores are to be rolled.',
      resolve: ({ story, draft }) => story.preview(draft),
    }),
  }),
});

const DRAFT_ARGUMENT = 'Answers so far, by the keys of the questions. Left out: none.';

/** Opens the guide of an entry point; null when the entry point is not in the library. */
function openGuide(library: Library, entryPointId: string, answers: unknown): Guide | null {
  const entryPoint = library.find('entry_point', entryPointId);
  const story = entryPoint === null ? null : createStoryMaker(library, entryPoint);
  if (story === null || isRejection(story)) return null;
  return { story, draft: Draft.safeParse(answers ?? {}).data ?? {} };
}

builder.objectFields(EntryPoint, (t) => ({
  characterGuide: t.field({
    type: CharacterGuide,
    nullable: true,
    description: 'Guide to a persona of one’s own for this story: pass the draft to `startCampaign`.',
    args: { draft: t.arg({ type: 'JSON', description: DRAFT_ARGUMENT }) },
    resolve: ({ id }, { draft }, { library }) => openGuide(library(), id, draft),
  }),
}));

builder.objectFields(Campaign, (t) => ({
  characterGuide: t.field({
    type: CharacterGuide,
    nullable: true,
    description:
      'Guide to a persona of one’s own for this campaign: pass the draft to `createPersona`. Null when its packs are gone.',
    args: { draft: t.arg({ type: 'JSON', description: DRAFT_ARGUMENT }) },
    resolve: async ({ entryPointId, packs }, { draft }, { packRepository }) => {
      const library = await packRepository.libraryFor(packs);
      return isRejection(library) ? null : openGuide(library, entryPointId, draft);
    },
  }),
}));

const CreatePersonaInput = builder.inputType('CreatePersonaInput', {
  description: 'A persona of one’s own for a campaign that has begun.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session it joins.' }),
    actionId: t.id({
      required: true,
      description: 'Your own name for this; sent again, it gives the same persona.',
    }),
    draft: t.field({
      type: 'JSON',
      required: true,
      description: 'Answers to the questions of `Campaign.characterGuide`, by their keys.',
    }),
  }),
});

type Incomplete = Failure & { readonly problems: readonly MakingProblem[] };

const CharacterIncomplete = builder.objectRef<Incomplete>('CharacterIncomplete').implement({
  description: 'The draft is not a character yet.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    problems: t.expose('problems', { type: [CharacterProblem], description: 'What is missing or wrong.' }),
  }),
});

type Created = { readonly turn: TurnOf; readonly personaId: string; readonly member: MemberRecord | null };
type TurnOf = Extract<Awaited<ReturnType<typeof toTakeTurnResult>>, { readonly taken: unknown }>['taken'];

const CreatePersonaPayload = builder.objectRef<Created>('CreatePersonaPayload').implement({
  description: 'The persona is in the scene.',
  fields: (t) => ({
    personaId: t.exposeID('personaId', { description: 'Its id inside the campaign: `pc_mira_001`.' }),
    member: t.expose('member', {
      type: CampaignMember,
      nullable: true,
      description: 'Your part in the campaign; null when you are no member.',
    }),
    turn: t.expose('turn', { type: Turn, description: 'The turn that made the new scene.' }),
  }),
});

const CreatePersonaResult = builder.unionType('CreatePersonaResult', {
  description: 'The persona, or why there is none.',
  types: [
    CreatePersonaPayload,
    CharacterIncomplete,
    Refused,
    SessionBusy,
    ActionIdReused,
    TurnFailure,
    InvalidInput,
    NotFound,
    Forbidden,
  ],
  resolveType: (result) => ('personaId' in result ? 'CreatePersonaPayload' : result.failure),
});

builder.mutationField('createPersona', (t) =>
  t.field({
    type: CreatePersonaResult,
    description:
      'Brings a persona of one’s own into a campaign, as a turn without narration, and gives it to you. Players may do so where `allowsOwnPersonas` is set; the game master always.',
    args: { input: t.arg({ type: CreatePersonaInput, required: true, description: 'The new persona.' }) },
    resolve: async (_root, { input }, context) => {
      const { sessionId, actionId, draft: answers } = input;
      if (actionId.trim() === '' || actionId.length > 128) {
        return createInvalidInput(['input', 'actionId'], 'give it a name of 1 to 128 characters.');
      }
      const draft = Draft.safeParse(answers);
      if (!draft.success) return createInvalidInput(['input', 'draft'], 'write an object with the answers.');
      const session = await context.store.sessions.find(sessionId.id);
      if (session === null) return createNotFound(['input', 'sessionId'], 'there is no such session.');
      return create(session, actionId.trim(), draft.data, context);
    },
  }),
);

async function create(
  session: SessionRecord,
  actionId: string,
  draft: CharacterDraft,
  context: Context,
): Promise<Created | Failure> {
  const earlier = await context.store.turns.findByAction(session.id, actionId);
  const refusal = earlier === null ? await findRefusal(session, context) : null;
  if (refusal !== null) return refusal;
  const level = await findLevel(session, draft, context);
  if (typeof level !== 'number') return level;
  const proposals = [{ op: 'create_persona', draft, level }];
  const input = { kind: 'operations', asker: 'gm', proposals } as const;
  if (earlier === null) {
    const tried = await context.operations.tryOut(session.id, 'gm', proposals);
    const [refused] = isRejection(tried) ? [] : tried;
    if (refused !== undefined) return createInvalidInput(['input', 'draft'], refused.rejection.reason);
  }
  const result = await toTakeTurnResult(
    await context.turns.submit({ sessionId: session.id, actionId, input }),
    true,
    context,
  );
  return 'taken' in result ? seat(session, result.taken, context) : result;
}

/** Returns the level of a complete draft; a failure with all problems of any other. */
async function findLevel(
  { campaignId }: SessionRecord,
  draft: CharacterDraft,
  { loaders, packRepository }: Context,
): Promise<number | Failure | Incomplete> {
  const campaign = await loaders.campaign.load(campaignId);
  const library = campaign === null ? null : await packRepository.libraryFor(campaign.packs);
  const guide =
    campaign === null || library === null || isRejection(library)
      ? null
      : openGuide(library, campaign.entryPointId, draft);
  if (guide === null) return createNotFound(['input', 'sessionId'], 'the packs of its campaign are gone.');
  const problems = guide.story.maker.findProblems(draft);
  if (problems.length === 0) return guide.story.level;
  const message = problems.map((problem) => problem.message).join(' ');
  return {
    failure: 'CharacterIncomplete',
    code: 'CHARACTER_INCOMPLETE',
    message,
    path: ['input', 'draft'],
    problems,
  };
}

async function findRefusal(
  { campaignId, currentSceneId }: SessionRecord,
  { access, loaders }: Context,
): Promise<Failure | null> {
  const [standing, { calibration }] = await Promise.all([
    access.standingIn(campaignId),
    loaders.snapshot.load(currentSceneId),
  ]);
  if (standing?.role === 'gm') return null;
  const message =
    calibration.ownPersonas !== true
      ? 'The game master has not allowed personas of one’s own in this campaign.'
      : standing?.personaId != null
        ? 'You play a persona in this campaign already.'
        : null;
  return message === null
    ? null
    : { failure: 'Refused', code: 'OWN_PERSONA_REFUSED', message, path: ['input', 'sessionId'] };
}

/** Gives the new persona to the viewer, unless the viewer plays another. */
async function seat(
  { campaignId }: SessionRecord,
  turn: TurnOf,
  { loaders, access, store }: Context,
): Promise<Created> {
  const [before, after] = await Promise.all([
    loaders.snapshot.load(turn.baseSceneId),
    loaders.snapshot.load(turn.sceneId ?? turn.baseSceneId),
  ]);
  const personaId = after.personas.find((id: CharacterId) => !before.personas.includes(id));
  if (personaId === undefined) throw new Error(`turn ${turn.id} made no persona`);
  const key = { campaignId, viewerId: access.viewer.id };
  const members = await loaders.members.load(campaignId);
  const own = members.find(({ viewerId }) => viewerId === key.viewerId) ?? null;
  if (own === null || own.personaId !== null) return { turn, personaId, member: own };
  const assigned = await store.members.assignPersona(key, personaId);
  loaders.members.clear(campaignId);
  return { turn, personaId, member: typeof assigned === 'string' ? own : assigned };
}
