/** Lists for each module the modules it may import. A module is a folder of src or of src/engine. */
export const MODULES: Readonly<Record<string, readonly string[]>> = {
  'engine/util': [],
  'engine/domain': ['engine/util'],
  retrieval: ['engine/util'],
  'engine/language': [],
  'engine/srd5e': ['engine/util'],
  'engine/rules': ['engine/util', 'engine/srd5e'],
  'engine/characters': ['engine/util', 'engine/rules', 'engine/srd5e'],
  'engine/state': ['engine/util', 'engine/domain', 'engine/rules', 'engine/srd5e', 'engine/characters'],
  'engine/memory': ['engine/util', 'engine/domain', 'engine/rules', 'engine/state'],
  'engine/content': [
    'engine/util',
    'engine/domain',
    'engine/rules',
    'engine/srd5e',
    'engine/characters',
    'engine/state',
    'retrieval',
  ],
  'engine/contracts': ['engine/util'],
  'engine/llm': ['engine/util', 'engine/contracts'],
  'engine/offline': ['engine/util', 'engine/contracts', 'engine/llm'],
  'engine/prompt': ['engine/util', 'engine/content', 'engine/contracts', 'engine/llm', 'engine/state'],
  'engine/store': ['engine/util', 'engine/domain', 'engine/state'],
  'engine/authoring': ['engine/util', 'engine/domain', 'engine/content', 'engine/store'],
  'engine/live': ['engine/util', 'engine/domain', 'engine/rules', 'engine/store'],
  'engine/interchange': ['engine/util', 'engine/content', 'retrieval'],
  'engine/turn': [
    'engine/util',
    'engine/characters',
    'engine/domain',
    'engine/rules',
    'engine/srd5e',
    'engine/state',
    'engine/memory',
    'engine/content',
    'engine/contracts',
    'engine/language',
    'engine/llm',
    'engine/prompt',
    'engine/store',
    'engine/live',
    'retrieval',
  ],
  'engine/scenario': [
    'engine/util',
    'engine/authoring',
    'engine/rules',
    'engine/state',
    'engine/content',
    'engine/llm',
    'engine/prompt',
  ],
  'engine/replay': [
    'engine/util',
    'engine/domain',
    'engine/rules',
    'engine/state',
    'engine/memory',
    'engine/content',
    'engine/llm',
    'engine/prompt',
    'engine/store',
    'engine/live',
    'engine/turn',
    'retrieval',
  ],
  chat: [
    'engine/util',
    'engine/domain',
    'engine/rules',
    'engine/content',
    'engine/store',
    'engine/live',
    'engine/turn',
    'schema',
  ],
  client: [],
  mcp: ['client', 'schema'],
  studio: [],
  config: ['engine/util', 'engine/llm', 'schema'],
  server: [
    'config',
    'engine/util',
    'engine/authoring',
    'engine/domain',
    'engine/language',
    'engine/rules',
    'engine/content',
    'engine/llm',
    'engine/offline',
    'engine/prompt',
    'engine/store',
    'engine/live',
    'engine/turn',
    'engine/scenario',
    'engine/replay',
    'retrieval',
    'schema',
    'chat',
    'client',
    'mcp',
  ],
  cli: [
    'config',
    'client',
    'mcp',
    'engine/util',
    'engine/domain',
    'engine/content',
    'engine/interchange',
    'engine/rules',
    'engine/state',
    'engine/store',
    'engine/replay',
    'engine/llm',
    'retrieval',
    'server',
  ],
  schema: [
    'engine/util',
    'engine/characters',
    'engine/authoring',
    'engine/domain',
    'engine/offline',
    'engine/rules',
    'engine/srd5e',
    'engine/state',
    'engine/memory',
    'engine/content',
    'engine/interchange',
    'engine/llm',
    'engine/prompt',
    'engine/store',
    'engine/live',
    'engine/turn',
    'engine/scenario',
    'engine/replay',
    'retrieval',
  ],
};

