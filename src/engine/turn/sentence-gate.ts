import { sentenceEnds } from './checks/text/sentence-ends.ts';
import { wordCut } from './checks/text/word-cut.ts';
import type { Verdict } from './checks/verdict.ts';

/**
 * Stands between prose that is being written and its reader. Whatever `push` and `end` return is released for good; joined
 * together it is the prose, to the last character, unless a check stopped it.
 */
export type SentenceGate = {
  /** Takes the next piece, cut anywhere, and returns what may be shown now. */
  readonly push: (delta: string) => string;
  /** No more will come: returns the rest, or nothing if a check stopped the prose. */
  readonly end: () => string;
  /** What the checks found; grave ones stop a held narration where they were found. */
  readonly verdicts: () => readonly Verdict[];
  readonly isStopped: () => boolean;
  /** What was taken and not released: after a stop, from the sentence that broke a rule to the end. */
  readonly withheld: () => string;
};

/** How much of the prose before a passage the checks are shown along with it, so that long ones stay cheap. */
const LOOK_BACK = 4000;

/**
 * Holds prose back to the end of a sentence, or for about 12 words, and lets it go once `check` has nothing against it. With
 * `immediate` everything is let go at once and the verdicts are only gathered; so it is with what `stops` lets pass.
 */
export function sentenceGate(
  check: (prose: string) => readonly Verdict[],
  release: 'held' | 'immediate' = 'held',
  stops: (verdict: Verdict) => boolean = ({ severity }) => severity === 'grave',
): SentenceGate {
  let text = '';
  let released = 0;
  let checked = 0;
  let found: readonly Verdict[] = [];
  let stopped = false;

  /** Whether the prose up to here may be shown, seen with what is known of what follows. */
  const passes = (seen: number): boolean => {
    checked = seen;
    const fresh = check(text.slice(contextStart(text, released), seen)).filter(
      (verdict) => !isAmong(verdict, found),
    );
    found = [...found, ...fresh];
    return !fresh.some(stops);
  };

  const releaseTo = (end: number, seen: number): string => {
    if (!passes(seen) && release === 'held') {
      stopped = true;
      return '';
    }
    const out = text.slice(released, end);
    released = end;
    return out;
  };

  const settle = (): string => {
    let out = '';
    for (
      let next = nextRelease(text, released);
      next !== null && !stopped;
      next = nextRelease(text, released)
    ) {
      out += releaseTo(next.end, next.seen);
    }
    return out;
  };

  const showAll = (): string => {
    const out = text.slice(released);
    released = text.length;
    return out;
  };

  return {
    push(delta) {
      text += delta;
      if (release === 'held') return stopped ? '' : settle();
      const end = sentenceEnds(text, checked).at(-1) ?? 0;
      if (end > checked) passes(end);
      return showAll();
    },
    end() {
      if (stopped) return '';
      if (release === 'held')
        return settle() + (stopped || released === text.length ? '' : releaseTo(text.length, text.length));
      if (checked < text.length) passes(text.length);
      return showAll();
    },
    verdicts: () => found,
    isStopped: () => stopped,
    withheld: () => text.slice(released),
  };
}

/** The next passage that can be decided on: to the end of a sentence, or else all but the last words of a long one. */
function nextRelease(text: string, released: number): { readonly end: number; readonly seen: number } | null {
  const end = sentenceEnds(text, released).find((at) => at > released);
  if (end !== undefined) return { end, seen: end };
  const pending = wordCut(text.slice(released));
  return pending === null ? null : { end: released + pending.cut, seen: released + pending.seen };
}

/** A paragraph closes every quotation, so the checks may begin to read at one. */
function contextStart(text: string, released: number): number {
  const earliest = released - LOOK_BACK;
  if (earliest <= 0) return 0;
  const paragraph = text.indexOf('\n\n', earliest);
  return paragraph === -1 || paragraph > released ? 0 : paragraph + 2;
}

/** A remark on the beginning of a long sentence is the same as one on all of it; a grave verdict is never known by a slight one. */
function isAmong({ check, severity, excerpt }: Verdict, known: readonly Verdict[]): boolean {
  return known.some(
    (verdict) =>
      verdict.check === check &&
      (verdict.excerpt === excerpt || (severity === 'slight' && excerpt.startsWith(verdict.excerpt))) &&
      (severity === 'slight' || verdict.severity === 'grave'),
  );
}
