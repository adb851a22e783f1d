import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Json } from '#engine/util/canonical-json.ts';
import { createFileProblem, type FieldPath, type Position, type Problem } from '../problem.ts';
import { PACK_LIMITS } from './limits.ts';

/** Returns the offset of a field, or of the innermost field around it that exists. */
function locateField(document: Document.Parsed, path: FieldPath, part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [at, step] of path.entries()) {
    const found = childOf(document, node, step);
    if (found === null) return offset;
    const wantsKey = part === 'key' && at === path.length - 1;
    offset = (wantsKey ? found.key : (found.value ?? found.key)) ?? offset;
    node = found.node;
  }
  return offset;
}

type Child = { readonly node: unknown; readonly key: number | undefined; readonly value: number | undefined };

function childOf(document: Document.Parsed, parent: unknown, step: string | number): Child | null {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isMap(node)) return pairNamed(node.items, String(step));
  if (!isSeq(node) || typeof step !== 'number') return null;
  const item = node.items[step];
  return item === undefined ? null : { node: item, key: startOf(item), value: startOf(item) };
}

function pairNamed(pairs: readonly Pair[], name: string): Child | null {
  const pair = pairs.find(({ key }) => isScalar(key) && String(key.value) === name);
  return pair === undefined ? null : { node: pair.value, key: startOf(pair.key), value: startOf(pair.value) };
}

function startOf(node: unknown): number | undefined {
  if (isPair(node)) return startOf(node.key);
  const isNode = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
  return isNode ? (node as Node).range?.[0] : undefined;
}

/** YAML syntax that packs do not allow, with its place in the text. */
type YamlFault = {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  readonly offset: number;
};

type Walk = {
  readonly document: Document.Parsed;
  readonly faults: YamlFault[];
  nodes: number;
  aliases: number;
};

const FORBIDDEN: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const PLAIN_TAGS = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

/** Converts the document to JSON. Limits depth, size and aliases, so that a YAML bomb does no harm. */
function toPlainData(document: Document.Parsed): { data: Json; faults: readonly YamlFault[] } {
  const walk: Walk = { document, faults: [], nodes: 0, aliases: 0 };
  const data = dataOf(walk, document.contents, 0);
  return { data, faults: walk.faults };
}

function dataOf(walk: Walk, node: Node | null, depth: number): Json {
  if (node === null) return null;
  walk.nodes += 1;
  if (walk.nodes > PACK_LIMITS.yamlNodes)
    return tooMuch(walk, node, `more than ${PACK_LIMITS.yamlNodes} values`);
  if (depth > PACK_LIMITS.yamlDepth) return tooMuch(walk, node, `more than ${PACK_LIMITS.yamlDepth} levels`);
  if (isAlias(node)) return aliased(walk, node, depth);
  if (node.tag !== undefined && !PLAIN_TAGS.test(node.tag)) {
    return fault(
      walk,
      node,
      'bad-tag',
      `The tag ${node.tag.slice(0, 60)} is not allowed.`,
      'Remove it, or put the text in quotes.',
    );
  }
  if (isMap(node)) return mapOf(walk, node, depth);
  if (isSeq(node)) {
    // The items of a sequence are nodes or null; the library's type leaves them open.
    return node.items.map((item) =>
      walk.faults.length > 0 && isOver(walk) ? null : dataOf(walk, item as Node, depth + 1),
    );
  }
  return isScalar(node) ? scalarOf(walk, node) : null;
}

function isOver(walk: Walk): boolean {
  return walk.nodes > PACK_LIMITS.yamlNodes || walk.faults.length > PACK_LIMITS.problemsPerFile;
}

function aliased(walk: Walk, node: Node, depth: number): Json {
  walk.aliases += 1;
  if (walk.aliases > PACK_LIMITS.yamlAliases)
    return tooMuch(walk, node, `more than ${PACK_LIMITS.yamlAliases} aliases`);
  const target = isAlias(node) ? node.resolve(walk.document) : undefined;
  if (target === undefined) {
    return fault(
      walk,
      node,
      'bad-alias',
      'This alias has no anchor.',
      'Put text that begins with * in quotes.',
    );
  }
  return dataOf(walk, target, depth + 1);
}

