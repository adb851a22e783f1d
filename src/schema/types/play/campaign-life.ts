import { z } from 'zod';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { isPlainText } from '#engine/util/plain-text.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { canPerceive } from '../../views/turn-records.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import { createInvalidInput, createNotFound, type Failure } from '../failure.ts';
import { findKnownCharacter, KnownCharacter } from '../scene/known-entity.ts';
import { Scene } from '../scene/scene.ts';
import { Campaign, CampaignInput, CampaignResult } from './campaign.ts';
import { Session } from './session.ts';

/** Loads the session to go on with: the newest that is active, else the newest. */
async function loadCurrentSession(
  { id }: Pick<CampaignRecord, 'id'>,
  { loaders }: Context,
): Promise<SessionRecord | null> {
  const sessions = await loaders.sessionsOfCampaign.load(id);
  return sessions.findLast(({ status }) => status === 'active') ?? sessions.at(-1) ?? null;
}

async function loadCurrentScene(campaign: CampaignRecord, context: Context) {
  const session = await loadCurrentSession(campaign, context);
  return session === null ? null : context.loaders.scene.load(session.currentSceneId);
}

const MOST_IN_LAST_LINE = 240;

/** Returns the last paragraph of a narration; of a long one its last sentences. */
function findLastLine(narration: string): string | null {
  const paragraph = narration
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '');
  if (paragraph === undefined) return null;
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(paragraph)].map(
    ({ segment }) => segment,
  );
  let line = '';
  for (const sentence of sentences.toReversed()) {
    if (line !== '' && line.length + sentence.length > MOST_IN_LAST_LINE) break;
    line = sentence + line;
  }
  return line.trim();
}

/** Counts the scenes of the current session's line behind the one the viewer has read. */
async function countUnreadScenes(campaign: CampaignRecord, context: Context): Promise<number> {
  const { loaders, access } = context;
  const members = await loaders.members.load(campaign.id);
  const member = members.find(({ viewerId }) => viewerId === access.viewer.id);
  const session = member === undefined ? null : await loadCurrentSession(campaign, context);
  if (session === null) return 0;
  const read = member?.readScene;
  const shared = session.lineage.find(({ sessionId }) => sessionId === read?.sessionId);
  const upTo = read === undefined || shared === undefined ? 0 : Math.min(read.index, shared.upTo);
  return Math.max(0, session.sceneIndex - upTo);
}

builder.objectFields(Campaign, (t) => ({
  currentSession: t.field({
    type: Session,
    nullable: true,
    description: 'The session to go on with: the newest that is active, else the newest.',
    resolve: (campaign, _args, context) => loadCurrentSession(campaign, context),
  }),
  persona: t.field({
    type: KnownCharacter,
    nullable: true,
    description: 'Your persona at the current scene. Null when you have none.',
    resolve: async (campaign, _args, context) => {
      const standing = await context.access.standingIn(campaign.id);
      if (standing === null || (standing.role !== 'gm' && standing.personaId === null)) return null;
      const scene = await loadCurrentScene(campaign, context);
      if (scene === null) return null;
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return findKnownCharacter(viewScope, view.personaId);
    },
  }),
  lastLine: t.string({
    nullable: true,
    description:
      'Last sentences of the current scene, for a list of stories. Null when nothing is told yet, or your persona did not perceive it.',
    resolve: async (campaign, _args, context) => {
      const scene = await loadCurrentScene(campaign, context);
      if (scene === null) return null;
      const isPerceived = await canPerceive(scene.sessionId, scene.audience ?? null, context);
      return isPerceived ? findLastLine(scene.narration) : null;
    },
  }),
  lastPlayedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last committed turn; of the start before there is one.',
    resolve: ({ lastPlayedAt, createdAt }) => lastPlayedAt ?? createdAt,
  }),
  unreadScenes: t.int({
    description: 'Number of scenes of the current session that you have not marked as read with `markRead`.',
    resolve: (campaign, _args, context) => countUnreadScenes(campaign, context),
  }),
  archivedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Since when it is archived. Null when it is not.',
    resolve: ({ archivedAt }) => archivedAt ?? null,
  }),
  deletedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Since when it is deleted; it can be restored until its grace period ends. Null when it is not.',
    resolve: ({ deletedAt }) => deletedAt ?? null,
  }),
}));

