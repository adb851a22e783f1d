import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { FieldPath } from '../problem.ts';

/** The offset of a field, or of the innermost field around it that exists. */
export function locateIn(document: Document.Parsed, path: FieldPath, part: 'key' | 'value'): number {
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
