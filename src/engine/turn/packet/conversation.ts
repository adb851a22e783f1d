import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { Lineage } from '#engine/domain/lineage.ts';
import type { TurnInput, TurnRecord } from '#engine/domain/turn.ts';
import { MAX_EXCHANGES } from '#engine/prompt/conversation-window.ts';
import { listTakableChoices } from '#engine/state/choices.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Page } from '#engine/store/page.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Store } from '#engine/store/store.ts';
import type { Playbook } from '../playbook.ts';
import { writeDay } from './format-lines.ts';

/** Tells whether a turn of this kind is narrated. Changes by hand of the game master and thoughts of the player never are. */
export function isNarrated(input: TurnInput): boolean {
  if (input.kind === 'operations') return false;
  return input.kind !== 'story' || input.mode === 'STORY';
}

/**
 * Maximum number of pages searched for narrated scenes. Enough to find the last narration after a whole evening of thinking
 * turns.
 */
const MOST_PAGES = 4;

export type Conversation = Pick<NarrateInput, 'conversation' | 'conversationStart' | 'pauses'>;

/** The recent conversation, and the scenes it was played in. */
export type RecentConversation = {
  readonly said: Conversation;
  /** Indexes of the scenes of these exchanges, in the same order. */
  readonly saidScenes: readonly number[];
  /** Index of the last narrated scene; 0 before the first. */
  readonly lastNarrated: number;
};

/**
 * Reads the recent conversation along a branch, oldest first: the player's words and the narration in answer. Scenes that were
 * only thought or changed by hand do not count. `total` is the number of exchanges so far, which the lore of the last scene
 * keeps; without it, every scene before the first one read counts as an exchange. Narrations that one of the readers did not
 * perceive are left out.
 */
export async function readConversation(
  { scenes, turns }: Pick<Store, 'scenes' | 'turns'>,
  lineage: Lineage,
  { calendar }: Pick<Playbook, 'calendar'>,
  readers: readonly string[],
  total: number | null = null,
): Promise<RecentConversation> {
  const told: SceneRecord[] = [];
  let exchanges: readonly SceneExchange[] = [];
  let before: number | null = null;
  let isWhole = false;
  for (let pages = 0; pages < MOST_PAGES && exchanges.length < MAX_EXCHANGES; pages += 1) {
    const page = { limit: MAX_EXCHANGES, from: 'end', after: null, before } as const;
    const { items, hasMore }: Page<SceneRecord> = await scenes.along(lineage, page);
    const scenesHere = items.filter(({ turnId }) => turnId !== null);
    told.unshift(...scenesHere);
    exchanges = [...(await listExchanges(scenesHere, turns, calendar)), ...exchanges];
    before = items[0]?.index ?? null;
    if (!hasMore || before === null) {
      isWhole = true;
      break;
    }
  }
  const shared = exchanges.filter(({ audience }) => didAllPerceive(audience, readers));
  const latest = shared.slice(-MAX_EXCHANGES);
  // Scene 1 holds the first exchange.
  const counted = Math.max(0, (told[0]?.index ?? 1) - 1) + exchanges.length;
  return {
    said: {
      conversation: latest.map(({ exchange }) => exchange),
      conversationStart: Math.max(0, (isWhole ? shared.length : (total ?? counted)) - latest.length),
      pauses: pausesBetween(told.slice(-MAX_EXCHANGES)),
    },
    saidScenes: latest.map(({ index }) => index),
    // An earlier narration lies before the scenes that were searched.
    lastNarrated: exchanges.at(-1)?.index ?? (isWhole ? 0 : (before ?? 0)),
  };
}

/**
 * Counts the exchanges before a scene: the number of the exchange it holds. Asides are known only among the scenes that were
 * read; every scene before them counts as an exchange.
 */
export function getExchangeNumber(
  { said: { conversationStart }, saidScenes }: Pick<RecentConversation, 'said' | 'saidScenes'>,
  index: number,
): number {
  const [first = index] = saidScenes;
  if (index < first) return Math.max(0, conversationStart - (first - index));
  return conversationStart + saidScenes.filter((scene) => scene < index).length;
}

/** An exchange and the scene that came of it. */
type SceneExchange = {
  readonly index: number;
  readonly worldDay: number | null;
  /** Personas who perceived it; null for the whole table. */
  readonly audience: readonly string[] | null;
  readonly exchange: Conversation['conversation'][number];
};

/** Tells whether all readers perceived a narration with this audience. */
export function didAllPerceive(audience: readonly string[] | null, readers: readonly string[]): boolean {
  return audience === null || readers.every((id) => audience.includes(id));
}

/** Lists the exchanges among scenes: a scene that was only thought, or changed by hand, is none. */
export async function listExchanges(
  scenes: readonly SceneRecord[],
  turns: Pick<Store['turns'], 'findMany'>,
  calendar: Playbook['calendar'],
): Promise<readonly SceneExchange[]> {
  const spoken = new Map(
    (await turns.findMany(scenes.flatMap(({ turnId }) => turnId ?? []))).map((turn) => [turn.id, turn]),
  );
  return scenes.flatMap(({ turnId, narration, index, worldDay = null, audience = null }) => {
    const turn = turnId === null ? undefined : spoken.get(turnId);
    if (turn !== undefined && !isNarrated(turn.input)) return [];
    const dated = worldDay === null ? {} : { date: writeDay({ day: worldDay, microsecond: 0 }, calendar) };
    return {
      index,
      worldDay,
      audience,
      exchange: { player: turn === undefined ? '' : spokenIn(turn), narration, ...dated },
    };
  });
}

/** Returns the real time between one scene and the next, as long as the players took. */
function pausesBetween(told: readonly { readonly createdAt: Date }[]): number[] {
  const moments = told.map(({ createdAt }) => createdAt.getTime());
  return moments.slice(1).map((moment, at) => Math.max(0, moment - (moments[at] ?? moment)));
}

function spokenIn({ input, answers }: TurnRecord): string {
  if (input.kind === 'roll') return input.faces === null ? 'I roll.' : `I rolled ${input.faces.join(', ')}.`;
  if (input.kind !== 'story') return '';
  const answered = answers.flatMap((answer) => (answer.kind === 'clarification' ? answer.text : []));
  const said = input.text === '' ? (input.choiceKey ?? '').replaceAll('_', ' ') : input.text;
  return [said, ...answered].join('\n');
}

/**
 * Writes out what the player does in this turn: what they wrote, the choice they made, and their answer to a question. Empty
 * when the player said nothing.
 */
export function writePlayerText(
  { input, answers }: Pick<TurnRecord, 'input' | 'answers'>,
  snapshot: Pick<Snapshot, 'planning' | 'personas'>,
): string {
  if (input.kind !== 'story') return '';
  // Turns that were kept without it are looked up where they went on from.
  const offered = listTakableChoices(snapshot, input.personaId)
    .filter(({ key }) => key === input.choiceKey)
    .map(writeChoice);
  const chosen = input.chosen ?? offered[0] ?? '';
  const answered = answers.flatMap((answer) => (answer.kind === 'clarification' ? answer.text : []));
  return [chosen, input.text, ...answered].filter((part) => part.trim() !== '').join('\n');
}

/** Writes out a choice. */
export function writeChoice({
  text,
  description,
}: {
  readonly text: string;
  readonly description: string;
}): string {
  return `${text}. ${description}`.trim();
}
