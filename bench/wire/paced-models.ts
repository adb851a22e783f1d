import { loadCatalogue, type ModelCatalogue } from '#engine/llm/catalogue.ts';
import type { Usage } from '#engine/llm/provider.ts';
import { localEntry } from '../../test/support/wire/a-request.ts';
import { startAnthropicServer } from '../../test/support/wire/anthropic-server.ts';
import type { Behaviour } from '../../test/support/wire/behaviour.ts';
import { readSystemPrompt, recogniseStep } from '../../test/support/wire/recognise-step.ts';
import { WireBody } from '../../test/support/wire/wire-body.ts';
import { PrefixAccounts } from './prefix-usage.ts';
import type { RecordedTurn } from './recorded-replies.ts';

export const SMALL_MODEL = 'claude-haiku';
export const LARGE_MODEL = 'claude-sonnet';

type Speed = { readonly firstTokenMilliseconds: number; readonly tokensPerSecond: number };

/** The speeds the targets of the design assume. */
export const SPEEDS: Readonly<Record<'small' | 'large', Speed>> = {
  small: { firstTokenMilliseconds: 700, tokensPerSecond: 170 },
  large: { firstTokenMilliseconds: 1400, tokensPerSecond: 75 },
};

/** A call the server answered. */
export type AnsweredCall = {
  readonly step: string;
  readonly modelKey: string;
  readonly usage: Usage;
  readonly reply: string;
  readonly body: WireBody;
  /** When it was asked, by `performance.now()`. */
  readonly at: number;
};

export type PacedModels = {
  readonly catalogue: ModelCatalogue;
  readonly calls: AnsweredCall[];
  /** Answers the next calls with the replies of this turn. */
  readonly expect: (turn: RecordedTurn) => void;
  /** Answers at the models' speeds from now on, or at once. */
  readonly pace: (isPaced: boolean) => void;
  readonly close: () => Promise<void>;
};

/** Starts a local server that speaks Anthropic's wire format, with a small and a large model of the catalogue pointed to it. */
export async function startPacedModels(jobs: Readonly<Record<string, string>>): Promise<PacedModels> {
  const catalogue = loadCatalogue();
  const accounts = new Map(
    [SMALL_MODEL, LARGE_MODEL].map((key) => [key, new PrefixAccounts(catalogue.get(key)?.cacheMinimum ?? 0)]),
  );
  const calls: AnsweredCall[] = [];
  let turn: RecordedTurn = { says: null, replies: {} };
  let isPaced = false;

  const answer = (body: WireBody): Behaviour => {
    const system = readSystemPrompt(body);
    const step = recogniseStep(system);
    const reply = chooseReply(turn, step, system) ?? jobs[step] ?? DEFAULT_REPLIES[step] ?? '{}';
    const isLarge = body.model.includes('sonnet');
    const modelKey = isLarge ? LARGE_MODEL : SMALL_MODEL;
    const usage = accounts.get(modelKey)?.account(body, reply);
    if (usage === undefined) throw new Error(`nobody accounts for ${modelKey}`);
    calls.push({ step, modelKey, usage, reply, body, at: performance.now() });
    const pieces = reply.match(/[\s\S]{1,4}/g) ?? [];
    if (!isPaced) return { kind: 'reply', pieces: [reply] };
    const { firstTokenMilliseconds, tokensPerSecond } = SPEEDS[isLarge ? 'large' : 'small'];
    const pieceDelayMs = 1000 / tokensPerSecond;
    return { kind: 'reply', pieces, firstDelayMs: firstTokenMilliseconds - pieceDelayMs, pieceDelayMs };
  };

  const server = await startAnthropicServer({ behaviour: ({ body }) => answer(WireBody.parse(body)) });
  return {
    catalogue: new Map([
      ...catalogue,
      [SMALL_MODEL, localEntry(SMALL_MODEL, server.url)],
      [LARGE_MODEL, localEntry(LARGE_MODEL, server.url)],
    ]),
    calls,
    expect: (next) => {
      turn = next;
    },
    pace: (paced) => {
      isPaced = paced;
    },
    close: server.close,
  };
}

/** Replies for steps a recorded turn has none for. */
const DEFAULT_REPLIES: Readonly<Record<string, string>> = {
  judge: '{"findings": []}',
  react: '{"action":"Waits and watches, without a word, to see what comes of it.","intents":["wait"]}',
};

function chooseReply({ replies }: RecordedTurn, step: string, system: string): string | undefined {
  const found = replies[step];
  if (found === undefined || typeof found === 'string') return found;
  const name = Object.keys(found).find((candidate) => system.includes(`, ${candidate}, and decide`));
  return name === undefined ? undefined : found[name];
}
