import { z } from 'zod';

/** Content of a message: text, or parts of which only those with text count. */
const Content = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() })), z.null()])
  .optional()
  .transform((content) => {
    if (content == null) return '';
    return typeof content === 'string' ? content : content.flatMap(({ text }) => text ?? []).join('\n');
  });

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Content,
});

/** Request to `/v1/chat/completions`. Sampling fields and everything unknown are accepted and ignored. */
export const ChatRequest = z.object({
  model: z.string().trim().min(1, 'name one of `/v1/models`'),
  messages: z.array(Message).min(1, 'send at least one message'),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  /** Extension of this server. */
  scenewright: z.object({ choices: z.boolean().nullish() }).nullish(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** Request of a client, read from its messages. */
export type ChatConversation = {
  /** `say`: the last message is the player's. `continue`: it is an answer of this server, which is to go on. */
  readonly kind: 'say' | 'continue';
  /** The turn; empty for `continue`. */
  readonly playerText: string;
  /** Answers before the turn, oldest first. */
  readonly answers: readonly string[];
  /** System messages, as wishes for the prose. */
  readonly notes: string;
};

const MOST_NOTES = 4_000;

/** Reads the turn, the answers before it and the notes. Returns null when no message holds a turn. */
export function readConversation(messages: ChatRequest['messages']): ChatConversation | null {
  const written = messages.filter(({ content }) => content.trim() !== '');
  const spoken = written.filter(({ role }) => role === 'user' || role === 'assistant');
  const last = spoken.at(-1);
  if (last === undefined) return null;
  const before = last.role === 'user' ? spoken.slice(0, -1) : spoken;
  const notes = written.filter(({ role }) => role === 'system' || role === 'developer');
  return {
    kind: last.role === 'user' ? 'say' : 'continue',
    playerText: last.role === 'user' ? last.content.trim() : '',
    answers: before.flatMap(({ role, content }) => (role === 'assistant' ? content : [])),
    notes: notes
      .map(({ content }) => content.trim())
      .join('\n')
      .slice(0, MOST_NOTES),
  };
}

/** Field of the JSON object that a client's own background task asks for, as Open WebUI words it. */
export type TaskField = 'title' | 'tags' | 'follow_ups' | 'queries' | 'text';

const TASK = /^\s*### Task:[\s\S]*(?:<chat_history>|### Output:)/;
const TASK_FIELD = /\{\s*"(title|tags|follow_ups|queries|text)"\s*:/;

/** Returns the field a background task asks for; null when the text is a turn. Such a task must not be played. */
export function findTaskField({ kind, playerText }: ChatConversation): TaskField | null {
  if (kind !== 'say' || !TASK.test(playerText)) return null;
  // The pattern lists exactly these fields.
  return (TASK_FIELD.exec(playerText)?.[1] ?? 'text') as TaskField;
}
