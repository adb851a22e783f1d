import type { Narration } from '#engine/contracts/narration.ts';
import { Outcome } from '#engine/contracts/outcome.ts';
import { type EndReason, type ModelRequest, type Provider, ProviderError } from './provider.ts';
import { NarrationReader, type ReadNarration } from './reading/narration-reader.ts';
import {
  type ChoicesSoFar,
  type NarrationTail,
  readChoicesSoFar,
  readJsonTail,
  readNarrationTail,
} from './reading/narration-tail.ts';
import { NarrationText } from './reading/narration-text.ts';
import { validateReply } from './reading/validate-reply.ts';
import { InvalidReply, ModelRefused } from './structured.ts';
import { ReasoningLeaked } from './wrappers/strip-reasoning.ts';

/** A mark that ends a sentence in any script, and what may close behind it. */
const SENTENCE_END =
  /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"'*_]*(?=\s|$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『])/gu;

/** Cuts an unfinished last sentence off. Text without one whole sentence stays as it is. */
function keepWholeSentences(text: string): string {
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end === 0 ? text : text.slice(0, end);
}

/** A piece of prose. The pieces joined are the beginning of the prose; only a cut reply drops its unfinished last sentence again. */
type ProseDelta = { readonly type: 'prose-delta'; readonly text: string };
/**
 * The prose is complete: its last sentence can leave. It does not come when a reply is cut off inside its prose, so that no half
 * sentence leaves.
 */
type ProseEnd = { readonly type: 'prose-end' };
/**
 * Choices that are written so far, after each line. They come only behind the end of the prose and only when no table is due. A reply
 * in another form than lines has none before its end.
 */
export type ChoicesWritten = { readonly type: 'choices-written' } & ChoicesSoFar;
/** The whole narration. Its `prose` is the final text. */
export type NarrationEnd = {
  readonly type: 'narration-end';
  readonly narration: Narration;
  readonly reason: EndReason;
};
export type NarrationPart = ProseDelta | ProseEnd | ChoicesWritten | NarrationEnd;

/** The whole narration of `outcome: inline`, with the outcome that was written behind it. */
export type InlineNarrationEnd = NarrationEnd & {
  /** Null when the block was missing or broken; the narration is then recorded by `record`. */
  readonly outcome: Outcome | null;
  /** Faults of the block, as sentences for a repair. */
  readonly problems: readonly string[];
};
export type InlineNarrationPart = ProseDelta | ProseEnd | ChoicesWritten | InlineNarrationEnd;

type NarrationOptions = {
  /** Whether a d100 table is due. Rows that were not asked for are dropped. */
  readonly tableDue: boolean;
};

/** Parts that are passed on before a reply has ended. */
type Early = ProseDelta | ProseEnd | ChoicesWritten;

type ReadReply<End> = { readonly rest: string; readonly prose: string; readonly end: End };

/** Reads the pieces of one reply. */
type ReplyReader<End> = {
  readonly push: (text: string) => string;
  readonly isProseComplete: () => boolean;
  /** Returns the choices written so far when there are more than before, or when they are complete by now. */
  readonly takeChoices: () => ChoicesSoFar | null;
  readonly finish: (reason: EndReason) => ReadReply<End>;
};

/**
 * Asks for a narration and passes its prose on as it comes. A reply without prose is requested once more with another seed.
 * Throws `InvalidReply` when the second reply has no prose either, and `ModelRefused` when the model declines. Throws the
 * provider's error when the reply breaks off inside the prose; when it breaks off behind the prose, the part that came is used.
 */
export async function* streamNarration(
  provider: Provider,
  request: ModelRequest,
  options: NarrationOptions,
): AsyncGenerator<NarrationPart> {
  yield* streamTwice(provider, request, () => createTextReader(options));
}

/**
 * Asks for a narration that ends in a fenced JSON block with the fields of the Outcome (`outcome: inline`). Prose, errors and the
 * second attempt are as in `streamNarration`; a faulty block is reported, not thrown.
 */
export async function* streamInlineNarration(
  provider: Provider,
  request: ModelRequest,
  options: NarrationOptions,
): AsyncGenerator<InlineNarrationPart> {
  yield* streamTwice(provider, request, () => createInlineReader(options));
}

/** Reads a whole reply of `outcome: inline`. */
export function readInlineNarration(
  reply: string,
  options: NarrationOptions,
): Pick<InlineNarrationEnd, 'narration' | 'outcome' | 'problems'> {
  const reader = createInlineReader(options);
  reader.push(reply);
  const { narration, outcome, problems } = reader.finish('finished').end;
  return { narration, outcome, problems };
}

async function* streamTwice<End extends NarrationEnd>(
  provider: Provider,
  request: ModelRequest,
  createReader: () => ReplyReader<End>,
): AsyncGenerator<Early | End> {
  const first = yield* streamOnce(provider, { ...request, purpose: 'ask' }, createReader());
  if (first.narration.prose !== '') return yield first;
  const retry = { ...request, seed: `${request.seed}:retry`, purpose: 'retry' } as const;
  const second = yield* streamOnce(provider, retry, createReader());
  if (second.narration.prose === '') {
    throw new InvalidReply(request.step, ['There is no prose in the reply. Write the prose first.']);
  }
  yield second;
}

