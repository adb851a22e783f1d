import { toPlayerContent } from '#engine/content/player-content.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { toSlug } from '#engine/util/slugs.ts';
import type { Context } from '#schema/context.ts';
import { ChatError } from '../protocol/chat-error.ts';

/** Story behind the name of a model: a session that is played, or an entry point that starts a campaign. */
export type StoryModel =
  | { readonly kind: 'session'; readonly session: SessionRecord; readonly title: string }
  | { readonly kind: 'start'; readonly entryPointId: string; readonly title: string };

/** Entry of `/v1/models`. `name` is for people; clients that do not know it show the id. */
export type ModelBody = {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: 'scenewright';
  readonly name: string;
};

const START = 'start:';
const SESSION_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST_CAMPAIGNS = 100;

/**
 * Lists the viewer's sessions that can be played, last played first, and the entry points they may start, those of starter
 * packs first.
 */
export async function listStoryModels(context: Context): Promise<readonly ModelBody[]> {
  const { store, access, library, loaders } = context;
  const page = { limit: MOST_CAMPAIGNS, from: 'start', after: null, before: null } as const;
  const filter = { archived: false, deleted: false };
  const { items } = await store.campaigns.list(page, 'last-played', filter, access.bounds);
  const sessions = await Promise.all(items.map(({ id }) => loaders.sessionsOfCampaign.load(id)));
  const played = items.flatMap((campaign, index) =>
    (sessions[index] ?? [])
      .filter(({ status }) => status === 'active')
      .map((session) => toSessionModel(campaign, session)),
  );
  if (!access.holds('gm')) return played;
  const created = toSeconds(context.clock());
  const isStarter = ({ packId }: { readonly packId: string }) =>
    library().findPack(packId)?.manifest.starter === true;
  const shown = library()
    .all('entry_point')
    .flatMap((content) => toPlayerContent(content, library()) ?? [])
    .toSorted((one, other) => Number(isStarter(other)) - Number(isStarter(one)));
  const entries = shown.map(
    ({ id, name }): ModelBody => ({
      ...{ id: `${START}${id}`, object: 'model', created, owned_by: 'scenewright' },
      name: `New: ${name}`,
    }),
  );
  return [...played, ...entries];
}

function toSessionModel({ name }: CampaignRecord, { id, createdAt }: SessionRecord): ModelBody {
  const created = toSeconds(createdAt);
  return { id: `${toSlug(name)}@${id}`, object: 'model', created, owned_by: 'scenewright', name };
}

export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Finds the story of a model's name. A session is named by its id alone too. */
export async function findStoryModel(model: string, context: Context): Promise<StoryModel> {
  if (model.startsWith(START)) {
    const entryPointId = model.slice(START.length);
    const library = context.library();
    const content = library.find('entry_point', entryPointId);
    const entry = content === null ? null : toPlayerContent(content, library);
    if (entry === null || !context.access.holds('gm')) throw createUnknownModel(model);
    return { kind: 'start', entryPointId, title: entry.name };
  }
  const sessionId = SESSION_ID.exec(model)?.[0];
  const session = sessionId === undefined ? null : await context.loaders.session.load(sessionId);
  if (session === null || (await context.access.standingIn(session.campaignId)) === null) {
    throw createUnknownModel(model);
  }
  const campaign = await context.loaders.campaign.load(session.campaignId);
  if (campaign === null || campaign.deletedAt != null) throw createUnknownModel(model);
  return { kind: 'session', session, title: campaign.name };
}

function createUnknownModel(model: string): ChatError {
  const message = `There is no model ${JSON.stringify(model.slice(0, 80))}; \`/v1/models\` lists the stories you may play.`;
  return new ChatError(404, 'model_not_found', message, { param: 'model' });
}
