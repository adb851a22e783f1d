import { z } from 'zod';
import { type Api, ServerRefusedError } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { LogPosition } from './follow-turn.ts';
import { makeCharacter } from './make-character.ts';
import { askMenu } from './menu.ts';
import type { PlayFlags } from './play-flags.ts';
import { type Agreement, agreeOnPlay, StorySuggestion } from './session-zero.ts';

/** Place in the log where play continues, and the turn being narrated there if it has just begun. */
export type ChosenStory = { readonly place: LogPosition; readonly turnId: string | null };

type Tools = { readonly api: Api; readonly terminal: Terminal };

const ENTRY_POINTS = /* GraphQL */ `
  query EntryPoints {
    entryPoints(first: 100) {
      nodes {
        id entryPointId name summary
        pack { packId name summary }
        personas { characterId part character { id name summary } }
        openings { name prologue }
        calibration { tone boundaries difficulty pacing }
      }
    }
  }
`;
const Persona = z.object({
  characterId: z.string(),
  part: z.string().nullable(),
  character: z.object({ id: z.string(), name: z.string(), summary: z.string().nullable() }).nullable(),
});
const EntryPoint = z.object({
  id: z.string(),
  entryPointId: z.string(),
  name: z.string(),
  summary: z.string().nullable(),
  pack: z.object({ packId: z.string(), name: z.string(), summary: z.string() }),
  personas: z.array(Persona),
  openings: z.array(z.object({ name: z.string(), prologue: z.string() })),
  calibration: StorySuggestion,
});
type EntryPoint = z.infer<typeof EntryPoint>;

/** Begins a story: pack, entry point and persona by flags, or picked from menus. Null when the person leaves. */
async function beginStory(flags: PlayFlags, { api, terminal }: Tools): Promise<ChosenStory | null> {
  const shape = z.object({ entryPoints: z.object({ nodes: z.array(EntryPoint) }) });
  const { nodes } = (await api.ask(ENTRY_POINTS, {}, shape)).entryPoints;
  if (nodes.length === 0)
    throw new ServerRefusedError('There is nothing to play: no pack has an entry point.');
  const entry = await chooseEntry(flags, nodes, terminal);
  if (entry === null) return null;
  const persona = await choosePersona(flags, entry, terminal);
  if (persona === null) return null;
  const opening = await chooseOpening(flags, entry, terminal);
  if (opening === null) return null;
  const draft = persona.id === NEW_CHARACTER ? await makeCharacter(entry.id, { api, terminal }) : null;
  if (persona.id === NEW_CHARACTER && draft === null) return null;
  const calibration = await agreeOnPlay(entry.calibration, flags, terminal);
  if (calibration === null) return null;
  const player = draft === null ? { personaId: persona.id } : { draft };
  return start(entry, player, { opening: opening.opening, calibration }, api);
}

async function chooseEntry(
  { pack, entry }: PlayFlags,
  all: readonly EntryPoint[],
  terminal: Terminal,
): Promise<EntryPoint | null> {
  const packs = [...new Map(all.map((each) => [each.pack.packId, each.pack])).values()];
  if (pack !== null && !packs.some(({ packId }) => packId === pack)) {
    throw new ServerRefusedError(`--pack: there are ${packs.map(({ packId }) => packId).join(', ')}.`);
  }
  const wanted = all.filter((each) => pack === null || each.pack.packId === pack);
  if (entry !== null) return named(wanted, entry);
  const items = packs.map(({ packId, name, summary }) => ({ name, about: summary, packId }));
  const needsAsking = pack === null && packs.length > 1;
  const picked = needsAsking ? await askMenu('Which world?', items, terminal) : items[0];
  if (picked == null) return null;
  const within = pack === null ? all.filter((each) => each.pack.packId === picked.packId) : wanted;
  const ways = within.map((each) => ({ name: each.name, about: each.summary ?? '', each }));
  const way = ways.length === 1 ? ways[0] : await askMenu('Where does it begin?', ways, terminal);
  return way?.each ?? null;
}

function named(all: readonly EntryPoint[], wanted: string): EntryPoint {
  const found = all.find(
    ({ id, entryPointId, name }) =>
      [id, entryPointId].includes(wanted) ||
      entryPointId.endsWith(`:${wanted}`) ||
      name.toLowerCase() === wanted.toLowerCase(),
  );
  if (found !== undefined) return found;
  const known = all.map(({ entryPointId }) => entryPointId).join(', ');
  throw new ServerRefusedError(`--entry: there are ${known}.`);
}

/** Stands for a character that is to be made. */
const NEW_CHARACTER = 'new';

