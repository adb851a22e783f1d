/** Who may import whom. A room is a folder of src; `util` is open to all. Printed in the README's map. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'engine/util': [],
  'engine/domain': [],
  retrieval: ['engine/util'],
  'engine/language': [],
  'engine/rules': ['engine/util'],
  'engine/state': ['engine/util', 'engine/rules'],
  'engine/memory': ['engine/util', 'engine/domain', 'engine/rules', 'engine/state'],
  'engine/content': ['engine/util', 'engine/rules', 'engine/state', 'retrieval'],
  'engine/contracts': ['engine/util'],
  'engine/llm': ['engine/util', 'engine/contracts'],
  'engine/offline': ['engine/util', 'engine/contracts', 'engine/llm'],
  'engine/prompt': ['engine/util', 'engine/content', 'engine/contracts', 'engine/llm', 'engine/state'],
  'engine/store': ['engine/util', 'engine/domain', 'engine/state'],
  'engine/live': ['engine/util', 'engine/store'],
  'engine/turn': [
    'engine/util',
    'engine/domain',
    'engine/rules',
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
    'engine/rules',
    'engine/state',
    'engine/content',
    'engine/llm',
    'engine/prompt',
  ],
  'engine/replay': [
    'engine/util',
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
  config: ['engine/util', 'engine/llm', 'schema'],
  server: [
    'config',
    'engine/util',
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
  ],
  cli: [
    'config',
    'engine/util',
    'engine/domain',
    'engine/content',
    'engine/state',
    'engine/store',
    'engine/replay',
    'retrieval',
    'server',
  ],
  schema: [
    'engine/util',
    'engine/domain',
    'engine/offline',
    'engine/rules',
    'engine/state',
    'engine/memory',
    'engine/content',
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

/** The only rooms that may name a library; everything else sees our own contracts. */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  '@lancedb/lancedb': ['retrieval'],
  'apache-arrow': ['retrieval'],
  '@mikro-orm': ['engine/store'],
  kysely: ['engine/store'],
  '@anthropic-ai/sdk': ['engine/llm'],
  openai: ['engine/llm'],
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
  pino: ['server'],
  'prom-client': ['server'],
  '@opentelemetry': ['server'],
};

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

/** The room a file of src belongs to; null for the few files that stand outside (main.ts, config.ts). */
export function roomOf(file: string): string | null {
  const match = /^(engine\/[a-z0-9-]+|[a-z0-9-]+)\//.exec(file);
  return match?.[1] ?? null;
}

/** Every import of a file that the map does not allow, as sentences. `file` is relative to src. */
export function trespasses(file: string, source: string): string[] {
  const room = roomOf(file);
  if (room === null) return [];
  const specifiers = [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return specifiers.flatMap((specifier) => complaint(file, room, specifier) ?? []);
}

function complaint(file: string, room: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return climb(file, room, specifier);
  if (specifier.startsWith('#')) return door(file, room, specifier);
  return library(file, room, specifier);
}

function climb(file: string, room: string, specifier: string): string | null {
  const target = new URL(specifier, `file:///${file}`).pathname.slice(1);
  return roomOf(target) === room ? null : `${file} climbs out of ${room} to ${specifier}; use a # import`;
}

function door(file: string, room: string, specifier: string): string | null {
  const target = specifier.slice(1);
  if (target === 'config') return null;
  const targetRoom = roomOf(target);
  if (targetRoom === null || ROOMS[targetRoom] === undefined)
    return `${file} names ${specifier}, which no room on the map holds`;
  if (targetRoom === room) return `${file} leaves ${room} to come back to it; use a relative import`;
  if (!ROOMS[room]?.includes(targetRoom)) return `${file} imports ${targetRoom}; ${room} may not`;
  const drawer = target.slice(targetRoom.length + 1).includes('/');
  return drawer ? `${file} opens a drawer of ${targetRoom}: ${specifier}` : null;
}

function library(file: string, room: string, specifier: string): string | null {
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  const homes = HOMES[name] ?? HOMES[parts[0] ?? ''];
  if (homes === undefined || homes.includes(room)) return null;
  return `${file} names ${name}; its home is ${homes.join(' or ')}`;
}
