import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Json } from '#engine/kit/canonical-json.ts';
import { fileProblem } from '../files/file-problem.ts';
import { LIMITS } from '../files/limits.ts';
import type { FieldPath, Position, Problem } from '../problem.ts';
import { locateIn } from './locate.ts';
import { plainData } from './plain-data.ts';
import { syntaxProblems } from './syntax-problems.ts';

/** Where a field stands: its key, or its value. The nearest enclosing field answers for one that is missing. */
export type Locate = (path: FieldPath, part?: 'key' | 'value') => Position;

export type YamlData = {
  /** Undefined when the text could not be read; then there are problems. */
  readonly data: Json | undefined;
  readonly problems: readonly Problem[];
  readonly locate: Locate;
};

/**
 * Reads YAML 1.2 as plain JSON: no custom tags, no keys that are not text, aliases only within bounds. Never
 * throws. `firstLine` is the line of the file on which the text begins.
 */
export function readYaml(text: string, file: string, firstLine = 1): YamlData {
  if (text.length > LIMITS.yamlCharacters) return tooLong(text, file, firstLine);
  const lines = new LineCounter();
  const document = parsed(text, lines);
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) };
  };
  const locate: Locate = (path, part = 'value') => positionOf(locateIn(document, path, part));
  const syntax = syntaxProblems(document, file, positionOf);
  if (syntax.length > 0) return { data: undefined, problems: syntax, locate };
  const { data, faults } = plainData(document);
  const problems = faults
    .slice(0, LIMITS.problemsPerFile)
    .map(({ code, message, advice, offset }) => fileProblem(code, file, message, advice, positionOf(offset)));
  return { data: problems.length > 0 ? undefined : data, problems, locate };
}

function parsed(text: string, lineCounter: LineCounter): Document.Parsed {
  // Looking for double keys is done while walking: the library compares every key with every other.
  return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, version: '1.2' });
}

function tooLong(text: string, file: string, line: number): YamlData {
  const sentence = `There are ${text.length} characters of YAML; at most ${LIMITS.yamlCharacters} are read.`;
  const problem = fileProblem('too-large', file, sentence, 'Cut it into several files.', { line, column: 1 });
  return { data: undefined, problems: [problem], locate: () => ({ line, column: 1 }) };
}
