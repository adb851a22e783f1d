import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { MAX_EXCHANGES, MIN_EXCHANGES } from '#engine/prompt/conversation-window.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Lineage } from '#engine/store/lineage-query.ts';
import type { Page } from '#engine/store/page.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnInput, TurnRecord } from '#engine/store/turns.ts';
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

/**
 * Reads the recent conversation along a branch, oldest first: the player's words and the narration in answer. `lastNarrated`
 * is the index of the last narrated scene, 0 before the first. Scenes that were only thought or changed by hand do not count.
 */
export async function readConversation(
  { scenes, turns }: Pick<Store, 'scenes' | 'turns'>,
  lineage: Lineage,
  { calendar }: Pick<Playbook, 'calendar'>,
): Promise<{ readonly said: Conversation; readonly lastNarrated: number }> {
  const told: SceneRecord[] = [];
  let exchanges: readonly SceneExchange[] = [];
  let before: number | null = null;
  let isWhole = false;
  for (let pages = 0; pages < MOST_PAGES && exchanges.length < MIN_EXCHANGES; pages += 1) {
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
  const latest = exchanges.slice(-MAX_EXCHANGES);
  const first = exchanges.length > latest.length ? latest[0] : told[0];
  return {
    said: {
      conversation: latest.map(({ exchange }) => exchange),
      // Scene 1 holds the first exchange.
      conversationStart: Math.max(0, (first?.index ?? 1) - 1),
      pauses: pausesBetween(told.slice(-MAX_EXCHANGES)),
    },
    // An earlier narration lies before the scenes that were searched.
    lastNarrated: latest.at(-1)?.index ?? (isWhole ? 0 : (before ?? 0)),
  };
}

/** An exchange and the scene that came of it. */
type SceneExchange = {
  readonly index: number;
  readonly worldDay: number | null;
  readonly exchange: Conversation['conversation'][number];
};

/** Lists the exchanges among scenes: a scene that was only thought, or changed by hand, is none. */
export async function listExchanges(
  scenes: readonly SceneRecord[],
  turns: Pick<Store['turns'], 'findMany'>,
  calendar: Playbook['calendar'],
): Promise<readonly SceneExchange[]> {
  const spoken = new Map(
    (await turns.findMany(scenes.flatMap(({ turnId }) => turnId ?? []))).map((turn) => [turn.id, turn]),
  );
  return scenes.flatMap(({ turnId, narration, index, worldDay = null }) => {
    const turn = turnId === null ? undefined : spoken.get(turnId);
    if (turn !== undefined && !isNarrated(turn.input)) return [];
    const dated = worldDay === null ? {} : { date: writeDay({ day: worldDay, microsecond: 0 }, calendar) };
    return {
      index,
      worldDay,
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
  { planning }: Pick<Snapshot, 'planning'>,
): string {
  if (input.kind !== 'story') return '';
  // Turns that were kept without it are looked up where they went on from.
  const offered = planning.choices.filter(({ key }) => key === input.choiceKey).map(writeChoice);
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
