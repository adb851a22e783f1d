import type { HomebrewContent, JsonData } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { cleanCardText, cutAtParagraphs } from '../card/card-text.ts';
import { convertCard } from '../card/card-to-pack.ts';
import { IMPORT_LIMITS } from '../files/import-limits.ts';
import { isJsonObject, type JsonObject, parseBoundedJson } from '../files/read-json.ts';
import type { ImportedPack, ImportOptions, ReportLine } from '../import-report.ts';
import { VISITOR } from '../pack/imported-setting.ts';

type Message = { readonly name: string; readonly isPlayer: boolean; readonly text: string };

/** A chat as other programs keep it: names, and what was said, oldest first. */
export type Chat = {
  readonly character: string;
  readonly persona: string | null;
  readonly messages: readonly Message[];
};

/** Reads a chat: one JSON object a line, the first one about the chat. Lines that are no messages are left out. */
export function parseChat(text: string): Chat | Rejection {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > IMPORT_LIMITS.chatMessages)
    return reject('too-large', `The chat has more than ${IMPORT_LIMITS.chatMessages} lines.`);
  const messages: Message[] = [];
  let [character, persona] = ['', ''];
  for (const [index, line] of lines.entries()) {
    const parsed = parseBoundedJson(line, `Line ${index + 1}`);
    if (isRejection(parsed)) return parsed;
    const { value } = parsed;
    if (!isJsonObject(value)) return reject('not-a-chat', `Line ${index + 1} of the chat is no object.`);
    character = readText(value.character_name) || character;
    persona = readText(value.user_name) || persona;
    const message = readMessage(value);
    if (message !== null) messages.push(message);
  }
  return nameSpeakers(character, persona, messages);
}

/** Names who speaks in a chat: by its first line, else by its first messages. */
function nameSpeakers(character: string, persona: string, messages: readonly Message[]): Chat | Rejection {
  const speaker = character || messages.find((message) => !message.isPlayer)?.name;
  if (speaker === undefined || speaker === '')
    return reject('not-a-chat', 'The chat has no message of a character.');
  const player = persona || messages.find((message) => message.isPlayer)?.name;
  const isNamed = player !== undefined && player !== '' && player !== 'unused';
  return { character: speaker, persona: isNamed ? player : null, messages };
}

/** Reads a line as a message; null for notes of the program and lines without words. */
function readMessage({ name, mes, is_user: isPlayer, is_system: isNote }: JsonObject): Message | null {
  const text = readText(mes);
  if (text === '' || typeof name !== 'string' || isNote === true) return null;
  return { name: name.trim(), isPlayer: isPlayer === true, text };
}

function readText(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Converts a chat without its card: a character of that name, who remembers what was said. */
export function convertChat(chat: Chat, options: ImportOptions): ImportedPack {
  const data = { name: chat.character };
  const persona = options.persona ?? chat.persona ?? undefined;
  const base = convertCard({ version: 'V1', data, around: {} }, 'chat (JSONL)', { ...options, persona });
  return addChat(base, chat);
}

/** Memories the character begins with: the latest, as long as a memory may be. */
const MOST_MEMORIES = 40;
const MOST_CHARACTERS = 380;
/** Characters of one piece of the history. */
const MOST_IN_PIECE = 3_000;
const MOST_IN_FILE = 300_000;

/** Adds a chat to an imported card: all of it as history that can be searched, the end of it as memories and a chronicle entry. */
export function addChat(base: ImportedPack, { messages, persona, character }: Chat): ImportedPack {
  const person = base.pack.contents.find(({ kind, id }) => kind === 'character' && id !== 'persona');
  if (person === undefined || messages.length === 0) return base;
  const names = { character, persona: persona ?? VISITOR };
  const told = messages.map(({ name, text }) => `${name}: ${cleanCardText(text, names).text}`);
  const memories: JsonData[] = told.slice(-MOST_MEMORIES).map((line) => ({
    character: person.id,
    text: line.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS),
    importance: 3,
  }));
  const contents = base.pack.contents.map((content) =>
    content.kind === 'entry_point'
      ? { ...content, data: { ...content.data, observations: memories, events: ['what_was_said'] } }
      : content,
  );
  const pieces = cutAtParagraphs(told.join('\n\n').slice(-MOST_IN_FILE), MOST_IN_PIECE);
  const history: HomebrewContent = {
    kind: 'history',
    id: 'the_conversation',
    data: { id: 'the_conversation', name: 'What was said before', related_entities: [person.id] },
    body: pieces.map((piece, index) => `## Part ${index + 1}\n\n${piece}`).join('\n\n'),
  };
  const summary = `They have talked before: ${messages.length} messages, the last of them ${told.at(-1) ?? ''}`;
  const event: HomebrewContent = {
    kind: 'event',
    id: 'what_was_said',
    data: {
      id: 'what_was_said',
      name: 'The conversation so far',
      summary: summary.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS),
      date: '0001-05-31',
      event_type: 'conversation',
      characters: [person.id],
    },
    body: '',
  };
  const report: ReportLine[] = [
    {
      field: 'mes',
      outcome: 'changed',
      to: 'history/the_conversation.md',
      note: `${messages.length} messages became history; the last ${memories.length} are memories, cut to ${MOST_CHARACTERS} characters.`,
    },
    {
      field: 'swipes, send_date, extra',
      outcome: 'left-out',
      to: null,
      note: 'Other versions and dates are not taken.',
    },
  ];
  return {
    ...base,
    format: base.format.startsWith('chat') ? base.format : `${base.format} with a chat`,
    pack: {
      manifest: { ...base.pack.manifest, event_types: [{ id: 'conversation', name: 'Conversation' }] },
      contents: [...contents, history, event],
    },
    report: [...base.report, ...report],
  };
}
