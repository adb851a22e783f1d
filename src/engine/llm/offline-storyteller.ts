import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { NarrateInput } from './narrate-input.ts';
import { dmOffline } from './offline/answer-question.ts';
import { resolveOffline } from './offline/apply-rules.ts';
import { asWritten } from './offline/as-written.ts';
import { godOffline, thinkOffline } from './offline/modes.ts';
import { proposeOutcome } from './offline/propose-outcome.ts';
import { readCarefully } from './offline/read-carefully.ts';
import { reflectOffline } from './offline/reflect.ts';
import { retellOffline } from './offline/retell.ts';
import { RepairInput, setRight } from './offline/set-right.ts';
import { interpretOffline, planOffline, routeOffline } from './offline/small-steps.ts';
import {
  chapterOffline,
  profileOffline,
  recapOffline,
  runningOffline,
  sessionOffline,
} from './offline/summaries.ts';
import { tellScene } from './offline/telling/tell-scene.ts';
import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from './provider.ts';
import { sleep } from './sleep.ts';
import {
  InterpretInput,
  ModeInput,
  PlanInput,
  ReflectInput,
  ResolveInput,
  RouteInput,
} from './step-inputs.ts';

/** The steps a person reads while they are said. */
const TOLD = ['narrate', 'retell'];
/** How many words are said together. */
const WORDS_AT_ONCE = 3;

/**
 * The provider in use when no language model is: it answers each step's contract from the structured input,
 * with seeded phrases, so that the same seed and the same scene always give the same words.
 */
export function offlineStoryteller(options: { readonly wordsPerSecond: number }): Provider {
  return { id: 'offline/storyteller', stream: (request) => reply(request, options.wordsPerSecond) };
}

async function* reply(request: ModelRequest, wordsPerSecond: number): AsyncGenerator<ReplyPart> {
  const text = compose(request);
  // Only what a person reads is said at a reader's pace.
  const isTold = TOLD.includes(request.step) && wordsPerSecond > 0;
  const millisecondsPerPiece = isTold ? (1000 * WORDS_AT_ONCE) / wordsPerSecond : 0;
  for (const piece of piecesOf(text)) {
    request.signal.throwIfAborted();
    yield { type: 'text-delta', text: piece };
    if (millisecondsPerPiece > 0) await sleep(millisecondsPerPiece, request.signal);
  }
  const usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };
  yield { type: 'reply-end', reason: 'finished', usage };
}

type Answer = (input: unknown, seed: string) => string;

/** How each step is answered. Everything is made from the step's own input, and from nothing else. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  narrate: (given, seed) => {
    const input = readCarefully(NarrateInput.parse(given));
    const prose = tellScene(input, keyedRandom(seed, 'prose'));
    const outcome = proposeOutcome(input, keyedRandom(seed, 'outcome'));
    return `${prose}\n\n\`\`\`json\n${JSON.stringify(outcome)}\n\`\`\`\n`;
  },
  route: (given) => {
    const input = RouteInput.parse(given);
    const names = input.characters.map(({ name }) => name);
    return JSON.stringify(routeOffline({ ...input, playerText: asWritten(input.playerText, names) }));
  },
  interpret: (given) => JSON.stringify(interpretOffline(readCarefully(InterpretInput.parse(given)))),
  plan: (given, seed) => JSON.stringify(planOffline(PlanInput.parse(given), keyedRandom(seed, 'plan'))),
  resolve: (given) => JSON.stringify(resolveOffline(readCarefully(ResolveInput.parse(given)))),
  reflect: (given, seed) =>
    JSON.stringify(reflectOffline(ReflectInput.parse(given), keyedRandom(seed, 'reflect'))),
  'mode-dm': (given) => dmOffline(ModeInput.parse(given)),
  'mode-think': (given) => JSON.stringify(thinkOffline(ModeInput.parse(given))),
  'mode-god': (given) => JSON.stringify(godOffline(ModeInput.parse(given))),
  'profile-refresh': profileOffline,
  'chapter-summary': chapterOffline,
  'running-summary': runningOffline,
  'session-summary': sessionOffline,
  recap: recapOffline,
  retell: (given, seed) => retellOffline(given, keyedRandom(seed, 'retell')),
  'check-repair': (given) => setRight(RepairInput.parse(given)),
};

function compose({ step, input, seed }: ModelRequest): string {
  const answer = ANSWERS[step];
  if (answer === undefined) {
    throw new ProviderError(`the offline storyteller has no answer for the step ${step}`, {
      retryable: false,
    });
  }
  return answer(input, seed);
}

function piecesOf(text: string): string[] {
  return text.match(new RegExp(`(?:\\S+\\s*){1,${WORDS_AT_ONCE}}|\\s+`, 'g')) ?? [];
}
