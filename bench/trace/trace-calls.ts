import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'vitest/node';

/** Records which file each called function belongs to, in the order of the calls. */
export type CallTrace = {
  start(): void;
  /** Stops recording. Returns the files in the order of their first call, and the number of calls. */
  stop(): { readonly files: readonly string[]; readonly calls: number };
};

type Insertion = { readonly at: number; readonly text: string };
type AstNode = { readonly type: string; readonly start: number; readonly end: number };

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const REPORT = '__reportCall';

/**
 * Traces every function under a folder. Modules that are loaded afterwards get a report at the start of each function
 * body, so the code at module level is not counted. Modules that are loaded already are not seen.
 */
export function traceCalls(folder: string): CallTrace {
  const root = pathToFileURL(`${folder}/`).href;
  const files = new Set<string>();
  let calls = 0;
  let isRecording = false;
  const report = (file: string): void => {
    if (!isRecording) return;
    calls += 1;
    files.add(file);
  };
  Object.defineProperty(globalThis, REPORT, { value: report });
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith(root) || !url.endsWith('.ts')) return nextLoad(url, context);
      const path = fileURLToPath(url);
      const file = relative(process.cwd(), path);
      return {
        format: 'module',
        source: insertReports(readFileSync(path, 'utf8'), file),
        shortCircuit: true,
      };
    },
  });
  return {
    start() {
      files.clear();
      calls = 0;
      isRecording = true;
    },
    stop() {
      isRecording = false;
      return { files: [...files], calls };
    },
  };
}

function insertReports(typescript: string, file: string): string {
  const source = stripTypeScriptTypes(typescript);
  const insertions: Insertion[] = [];
  collectInsertions(parseAst(source), `globalThis.${REPORT}(${JSON.stringify(file)})`, insertions);
  const parts: string[] = [];
  let position = 0;
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    parts.push(source.slice(position, at), text);
    position = at;
  }
  return `${parts.join('')}${source.slice(position)}`;
}

function collectInsertions(value: unknown, call: string, insertions: Insertion[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectInsertions(item, call, insertions);
    return;
  }
  if (!isNode(value)) return;
  const body = FUNCTIONS.has(value.type) && 'body' in value ? value.body : null;
  if (isNode(body)) insertions.push(...reportIn(body, call));
  for (const child of Object.values(value)) collectInsertions(child, call, insertions);
}

function reportIn(body: AstNode, call: string): readonly Insertion[] {
  if (body.type === 'BlockStatement') return [{ at: body.start + 1, text: `${call};` }];
  return [
    { at: body.start, text: `(${call}, ` },
    { at: body.end, text: ')' },
  ];
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}
