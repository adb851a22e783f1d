import { z } from 'zod';
import { followTurn, View } from '../story/follow-turn.ts';
import { joinParagraphs, TurnReport, writeTurn } from '../story/turn-report.ts';
import { defineTool, ToolFailure } from './tool.ts';
import { answerWithTurn, FAILURE_FIELDS } from './turn-tools.ts';

const Limit = z.int().min(1).max(100).default(30).describe('Most entries to return.');

const ENTRY_POINTS = /* GraphQL */ `
  query McpEntryPoints($first: Int!, $packId: ID) {
    entryPoints(first: $first, packId: $packId) {
      nodes {
        entryPointId
        name
        summary
        maxPersonas
        pack { name language }
        personas { characterId part character { name summary } }
        openings { name }
      }
    }
  }
`;
const EntryPoint = z.object({
  entryPointId: z.string(),
  name: z.string(),
  summary: z.string().nullable(),
  maxPersonas: z.number(),
  pack: z.object({ name: z.string(), language: z.string() }),
  personas: z.array(
    z.object({
      characterId: z.string(),
      part: z.string().nullable(),
      character: z.object({ name: z.string(), summary: z.string().nullable() }).nullable(),
    }),
  ),
  openings: z.array(z.object({ name: z.string() })),
});

export const listEntryPoints = defineTool({
  name: 'list_entry_points',
  title: 'List stories that can begin',
  description: 'Lists the stories that can be begun, with the personas and openings to choose from.',
  isReadOnly: true,
  input: z.strictObject({
    packId: z.string().optional().describe('Only stories of this pack.'),
    limit: Limit,
  }),
  output: z.object({ entryPoints: z.array(EntryPoint) }),
  run: async ({ packId, limit }, { api }) => {
    const shape = z.object({ entryPoints: z.object({ nodes: z.array(EntryPoint) }) });
    const { nodes } = (await api.ask(ENTRY_POINTS, { first: limit, packId }, shape)).entryPoints;
    const text = nodes.map(({ entryPointId, name, summary, pack, personas }) => {
      const people = personas.map(({ characterId, part, character }) =>
        `  - ${characterId}: ${character?.name ?? ''} ${part ?? ''}`.trimEnd(),
      );
      return [`${entryPointId}: ${name} (${pack.name}). ${summary ?? ''}`.trim(), ...people].join('\n');
    });
    return { text: text.join('\n') || 'No story can be begun here.', data: { entryPoints: nodes } };
  },
});

const CAMPAIGNS = /* GraphQL */ `
  query McpCampaigns($first: Int!, $search: String) {
    campaigns(first: $first, search: $search, sort: LAST_PLAYED) {
      nodes {
        id
        name
        lastLine
        lastPlayedAt
        ending { title }
        persona { name }
        currentSession { id status }
      }
    }
  }
`;
const Campaign = z.object({
  id: z.string(),
  name: z.string(),
  lastLine: z.string().nullable(),
  lastPlayedAt: z.string().nullable(),
  ending: z.object({ title: z.string() }).nullable(),
  persona: z.object({ name: z.string() }).nullable(),
  currentSession: z.object({ id: z.string(), status: z.string() }).nullable(),
});

export const listCampaigns = defineTool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description:
    'Lists the campaigns you take part in, last played first, with the session in which each goes on.',
  isReadOnly: true,
  input: z.strictObject({
    search: z.string().optional().describe('Part of the name.'),
    limit: Limit,
  }),
  output: z.object({ campaigns: z.array(Campaign) }),
  run: async ({ search, limit }, { api }) => {
    const shape = z.object({ campaigns: z.object({ nodes: z.array(Campaign) }) });
    const { nodes } = (await api.ask(CAMPAIGNS, { first: limit, search }, shape)).campaigns;
    const text = nodes.map(({ name, persona, ending, currentSession, lastLine }) => {
      const as = persona === null ? '' : `, you play ${persona.name}`;
      const over = ending === null ? '' : `, ended: ${ending.title}`;
      return `${name}${as}${over}, session ${currentSession?.id ?? 'none'}. ${lastLine ?? ''}`.trim();
    });
    return {
      text: text.join('\n') || 'You have no campaign yet. begin_story begins one.',
      data: { campaigns: nodes },
    };
  },
});

const BEGIN = /* GraphQL */ `
  mutation McpBegin($input: StartCampaignInput!) {
    startCampaign(input: $input) {
      ... on StartCampaignPayload { campaign { id name prologue } session { id } openingTurn { id } }
      ... on OpeningFailed { campaign { id name prologue } session { id } openingTurn { id } }
      ${FAILURE_FIELDS}
    }
  }
`;
const Begun = z.object({
  startCampaign: z.object({
    campaign: z.object({ id: z.string(), name: z.string(), prologue: z.string().nullable() }).optional(),
    session: z.object({ id: z.string() }).optional(),
    openingTurn: z.object({ id: z.string() }).optional(),
    code: z.string().optional(),
    message: z.string().optional(),
  }),
});

export const beginStory = defineTool({
  name: 'begin_story',
  title: 'Begin a story',
  description:
    'Starts a campaign at an entry point and returns its session, its prologue and how it opens. Needs the role of a game master.',
  isReadOnly: false,
  input: z.strictObject({
    entryPointId: z.string().min(1).describe('From list_entry_points, for example motel_verse:room_12.'),
    startId: z
      .string()
      .min(1)
      .max(128)
      .describe(
        'Your own name for this beginning, for example a UUID. The same one again returns the same campaign.',
      ),
    personaId: z
      .string()
      .optional()
      .describe('The character you play, from list_entry_points. Default: the first.'),
    opening: z.string().optional().describe('Name of another opening of the entry point.'),
    name: z.string().min(1).optional().describe('Name of the campaign. Default: that of the entry point.'),
    view: View,
  }),
  output: z.object({
    campaignId: z.string(),
    sessionId: z.string(),
    name: z.string(),
    prologue: z.string().nullable(),
    opening: TurnReport,
  }),
  run: async ({ entryPointId, startId, personaId, opening, name, view }, call) => {
    const personaIds = personaId === undefined ? null : [personaId];
    const input = { entryPointId, startId, personaIds, opening, name, wait: false };
    const { startCampaign } = await call.api.ask(BEGIN, { input }, Begun);
    const { campaign, session, openingTurn, code, message } = startCampaign;
    if (campaign === undefined || session === undefined || openingTurn === undefined) {
      throw new ToolFailure(`${code ?? 'REFUSED'}: ${message ?? 'The story could not be begun.'}`);
    }
    const place = { turnId: openingTurn.id, sessionId: session.id, after: null };
    const { data } = answerWithTurn(await followTurn(place, view, call));
    const text = joinParagraphs([`Session: ${session.id}`, campaign.prologue ?? '', writeTurn(data)]);
    const { id: campaignId, name: called, prologue } = campaign;
    return { text, data: { campaignId, sessionId: session.id, name: called, prologue, opening: data } };
  },
});