type Changed = { readonly campaign: CampaignRecord } | Failure;
type Change = Partial<Pick<CampaignRecord, 'name' | 'archivedAt' | 'deletedAt'>>;

async function change(id: string, changes: Change, { store, log }: Context): Promise<Changed> {
  const campaign = await store.campaigns.change(id, changes);
  if (campaign === null) return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
  log.wake(id);
  return { campaign };
}

const RenameCampaignInput = builder.inputType('RenameCampaignInput', {
  description: 'A new name for a campaign.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    name: t.string({ required: true, description: 'Its new name, of at most 120 characters.' }),
  }),
});

const MOST_IN_NAME = 120;
const Name = z
  .string()
  .trim()
  .min(1, 'The name is empty')
  .max(MOST_IN_NAME, `The name is longer than ${MOST_IN_NAME} characters`)
  .refine(isPlainText, 'The name holds characters that are no text; leave them out');

const INPUT = { type: CampaignInput, required: true, description: 'The campaign.' } as const;

builder.mutationFields((t) => ({
  renameCampaign: t.field({
    type: CampaignResult,
    description: 'Gives a campaign another name. For its game master.',
    args: { input: t.arg({ type: RenameCampaignInput, required: true, description: 'The new name.' }) },
    resolve: (_root, { input: { campaignId, name } }, context): Promise<Changed> => {
      const read = Name.safeParse(name);
      if (read.success) return change(campaignId.id, { name: read.data }, context);
      return Promise.resolve(createInvalidInput(['input', 'name'], `${read.error.issues[0]?.message}.`));
    },
  }),
  archiveCampaign: t.field({
    type: CampaignResult,
    description: 'Takes a campaign out of the usual lists. It can still be played. For its game master.',
    args: { input: t.arg(INPUT) },
    resolve: (_root, { input }, context) =>
      change(input.campaignId.id, { archivedAt: context.clock() }, context),
  }),
  unarchiveCampaign: t.field({
    type: CampaignResult,
    description: 'Puts an archived campaign back into the usual lists. For its game master.',
    args: { input: t.arg(INPUT) },
    resolve: (_root, { input }, context) => change(input.campaignId.id, { archivedAt: null }, context),
  }),
  deleteCampaign: t.field({
    type: CampaignResult,
    description:
      'Deletes a campaign. It can be restored for some days (`CAMPAIGN_GRACE_DAYS`); then everything of it is removed. For its game master.',
    args: { input: t.arg(INPUT) },
    resolve: (_root, { input }, context) =>
      change(input.campaignId.id, { deletedAt: context.clock() }, context),
  }),
  restoreCampaign: t.field({
    type: CampaignResult,
    description: 'Takes back that a campaign was deleted, before its grace period ends. For its game master.',
    args: { input: t.arg(INPUT) },
    resolve: (_root, { input }, context) => change(input.campaignId.id, { deletedAt: null }, context),
  }),
}));

const MarkReadInput = builder.inputType('MarkReadInput', {
  description: 'Scene you have read up to.',
  fields: (t) => ({
    sceneId: t.globalID({ required: true, for: Scene, description: 'The last scene you have read.' }),
  }),
});

builder.mutationField('markRead', (t) =>
  t.field({
    type: CampaignResult,
    description: 'Marks all scenes up to one as read by you. `Campaign.unreadScenes` counts those behind it.',
    args: { input: t.arg({ type: MarkReadInput, required: true, description: 'The scene.' }) },
    resolve: async (_root, { input: { sceneId } }, context): Promise<Changed> => {
      const { loaders, store, access } = context;
      const scene = await loaders.scene.load(sceneId.id);
      const session = scene === null ? null : await loaders.session.load(scene.sessionId);
      const campaign = session === null ? null : await loaders.campaign.load(session.campaignId);
      if (scene === null || campaign === null) {
        return createNotFound(['input', 'sceneId'], 'there is no such scene.');
      }
      const key = { campaignId: campaign.id, viewerId: access.viewer.id };
      await store.members.markRead(key, { sessionId: scene.sessionId, index: scene.index });
      return { campaign };
    },
  }),
);
