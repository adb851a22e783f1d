import type { Document } from 'yaml';
import { fileProblem } from '../files/file-problem.ts';
import { LIMITS } from '../files/limits.ts';
import type { Position, Problem } from '../problem.ts';

type Advice = readonly [RegExp, string];

const ADVICE: readonly Advice[] = [
  [/call stack/i, `Nest at most ${LIMITS.yamlDepth} levels.`],
  [/multiple documents/i, 'Keep one document in a file: remove the second line ---.'],
  [/tab/i, 'Indent with spaces, never with tabs.'],
  [
    /nested mappings|implicit|block mapping|compact mapping/i,
    'Put text that holds a colon in quotes: "like: this".',
  ],
  [/flow/i, 'Close every [ and { and put commas between the entries.'],
  [
    /without - indicator/i,
    'Begin every entry of a list with - and give all of them the same number of spaces.',
  ],
  [/indent|same column/i, 'Give the keys of one level the same number of spaces.'],
  [/closing|quote/i, 'Close the quotes, or double a quote inside single quotes.'],
  [/alias|anchor/i, 'Put text that begins with & or * in quotes.'],
  [/tag/i, 'Put text that begins with ! in quotes.'],
];

/** What the YAML parser itself could not understand, with advice for the usual slips. */
export function syntaxProblems(
  document: Document.Parsed,
  file: string,
  positionOf: (offset: number) => Position,
): readonly Problem[] {
  return [...document.errors, ...document.warnings]
    .slice(0, LIMITS.problemsPerFile)
    .map(({ message, pos }) => {
      const sentence = /call stack/i.test(message) ? 'it is nested too deeply' : firstSentence(message);
      return fileProblem(
        'bad-yaml',
        file,
        `This is not valid YAML: ${sentence}.`,
        adviceFor(message),
        positionOf(pos[0]),
      );
    });
}

function firstSentence(message: string): string {
  const line = (message.split(/[\n;]/)[0] ?? '').slice(0, 160);
  return line.replace(/[.:]+$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

function adviceFor(message: string): string {
  const found = ADVICE.find(([pattern]) => pattern.test(message));
  return found?.[1] ?? 'Compare the line with the example in content_packs/README.md.';
}