async function choosePersona(
  { persona, makes }: PlayFlags,
  entry: EntryPoint,
  terminal: Terminal,
): Promise<{ readonly id: string | null } | null> {
  const items = entry.personas.flatMap(({ characterId, part, character }) =>
    character === null
      ? []
      : [{ id: character.id, characterId, name: character.name, about: part ?? character.summary ?? '' }],
  );
  if (persona !== null) {
    const found = items.find(
      ({ id, characterId, name }) =>
        [id, characterId].includes(persona) ||
        characterId.endsWith(`:${persona}`) ||
        name.toLowerCase() === persona.toLowerCase(),
    );
    if (found !== undefined) return found;
    const known = items.map(({ characterId }) => characterId).join(', ');
    throw new ServerRefusedError(`--persona: there are ${known === '' ? 'none to choose' : known}.`);
  }
  if (makes) return { id: NEW_CHARACTER };
  if (items.length < 2) return { id: items[0]?.id ?? null };
  const own = { id: NEW_CHARACTER, name: 'Somebody of your own', about: 'make a character' };
  return askMenu('Whom do you play?', [...items, own], terminal);
}

type Opening = { readonly opening: string | null };
type Beginning = Opening & { readonly calibration: Agreement };

const FIRST_WORDS = 90;

/** Chooses how the story begins: by the flag, else by a menu where there is more than one way. Null when they leave. */
async function chooseOpening(
  { opening }: PlayFlags,
  { openings }: EntryPoint,
  terminal: Terminal,
): Promise<Opening | null> {
  // A script that types its answers beforehand gets the usual opening, or names another.
  if (opening !== null || openings.length === 0 || terminal.width === 0) return { opening };
  const usual = { name: 'As usual', about: '', opening: null };
  const others = openings.map(({ name, prologue }) => ({
    name,
    about: prologue.replace(/\s+/g, ' ').slice(0, FIRST_WORDS),
    opening: name,
  }));
  return askMenu('How does it begin?', [usual, ...others], terminal);
}

const START = /* GraphQL */ `
  mutation Begin($input: StartCampaignInput!) {
    startCampaign(input: $input) {
      ... on StartCampaignPayload { session { id } openingTurn { id } }
      ... on Failure { message }
    }
  }
`;

type Player = { readonly personaId: string | null } | { readonly draft: Readonly<Record<string, unknown>> };

async function start(
  entry: EntryPoint,
  player: Player,
  beginning: Beginning,
  api: Api,
): Promise<ChosenStory> {
  const Id = z.object({ id: z.string() });
  const shape = z.object({
    startCampaign: z.object({
      session: Id.optional(),
      openingTurn: Id.optional(),
      message: z.string().optional(),
    }),
  });
  const played =
    'draft' in player
      ? { newPersonas: [player.draft] }
      : { personaIds: player.personaId === null ? null : [player.personaId] };
  const input = { entryPointId: entry.id, ...played, ...beginning, wait: false };
  const answer = await api.ask(START, { input }, shape);
  const { session, openingTurn, message } = answer.startCampaign;
  if (session === undefined || openingTurn === undefined) {
    throw new ServerRefusedError(message ?? 'The story could not be begun.');
  }
  return { place: { sessionId: session.id, cursor: null }, turnId: openingTurn.id };
}

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

/**
 * Chooses the story to continue: by the flags, else the last campaign or a new one, as the person picks. Returns null when they
 * leave.
 */
export async function chooseStory(flags: PlayFlags, tools: Tools): Promise<ChosenStory | null> {
  if (flags.campaign !== null) {
    const shape = z.object({ campaign: Campaign.nullable() });
    const { campaign } = await tools.api.ask(CAMPAIGN, { id: flags.campaign }, shape);
    if (campaign === null)
      throw new ServerRefusedError(`--campaign: there is no campaign ${flags.campaign}.`);
    return goOn(campaign, tools);
  }
  if (flags.isNew || flags.makes || flags.agrees || flags.pack !== null || flags.entry !== null)
    return beginStory(flags, tools);
  const shape = z.object({ campaigns: z.object({ nodes: z.array(Campaign) }) });
  const { nodes } = (await tools.api.ask(CAMPAIGNS, {}, shape)).campaigns;
  if (nodes.length === 0) return beginStory(flags, tools);
  const items = [
    ...nodes.map((campaign) => ({ name: campaign.name, about: `scene ${reached(campaign)}`, campaign })),
    { name: 'Begin another story', about: '', campaign: null },
  ];
  const picked = flags.goesOn ? items[0] : await askMenu('Where were we?', items, tools.terminal);
  if (picked == null) return null;
  return picked.campaign === null ? beginStory(flags, tools) : goOn(picked.campaign, tools);
}

function reached({ sessions }: Campaign): number {
  return Math.max(0, ...sessions.map(({ currentScene }) => currentScene.index));
}

const START_SESSION = /* GraphQL */ `
  mutation Sit($campaignId: ID!) {
    startSession(input: { campaignId: $campaignId }) {
      ... on SessionPayload { session { id } }
      ... on Failure { message }
    }
  }
`;

async function goOn({ id, sessions }: Campaign, { api }: Tools): Promise<ChosenStory> {
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
