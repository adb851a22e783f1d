import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from '../provider.ts';

/**
 * Knowledge of how one model's replies begin. Some servers swallow the mark that opens a thought, so the reply begins inside it
 * and only its end is visible. Once that has been seen, no text of such a model is passed on before the thought is over.
 */
export class ReasoningHabit {
  #beginsInside: boolean;

  constructor(beginsInside = false) {
    this.#beginsInside = beginsInside;
  }

  get beginsInside(): boolean {
    return this.#beginsInside;
  }

  learn(): void {
    this.#beginsInside = true;
  }
}

/** Names of the marks local models put around their thoughts; the mark stands at the beginning of a reply. */
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
const OPENING = new RegExp(`^<(${NAMES.join('|')})>`, 'i');
const CLOSING = new RegExp(`</(${NAMES.join('|')})>`, 'i');
const LONGEST_CLOSING = Math.max(...NAMES.map((name) => `</${name}>`.length));
/** Beginning of a reply without a thought, regardless of marks it quotes later. */
const STRUCTURED = /^[{[`]/;

/**
 * Removes a model's thoughts from the beginning of a reply that comes in pieces. All other text passes unchanged.
 *
 * A thought may come without the mark that opens it, and then only its end reveals it. With `keepsAll`, the filter holds a
 * reply back until the thought or the reply ends. Without it, the reply passes as it comes, and `hasPassedThought` tells
 * whether a thought was passed on.
 */
export class ReasoningFilter {
  readonly #keepsAll: boolean;
  #held = '';
  /** The last letters that were passed on, in which the end of a thought may have begun. */
  #tail = '';
  /** Mark that ends the thought being skipped; null outside of one. */
  #closing: string | null = null;
  #isThrough = false;
  #hasThought = false;
  #mayBeInside = true;
  #hasBegunInside = false;
  #hasPassedThought = false;

  constructor({ keepsAll = false }: { readonly keepsAll?: boolean } = {}) {
    this.#keepsAll = keepsAll;
  }

  /** Whether the end of a thought came that nothing had opened. */
  get hasBegunInside(): boolean {
    return this.#hasBegunInside || this.#hasPassedThought;
  }

  /** Whether it came too late: some of the thought has been passed on. */
  get hasPassedThought(): boolean {
    return this.#hasPassedThought;
  }

  /** Returns the text that may be passed on by now. */
  take(text: string): string {
    if (this.#isThrough) return this.#passedOn(text);
    this.#held += text;
    for (;;) {
      if (this.#closing !== null && !this.#passOver(this.#closing)) return '';
      const lead = this.#held.trimStart();
      if (this.#entered(lead) || this.#cutUnopened(lead)) continue;
      return mayOpen(lead) || this.#mayEndLater(lead) ? '' : this.#letThrough();
    }
  }

  /** Returns the remaining text when the reply has ended; nothing of a thought that never ended. */
  end(): string {
    return this.#isThrough || this.#closing !== null ? '' : this.#letThrough();
  }

  /** Tells whether a thought begins here. */
  #entered(lead: string): boolean {
    const opened = OPENING.exec(lead);
    if (opened === null) return false;
    this.#closing = `</${opened[1]}>`.toLowerCase();
    this.#held = lead.slice(opened[0].length);
    this.#mayBeInside = false;
    return true;
  }

  /** Cuts off a thought that nothing opened, where its end has come. */
  #cutUnopened(lead: string): boolean {
    const end = this.#mayBeInside && !STRUCTURED.test(lead) ? unopenedIn(this.#held) : null;
    if (end === null) return false;
    this.#held = this.#held.slice(end);
    this.#mayBeInside = false;
    this.#hasThought = true;
    this.#hasBegunInside = true;
    return true;
  }

  #mayEndLater(lead: string): boolean {
    return this.#keepsAll && this.#mayBeInside && !STRUCTURED.test(lead);
  }

  #passedOn(text: string): string {
    if (this.#mayBeInside) {
      const seen = this.#tail + text;
      if (unopenedIn(seen) !== null) this.#hasPassedThought = true;
      if (OPENED.test(seen)) this.#mayBeInside = false;
      this.#tail = seen.slice(-LONGEST_CLOSING);
    }
    return text;
  }

  #passOver(closing: string): boolean {
    const at = this.#held.toLowerCase().indexOf(closing);
    if (at === -1) {
      this.#held = this.#held.slice(-closing.length);
      return false;
    }
    this.#held = this.#held.slice(at + closing.length);
    this.#closing = null;
    this.#hasThought = true;
    return true;
  }

  #letThrough(): string {
    this.#isThrough = true;
    const text = this.#hasThought ? this.#held.trimStart() : this.#held;
    if (STRUCTURED.test(text.trimStart()) || this.#hasThought) this.#mayBeInside = false;
    return this.#passedOn(text);
  }
}

const OPENED = new RegExp(`<(${NAMES.join('|')})>`, 'i');

/** Finds the end of the first thought that has no opening mark; returns null when there is none. */
function unopenedIn(text: string): number | null {
  const closed = CLOSING.exec(text);
  if (closed === null || OPENED.test(text.slice(0, closed.index))) return null;
  return closed.index + closed[0].length;
}

function mayOpen(lead: string): boolean {
  return NAMES.some((name) => `<${name}>`.startsWith(lead.toLowerCase()));
}

/** The steps whose replies are read while they are written. */
const READ_LIVE = ['narrate', 'retell'];

/**
 * Reports that text already passed on was a thought. On the next attempt, the same model's text is held until its thought is
 * over.
 */
export class ReasoningLeaked extends ProviderError {
  constructor(id: string) {
    super(`${id} began its reply inside a thought, which was noticed only at its end`, {
      retryable: true,
      fault: 'malformed-reply',
    });
  }
}

/**
 * Removes the thoughts local models write in front of a reply, because players must not read them.
 *
 * A thought without an opening mark is known by its end alone. Replies that are not read live are held until they are whole; so
 * is every reply of a model that has begun so before. Only the first such narration of a model is noticed too late, and that is
 * an error.
 */
export function removeReasoning(provider: Provider, habit: ReasoningHabit = new ReasoningHabit()): Provider {
  return { ...provider, stream: (request) => thoughtless(provider, request, habit) };
}

async function* thoughtless(
  provider: Provider,
  request: ModelRequest,
  habit: ReasoningHabit,
): AsyncGenerator<ReplyPart> {
  const isLive = READ_LIVE.includes(request.step) && request.restartable !== true;
  const reply = new ReasoningFilter({ keepsAll: !isLive || habit.beginsInside });
  for await (const part of provider.stream(request)) {
    const text = part.type === 'text-delta' ? reply.take(part.text) : reply.end();
    noticed(reply, habit, provider);
    if (text !== '') yield { type: 'text-delta', text };
    if (part.type !== 'text-delta') yield part;
  }
}

function noticed(reply: ReasoningFilter, habit: ReasoningHabit, { id }: Provider): void {
  if (reply.hasBegunInside) habit.learn();
  if (reply.hasPassedThought) throw new ReasoningLeaked(id);
}
