import { z } from 'zod';
import type { Terminal } from '../terminal.ts';
import { type Api, ServerRefusedError } from './api.ts';
import { beginStory, type Story } from './begin-story.ts';
import { pick } from './menu.ts';
import type { PlayFlags } from './play-flags.ts';

type Tools = { readonly api: Api; readonly terminal: Terminal };

const CAMPAIGNS = /* GraphQL */ `
  query Campaigns {
    campaigns(first: 8) {
      nodes { id name sessions { id status currentScene { index } } }
    }
  }
`;
const CAMPAIGN = /* GraphQL */ `
  query OneCampaign($id: ID!) {
    campaign(id: $id) { id name sessions { id status currentScene { index } } }
  }
`;
const Session = z.object({
  id: z.string(),
  status: z.string(),
  currentScene: z.object({ index: z.number() }),
});
const Campaign = z.object({ id: z.string(), name: z.string(), sessions: z.array(Session) });
type Campaign = z.infer<typeof Campaign>;

/** The story to go on with: what the flags say, else the last campaign or a new one, as the person likes. Null when they leave. */
export async function chooseStory(flags: PlayFlags, tools: Tools): Promise<Story | null> {
  if (flags.campaign !== null) {
    const shape = z.object({ campaign: Campaign.nullable() });
    const { campaign } = await tools.api.ask(CAMPAIGN, { id: flags.campaign }, shape);
    if (campaign === null)
      throw new ServerRefusedError(`--campaign: there is no campaign ${flags.campaign}.`);
    return goOn(campaign, tools);
  }
  if (flags.isNew || flags.pack !== null || flags.entry !== null) return beginStory(flags, tools);
  const shape = z.object({ campaigns: z.object({ nodes: z.array(Campaign) }) });
  const { nodes } = (await tools.api.ask(CAMPAIGNS, {}, shape)).campaigns;
  if (nodes.length === 0) return beginStory(flags, tools);
  const items = [
    ...nodes.map((campaign) => ({ name: campaign.name, about: `scene ${reached(campaign)}`, campaign })),
    { name: 'Begin another story', about: '', campaign: null },
  ];
  const picked = flags.goesOn ? items[0] : await pick('Where were we?', items, tools.terminal);
  if (picked == null) return null;
  return picked.campaign === null ? beginStory(flags, tools) : goOn(picked.campaign, tools);
}

function reached({ sessions }: Campaign): number {
  return Math.max(0, ...sessions.map(({ currentScene }) => currentScene.index));
}

const START_SESSION = /* GraphQL */ `
  mutation Sit($campaignId: ID!) {
    startSession(campaignId: $campaignId) {
      ... on StartSessionPayload { session { id } }
      ... on Failure { message }
    }
  }
`;

async function goOn({ id, sessions }: Campaign, { api }: Tools): Promise<Story> {
  const open = sessions.filter(({ status }) => status === 'ACTIVE').at(-1);
  if (open !== undefined) return { place: { sessionId: open.id, cursor: null }, turnId: null };
  const shape = z.object({
    startSession: z.object({
      session: z.object({ id: z.string() }).optional(),
      message: z.string().optional(),
    }),
  });
  const { session, message } = (await api.ask(START_SESSION, { campaignId: id }, shape)).startSession;
  if (session === undefined) throw new ServerRefusedError(message ?? 'The campaign cannot be gone on with.');
  return { place: { sessionId: session.id, cursor: null }, turnId: null };
}
