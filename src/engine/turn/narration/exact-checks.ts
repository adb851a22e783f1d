import type { FindingKind } from '#engine/contracts/findings.ts';
import { oncePer } from '#engine/kit/once-per.ts';
import type { Finding } from './finding.ts';
import {
  collectIds,
  collectRolls,
  findDice,
  findIds,
  findLabels,
  findSheetNumbers,
  indexLabels,
  indexSheet,
  type LabelIndex,
  type RollNumbers,
  type SheetIndex,
} from './notation-checks.ts';
import type { ProseFacts } from './prose-facts.ts';
import { indexSecrets, type SecretIndex, SecretScanner } from './secret-ngrams.ts';
import { splitSentences } from './sentences.ts';
import { splitWords } from './words.ts';

/** Facts with their indexes. Made once for a turn, while the model thinks; checking a sentence against them is cheap. */
export type PreparedFacts = {
  readonly facts: ProseFacts;
  readonly secrets: SecretIndex;
  readonly knownIds: ReadonlySet<string>;
  readonly labels: LabelIndex;
  readonly rolls: RollNumbers;
  readonly sheet: SheetIndex;
  readonly mostWords: number;
};

/** Prepares facts for the checks. The same facts are prepared once, however many steps ask. */
export const prepareFacts: (facts: ProseFacts) => PreparedFacts = oncePer((facts) => {
  const { lengths, isMajorScene } = facts;
  return {
    facts,
    secrets: indexSecrets(facts.secrets, facts.known),
    knownIds: collectIds(facts.known),
    labels: indexLabels(facts.labels),
    rolls: collectRolls(facts.rolls),
    sheet: indexSheet(facts.sheet),
    mostWords: isMajorScene ? lengths.mostInMajorScenes : lengths.most,
  };
});

/** Checks prose sentence after sentence as it is written. */
export type SentenceChecker = {
  /** Takes the next sentence, with everything up to the next one. A secret may be told over several sentences. */
  readonly checkSentence: (sentence: string) => readonly Finding[];
  /** Returns what can only be said of the whole: its length. */
  readonly end: () => readonly Finding[];
};

const EXPLANATIONS = {
  internal_labels: 'An id, label or mark of the engine stands in the text.',
  dice: 'It tells of dice or numbers of rolls that were not made.',
  sheet_numbers: 'It tells a number of the character sheet.',
  secrets: 'It tells, nearly word for word, something the players have not discovered.',
} as const satisfies Partial<Record<FindingKind, string>>;

/** Quotations are cut to this length. */
const LONGEST_QUOTE = 400;
/** As much of the prose before a sentence is kept as a quotation that began there can need. */
const KEPT_BEFORE = 2000;

/** More findings of one kind say no more, and each costs the repair. */
const MOST_OF_A_KIND = 40;

type ExactKind = keyof typeof EXPLANATIONS;
type Range = { readonly start: number; readonly end: number };

export function createSentenceChecker(prepared: PreparedFacts): SentenceChecker {
  const secrets = new SecretScanner(prepared.secrets);
  const reported = new Map<FindingKind, number>();
  const isReported = ({ kind }: Finding): boolean => {
    const before = reported.get(kind) ?? 0;
    reported.set(kind, before + 1);
    return before < MOST_OF_A_KIND;
  };
  let count = 0;
  let kept = '';
  /** Where the kept text begins in the prose. */
  let base = 0;
  return {
    checkSentence(sentence) {
      const words = splitWords(sentence);
      const piece = { text: sentence, words };
      count += words.length;
      const text = kept + sentence;
      const shift = base + kept.length;
      const toFindings = (kind: ExactKind, places: readonly Range[]) =>
        places.map(({ start, end }): Finding => {
          const from = Math.max(0, start - base);
          const quote = text.slice(from, Math.min(end - base, from + LONGEST_QUOTE));
          return { kind, quote, explanation: EXPLANATIONS[kind], source: 'exact' };
        });
      const here = (places: readonly Range[]) =>
        places.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
      const shifted = words.map((word) => ({ ...word, start: word.start + shift, end: word.end + shift }));
      const findings = [
        ...toFindings('internal_labels', here(findIds(piece, prepared.knownIds))),
        ...toFindings('internal_labels', here(findLabels(piece, prepared.labels))),
        ...toFindings('dice', here(findDice(piece, prepared.rolls))),
        ...toFindings('sheet_numbers', here(findSheetNumbers(piece, prepared.sheet))),
        ...toFindings('secrets', secrets.read(shifted)),
      ];
      kept = text.slice(-KEPT_BEFORE);
      base = shift + sentence.length - kept.length;
      return findings.filter(isReported);
    },
    end() {
      if (count <= prepared.mostWords) return [];
      const explanation = `The narration has ${count} words; the most here is ${prepared.mostWords}.`;
      return [{ kind: 'length', quote: '', explanation, source: 'exact' }];
    },
  };
}

/** Checks a whole narration. Takes time linear in its length. */
export function checkProse(prose: string, prepared: PreparedFacts): readonly Finding[] {
  const checker = createSentenceChecker(prepared);
  return [...splitSentences(prose).flatMap((sentence) => checker.checkSentence(sentence)), ...checker.end()];
}

/** Checks the short texts beside a narration, each by itself: choices, summaries, events, facts. Clean texts are not in the map. */
export function checkTexts(
  texts: readonly string[],
  prepared: PreparedFacts,
): ReadonlyMap<string, readonly Finding[]> {
  const faulty = new Map<string, readonly Finding[]>();
  for (const text of new Set(texts)) {
    const checker = createSentenceChecker(prepared);
    const findings = splitSentences(text).flatMap((sentence) => checker.checkSentence(sentence));
    if (findings.length > 0) faulty.set(text, findings);
  }
  return faulty;
}
