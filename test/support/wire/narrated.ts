import type { Narration } from '#engine/contracts/narration.ts';
import type { Outcome } from '#engine/contracts/outcome.ts';
import { type ChoicesWritten, streamInlineNarration, streamNarration } from '#engine/llm/narration.ts';
import type { EndReason, ModelRequest, Provider } from '#engine/llm/provider.ts';
import { aRequest } from './a-request.ts';

/** Everything that came of a narration with its outcome in a block. */
export type Heard = {
  readonly deltas: readonly string[];
  readonly end: {
    readonly prose: string;
    readonly narration: Narration;
    readonly outcome: Outcome | null;
    readonly problems: readonly string[];
    readonly reason: EndReason;
  } | null;
  readonly error: unknown;
};

/** Listens to an inline narration to its end or its error. `hear` is called with each piece of prose as it comes. */
export async function narrated(
  provider: Provider,
  request: ModelRequest = aRequest(),
  hear: (prose: string) => void = () => {},
): Promise<Heard> {
  const deltas: string[] = [];
  let end: Heard['end'] = null;
  try {
    for await (const part of streamInlineNarration(provider, request, { tableDue: true })) {
      if (part.type === 'prose-delta') {
        deltas.push(part.text);
        hear(part.text);
      } else if (part.type === 'narration-end') {
        const { narration, outcome, problems, reason } = part;
        end = { prose: narration.prose, narration, outcome, problems, reason };
      }
    }
  } catch (error) {
    return { deltas, end, error };
  }
  return { deltas, end, error: null };
}

/** Everything that came of a narration: `events` are the pieces of prose and `===` where the prose ended. */
export type HeardText = {
  readonly events: readonly string[];
  readonly deltas: readonly string[];
  /** Choices as they were written, line after line. */
  readonly choices: readonly ChoicesWritten[];
  readonly narration: Narration | null;
  readonly reason: EndReason | null;
  readonly error: unknown;
};

/** Listens to a narration in text form to its end or its error. */
export async function narratedText(provider: Provider, tableDue = false): Promise<HeardText> {
  const events: string[] = [];
  const choices: ChoicesWritten[] = [];
  const heard = {
    narration: null as Narration | null,
    reason: null as EndReason | null,
    error: null as unknown,
  };
  try {
    for await (const part of streamNarration(provider, aRequest(), { tableDue })) {
      if (part.type === 'prose-delta') events.push(part.text);
      else if (part.type === 'prose-end') events.push('===');
      else if (part.type === 'choices-written') choices.push(part);
      else {
        heard.narration = part.narration;
        heard.reason = part.reason;
      }
    }
  } catch (error) {
    heard.error = error;
  }
  return { ...heard, events, choices, deltas: events.filter((event) => event !== '===') };
}
