import { splitSentences } from '#engine/util/split-sentences.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import { type Finding, type FindingPolicies, isReleaseStopped } from './decide-on-findings.ts';
import { createSentenceChecker, type PreparedFacts } from './exact-checks.ts';

/**
 * When players see prose. `held`: sentence by sentence, after the exact checks. `immediate`: at once; findings are only gathered.
 * `reviewed`: nothing until `approve` is called.
 */
export type ReleaseMode = 'held' | 'immediate' | 'reviewed';

/**
 * Releases prose to readers while it is being written. Everything that `push`, `end` and `approve` return is released for
 * good. Joined, it is the prose to the last character, unless a finding stopped it.
 */
export type SentenceRelease = {
  /** Takes the next piece of prose, cut anywhere, and returns what may be shown now. */
  readonly push: (delta: string) => string;
  /** Returns the rest that may be shown. Called as soon as the prose ends, before anything that follows it is read. */
  readonly end: () => string;
  /** Releases all that was withheld, after a review or when findings are told with a flag. */
  readonly approve: () => string;
  /** Findings of the exact checks so far; complete after `end`. */
  readonly findings: () => readonly Finding[];
  /** Tells whether a finding stopped the release. Prose is still taken and checked. */
  readonly isStopped: () => boolean;
  /** Returns what was taken and not released. */
  readonly withheld: () => string;
};

type Options = {
  readonly facts: PreparedFacts;
  readonly policies: FindingPolicies;
  readonly mode: ReleaseMode;
};

/** A sentence is not waited for any longer than this; it is checked and released in parts. It also bounds the work for each delta. */
const LONGEST_PENDING = 600;
const MAY_END = /[\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;
const LETTER = /\p{L}/u;

/** Releases streamed prose sentence by sentence. Takes time linear in the length of the prose, however it is cut. */
export function createSentenceRelease({ facts, policies, mode }: Options): SentenceRelease {
  const checker = createSentenceChecker(facts);
  const findings: Finding[] = [];
  /** Not yet checked. */
  let pending = '';
  /** Whether a sentence may have ended in it. */
  let mayEnd = false;
  /** Checked or shown out of turn, and not released. */
  let held: string[] = [];
  let isStopped = false;

  const gather = (found: readonly Finding[]): boolean => {
    findings.push(...found);
    return found.some((finding) => isReleaseStopped(finding, policies));
  };

  /** Checks a sentence and returns it, if it may be shown. */
  const settle = (sentence: string): string => {
    if (gather(checker.checkSentence(sentence))) isStopped = true;
    if (mode === 'immediate') return '';
    if (mode === 'held' && !isStopped) return sentence;
    held.push(sentence);
    return '';
  };

  const settleAll = (sentences: readonly string[]): string => {
    let shown = '';
    for (const sentence of sentences) shown += settle(sentence);
    return shown;
  };

  return {
    push(delta) {
      pending += delta;
      mayEnd ||= MAY_END.test(delta);
      if (pending.length > LONGEST_PENDING || (mayEnd && LETTER.test(delta))) {
        const { complete, rest } = takeComplete(pending);
        pending = rest;
        mayEnd = MAY_END.test(rest);
        const shown = settleAll(complete);
        if (mode !== 'immediate') return shown;
      }
      return mode === 'immediate' ? delta : '';
    },
    end() {
      const shown = settleAll(splitSentences(pending));
      pending = '';
      gather(checker.end());
      return shown;
    },
    approve() {
      const shown = held.join('');
      held = [];
      return shown;
    },
    findings: () => findings,
    isStopped: () => mode !== 'immediate' && isStopped,
    withheld: () => held.join('') + (mode === 'immediate' ? '' : pending),
  };
}

/**
 * Takes the sentences that are complete: all but the last. Every later sentence begins with a letter, and from that letter on
 * Unicode's rules no longer join it to the one before.
 */
function takeComplete(pending: string): { readonly complete: readonly string[]; readonly rest: string } {
  const sentences = splitSentences(pending);
  const last = sentences.at(-1) ?? '';
  const complete = sentences.slice(0, -1);
  if (last.length <= LONGEST_PENDING) return { complete, rest: last };
  const cut = findWordBoundary(last);
  return { complete: [...complete, last.slice(0, cut)], rest: last.slice(cut) };
}

const words = new Intl.Segmenter('und', { granularity: 'word' });
/** So much of the end is looked at for a place between two words. */
const TAIL = 200;

/** Finds the last place between two words, or one that at least divides no character. */
function findWordBoundary(text: string): number {
  const from = text.length - TAIL;
  const starts = [...words.segment(text.slice(from))].map(({ index }) => from + index);
  const start = starts.findLast((at) => at > from && !isInsidePair(text, at)) ?? text.length - 2;
  return isInsidePair(text, start) ? start - 1 : start;
}

function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

/**
 * Chooses when players see prose. A policy of `fail` for any kind of finding holds it until the judge has answered. So does a
 * player's language other than the pack's while secrets are in the prompt: the exact checks compare words.
 */
export function chooseReleaseMode(
  { playbook, language }: Pick<TurnContext, 'playbook'> & Pick<ReadingResult, 'language'>,
  { hasSecrets }: { readonly hasSecrets: boolean },
): ReleaseMode {
  const { release, on_finding: policies } = playbook.mechanics;
  if (Object.values(policies).includes('fail')) return 'reviewed';
  const isForeign = language !== '' && !isSameLanguage(language, playbook.language);
  return isForeign && hasSecrets ? 'reviewed' : release;
}

/** Tells whether two BCP 47 tags name the same language, ignoring the region. */
function isSameLanguage(one: string, other: string): boolean {
  const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return primary(one) === primary(other);
}