async function* streamOnce<End extends NarrationEnd>(
  provider: Provider,
  request: ModelRequest,
  reader: ReplyReader<End>,
): AsyncGenerator<Early, End> {
  const { reason, isProseEnded } = yield* streamProse(provider, request, reader);
  if (reason === 'refused') throw new ModelRefused(request.step);
  const { rest, prose, end } = reader.finish(reason);
  if (rest !== '') yield { type: 'prose-delta', text: rest };
  const isCut = reason === 'length' && !isProseEnded;
  if (prose !== '' && !isProseEnded && !isCut) yield { type: 'prose-end' };
  return end;
}

async function* streamProse<End>(
  provider: Provider,
  request: ModelRequest,
  reader: ReplyReader<End>,
): AsyncGenerator<Early, { readonly reason: EndReason; readonly isProseEnded: boolean }> {
  let reason: EndReason = 'length';
  const progress = { hasProse: false, isProseEnded: false };
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'reply-end') reason = part.reason;
      else yield* readPiece(part.type === 'text-delta' ? part.text : '', reader, progress);
    }
  } catch (error) {
    // The prose is there; only the lines behind it broke off.
    if (!progress.isProseEnded || !isOnlyBrokenOff(error)) throw error;
  }
  return { reason, isProseEnded: progress.isProseEnded };
}

function* readPiece<End>(
  piece: string,
  reader: ReplyReader<End>,
  progress: { hasProse: boolean; isProseEnded: boolean },
): Generator<Early> {
  const text = reader.push(piece);
  if (text !== '') {
    progress.hasProse = true;
    yield { type: 'prose-delta', text };
  }
  if (!progress.hasProse || !reader.isProseComplete()) return;
  if (!progress.isProseEnded) {
    progress.isProseEnded = true;
    yield { type: 'prose-end' };
  }
  const choices = reader.takeChoices();
  if (choices !== null) yield { type: 'choices-written', ...choices };
}

/**
 * Tells whether a reply merely broke off. A reply that broke off because a thought was passed on does not count: it has no
 * prose.
 */
function isOnlyBrokenOff(error: unknown): boolean {
  return error instanceof ProviderError && error.retryable && !(error instanceof ReasoningLeaked);
}

function createTextReader({ tableDue }: NarrationOptions): ReplyReader<NarrationEnd> {
  const text = new NarrationText();
  let taken: ChoicesSoFar = { choices: [], isComplete: false };
  return {
    push: (piece) => text.push(piece),
    isProseComplete: () => text.proseComplete,
    takeChoices: () => {
      if (tableDue || taken.isComplete) return null;
      const now = readChoicesSoFar(text.tail);
      if (now.choices.length === taken.choices.length && !now.isComplete) return null;
      taken = now;
      return now;
    },
    finish: (reason) => {
      const isInProse = !text.proseComplete;
      const split = text.end();
      const { prose, rest, tail } =
        split.prose === '' ? readObject(split) : { ...split, tail: readTail(split.tail, reason) };
      const kept = reason === 'length' && isInProse ? keepWholeSentences(prose) : prose;
      return { prose, rest, end: toEnd(kept, tail, reason, tableDue) };
    },
  };
}

/** Reads the lines behind the prose, also when a model wrote them as JSON. */
function readTail(tail: string, reason: EndReason): NarrationTail {
  const isJson = /^\s*(?:[`~]{3,}\s*json\b|[`~]{3,}\s*\{|\{)/i.test(tail);
  return isJson ? readJsonTail(readWithReader(tail).value) : readNarrationTail(tail, reason === 'length');
}

/** Reads a reply that is one JSON object, with its prose in a field. */
function readObject({ tail }: { readonly tail: string }): {
  readonly prose: string;
  readonly rest: string;
  readonly tail: NarrationTail;
} {
  if (!/^\s*(?:[`~]{3,}|\{)/.test(tail)) return { prose: '', rest: '', tail: readNarrationTail(tail) };
  const { prose, value } = readWithReader(tail);
  return { prose, rest: prose, tail: readJsonTail(value) };
}

function readWithReader(text: string): { readonly prose: string; readonly value: unknown } {
  const reader = new NarrationReader();
  reader.push(text);
  const { prose, outcome } = reader.end();
  return { prose, value: outcome.found ? outcome.value : null };
}

function createInlineReader({ tableDue }: NarrationOptions): ReplyReader<InlineNarrationEnd> {
  const reader = new NarrationReader();
  return {
    push: (piece) => reader.push(piece),
    isProseComplete: () => reader.proseComplete,
    takeChoices: () => null,
    finish: (reason) => {
      const isInProse = !reader.proseComplete;
      const read = reader.end();
      const isCut = reason === 'length' && isInProse && read.block === '';
      const prose = isCut ? keepWholeSentences(read.prose) : read.prose;
      const tail = readJsonTail(read.outcome.found ? read.outcome.value : null);
      const { outcome, problems } = readOutcome(read);
      const end = { ...toEnd(prose, tail, reason, tableDue), outcome, problems };
      return { prose: read.prose, rest: read.rest, end };
    },
  };
}

function readOutcome({ outcome }: ReadNarration): Pick<InlineNarrationEnd, 'outcome' | 'problems'> {
  if (!outcome.found) return { outcome: null, problems: [outcome.problem] };
  const read = validateReply(outcome.value, { contract: Outcome, dropInvalidItems: true });
  return read.valid ? { outcome: read.reply, problems: [] } : { outcome: null, problems: read.problems };
}

function toEnd(prose: string, tail: NarrationTail, reason: EndReason, tableDue: boolean): NarrationEnd {
  const { choices, rows, notes } = tail;
  const narration = { prose, choices: [...choices], rows: tableDue ? [...rows] : [], notes };
  return { type: 'narration-end', narration, reason };
}
