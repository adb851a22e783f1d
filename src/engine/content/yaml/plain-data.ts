import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Json } from '#engine/kit/canonical-json.ts';
import { LIMITS } from '../files/limits.ts';

/** Something YAML can say and a pack may not. */
export type YamlFault = {
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

/** The document as JSON, walked by hand: bounded in depth, size and aliases, so that no bomb can go off. */
export function plainData(document: Document.Parsed): { data: Json; faults: readonly YamlFault[] } {
  const walk: Walk = { document, faults: [], nodes: 0, aliases: 0 };
  const data = dataOf(walk, document.contents, 0);
  return { data, faults: walk.faults };
}

function dataOf(walk: Walk, node: Node | null, depth: number): Json {
  if (node === null) return null;
  walk.nodes += 1;
  if (walk.nodes > LIMITS.yamlNodes) return tooMuch(walk, node, `more than ${LIMITS.yamlNodes} values`);
  if (depth > LIMITS.yamlDepth) return tooMuch(walk, node, `more than ${LIMITS.yamlDepth} levels`);
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
  return walk.nodes > LIMITS.yamlNodes || walk.faults.length > LIMITS.problemsPerFile;
}

function aliased(walk: Walk, node: Node, depth: number): Json {
  walk.aliases += 1;
  if (walk.aliases > LIMITS.yamlAliases)
    return tooMuch(walk, node, `more than ${LIMITS.yamlAliases} aliases`);
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