function mapOf(walk: Walk, map: YAMLMap, depth: number): Json {
  const data: Record<string, Json> = {};
  for (const pair of map.items) {
    if (isOver(walk)) break;
    if (!isPair(pair)) continue;
    const key = keyOf(walk, pair.key, map);
    if (key === null) continue;
    if (Object.hasOwn(data, key)) {
      fault(
        walk,
        pair.key,
        'double-key',
        `The key ${key} stands here for the second time.`,
        'Keep one of them.',
      );
      continue;
    }
    // A pair's value is a node or null; the library's type leaves it open.
    data[key] = dataOf(walk, (pair.value ?? null) as Node | null, depth + 1);
  }
  return data;
}

function keyOf(walk: Walk, key: unknown, map: YAMLMap): string | null {
  const value = isScalar(key) ? key.value : undefined;
  if (typeof value !== 'string' && typeof value !== 'number') {
    fault(
      walk,
      isScalar(key) ? key : map,
      'bad-key',
      'A key must be a word.',
      'Write a word, or put the key in quotes.',
    );
    return null;
  }
  const text = String(value);
  if (!FORBIDDEN.includes(text)) return text;
  fault(walk, key, 'bad-key', `The key ${text} is not allowed.`, 'Choose another name.');
  return null;
}

function scalarOf(walk: Walk, scalar: Scalar): Json {
  const { value } = scalar;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const shown = String(scalar.source ?? value).slice(0, 40);
  return fault(
    walk,
    scalar,
    'bad-value',
    `${shown} is not a value a pack can hold.`,
    'Put it in quotes, or write a plain number.',
  );
}

function tooMuch(walk: Walk, node: unknown, what: string): Json {
  if (walk.faults.some(({ code }) => code === 'too-much-yaml')) return null;
  return fault(walk, node, 'too-much-yaml', `The file unfolds to ${what}.`, 'Cut it into several files.');
}

function fault(walk: Walk, node: unknown, code: string, message: string, advice: string): null {
  const offset = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0;
  walk.faults.push({ code, message, advice, offset });
  return null;
}

type Advice = readonly [RegExp, string];

const ADVICE: readonly Advice[] = [
  [/call stack/i, `Nest at most ${PACK_LIMITS.yamlDepth} levels.`],
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

/** Reports the syntax errors of the YAML parser, with advice for the usual slips. */
function findSyntaxProblems(
  document: Document.Parsed,
  file: string,
  positionOf: (offset: number) => Position,
): readonly Problem[] {
  return [...document.errors, ...document.warnings]
    .slice(0, PACK_LIMITS.problemsPerFile)
    .map(({ message, pos }) => {
      const sentence = /call stack/i.test(message) ? 'it is nested too deeply' : firstSentence(message);
      return createFileProblem(
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

/** Returns the position of a field's key or value. For a missing field, returns that of the nearest enclosing field. */
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
  if (text.length > PACK_LIMITS.yamlCharacters) return tooLong(text, file, firstLine);
  const lines = new LineCounter();
  const document = parsed(text, lines);
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) };
  };
  const locate: Locate = (path, part = 'value') => positionOf(locateField(document, path, part));
  const syntax = findSyntaxProblems(document, file, positionOf);
  if (syntax.length > 0) return { data: undefined, problems: syntax, locate };
  const { data, faults } = toPlainData(document);
  const problems = faults
    .slice(0, PACK_LIMITS.problemsPerFile)
    .map(({ code, message, advice, offset }) =>
      createFileProblem(code, file, message, advice, positionOf(offset)),
    );
  return { data: problems.length > 0 ? undefined : data, problems, locate };
}

function parsed(text: string, lineCounter: LineCounter): Document.Parsed {
  // Looking for double keys is done while walking: the library compares every key with every other.
  return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, version: '1.2' });
}

function tooLong(text: string, file: string, line: number): YamlData {
  const sentence = `There are ${text.length} characters of YAML; at most ${PACK_LIMITS.yamlCharacters} are read.`;
  const problem = createFileProblem('too-large', file, sentence, 'Cut it into several files.', {
    line,
    column: 1,
  });
  return { data: undefined, problems: [problem], locate: () => ({ line, column: 1 }) };
}