/** Lists for each library the modules that may import it. All others use the project's own contracts. */
export const LIBRARY_MODULES: Readonly<Record<string, readonly string[]>> = {
  '@lancedb/lancedb': ['retrieval'],
  'apache-arrow': ['retrieval'],
  re2js: ['retrieval'],
  fflate: ['engine/interchange'],
  '@mikro-orm': ['engine/store'],
  kysely: ['engine/store'],
  '@anthropic-ai/sdk': ['engine/llm'],
  openai: ['engine/llm'],
  '@modelcontextprotocol/sdk': ['mcp'],
  ajv: ['engine/rules'],
  yaml: ['engine/content', 'engine/prompt'],
  semver: ['engine/content'],
  graphql: ['schema'],
  'graphql-yoga': ['schema'],
  'graphql-ws': ['schema'],
  'graphql-scalars': ['schema'],
  '@graphql-yoga': ['schema'],
  '@pothos': ['schema'],
  dataloader: ['schema'],
  ws: ['schema'],
  jose: ['schema'],
  react: ['studio'],
  'react-dom': ['studio'],
  urql: ['studio'],
  '@urql': ['studio'],
  'gql.tada': ['studio'],
  'graphql-sse': ['studio'],
  wouter: ['studio'],
  vite: ['studio'],
  '@vitejs': ['studio'],
  'lru-cache': ['engine/util'],
  pino: ['server'],
  'prom-client': ['server'],
  '@opentelemetry': ['server'],
};

/**
 * Files that lie flat in their module although no other module imports them.
 * The first group is where a reader starts in a module; the second waits for its first importer.
 * The list may only shrink: a file of an internal folder needs no entry here.
 */
export const FLAT_INTERNAL_FILES: readonly string[] = [
  'engine/turn/context.ts',
  'engine/turn/pipeline.ts',
  'engine/turn/turn.ts',
  'schema/builder.ts',
  'schema/connection.ts',
  'schema/endpoints.ts',
  'schema/loaders.ts',
  'schema/schema.ts',
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

/** Returns the module of a file, whose path is relative to src; null for files outside of modules (main.ts). */
export function findModule(file: string): string | null {
  const match = /^(engine\/[a-z0-9-]+|[a-z0-9-]+)\//.exec(file);
  return match?.[1] ?? null;
}

/** Describes every import of a file that the map does not allow. `file` is relative to src. */
export function findForbiddenImports(file: string, source: string): string[] {
  const module = findModule(file);
  if (module === null) return [];
  return listImports(source).flatMap((specifier) => checkImport(file, module, specifier) ?? []);
}

/**
 * Returns the flat files of all modules that no other module imports and that are no entry points.
 * `sources` maps paths relative to src to their text; `entryPoints` are files that something outside of src starts.
 */
export function findFlatInternalFiles(
  sources: ReadonlyMap<string, string>,
  entryPoints: ReadonlySet<string>,
): string[] {
  const imported = new Set(entryPoints);
  for (const [file, source] of sources) {
    for (const specifier of listImports(source)) {
      const target = toPath(file, specifier);
      if (target !== null && findModule(target) !== findModule(file)) imported.add(target);
    }
  }
  return [...sources.keys()].filter((file) => isFlat(file) && !imported.has(file)).sort();
}

function isFlat(file: string): boolean {
  const module = findModule(file);
  return module !== null && !file.slice(module.length + 1).includes('/');
}

function listImports(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function toPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? new URL(specifier, `file:///${file}`).pathname.slice(1) : null;
}

function checkImport(file: string, module: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return checkRelativeImport(file, module, specifier);
  if (specifier.startsWith('#')) return checkModuleImport(file, module, specifier);
  return checkLibraryImport(file, module, specifier);
}

function checkRelativeImport(file: string, module: string, specifier: string): string | null {
  const target = toPath(file, specifier) ?? '';
  return findModule(target) === module
    ? null
    : `${file} imports ${specifier} from outside of ${module}; use a # import`;
}

function checkModuleImport(file: string, module: string, specifier: string): string | null {
  const target = specifier.slice(1);
  if (target === 'config') return null;
  const targetModule = findModule(target);
  if (targetModule === null || MODULES[targetModule] === undefined)
    return `${file} imports ${specifier}, which belongs to no module of the map`;
  if (targetModule === module)
    return `${file} imports its own module ${module} by ${specifier}; use a relative import`;
  if (!MODULES[module]?.includes(targetModule)) return `${file} imports ${targetModule}; ${module} may not`;
  return isFlat(target) ? null : `${file} imports ${specifier} from an internal folder of ${targetModule}`;
}

function checkLibraryImport(file: string, module: string, specifier: string): string | null {
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  const allowed = LIBRARY_MODULES[name] ?? LIBRARY_MODULES[parts[0] ?? ''];
  if (allowed === undefined || allowed.includes(module)) return null;
  return `${file} imports ${name}; only ${allowed.join(' and ')} may`;
}
