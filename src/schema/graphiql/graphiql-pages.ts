import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiPart, ENDPOINTS, findApiPart } from '../endpoints.ts';
import { createStaticFile, type StaticFile } from '../transport/static-file.ts';

const OPERATIONS = new URL('../../../operations/', import.meta.url);

type Tab = readonly [operation: string, variables: Readonly<Record<string, string>>];

/** Operations of a first evening, and of preparing and looking behind it. The page replaces values in double braces. */
const TABS: Readonly<Record<ApiPart, readonly Tab[]>> = {
  game: [
    ['browse-entry-points', {}],
    ['start-campaign', { entryPointId: '{{entryPoint}}' }],
    ['watch-turns', { sessionId: '{{session}}' }],
    ['take-turn', { sessionId: '{{session}}', actionId: '{{freshId}}', text: 'I look around.' }],
    ['show-session', { sessionId: '{{session}}' }],
    ['show-scene', { sceneId: '{{scene}}' }],
    ['list-campaigns', {}],
  ],
  authoring: [
    ['authoring/open-authoring-desk', { packId: '{{pack}}' }],
    ['authoring/check-pack', { packId: '{{pack}}' }],
    ['authoring/show-scene-as-game-master', { sceneId: '{{scene}}' }],
    ['authoring/preview-prompt', { sessionId: '{{session}}', text: 'I look around.' }],
    ['authoring/show-metrics', { campaignId: '{{campaign}}' }],
    ['authoring/list-models', {}],
  ],
};

/** Reads the operations the page opens with. They are the files of `operations/`, which the tests run. */
export function readExampleTabs(part: ApiPart): { readonly query: string; readonly variables: string }[] {
  return TABS[part].map(([operation, variables]) => ({
    query: readFileSync(new URL(`${operation}.graphql`, OPERATIONS), 'utf8'),
    variables: JSON.stringify(variables, null, 2),
  }));
}

/** Answers requests for GraphiQL and its files. Returns false for every other request. */
export type GraphiqlPages = (
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>;

const FOLDER = '/graphiql/';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Addresses of files contain a hash of their content, so browsers may keep them. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' };

const SECURITY = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    // The editor sets styles on its elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

/** Creates the pages. Everything comes from this server. The page holds no data, so it is served without a credential. */
export function createGraphiqlPages(needsToken: boolean): GraphiqlPages {
  const openings = new Map<ApiPart, Promise<OpenPages>>();
  // Read at the first visit: most servers never show the page.
  const openOnce = (part: ApiPart): Promise<OpenPages> => {
    const opened = openings.get(part) ?? openPages(part, needsToken);
    openings.set(part, opened);
    return opened;
  };
  return async (pathname, request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const part = findApiPart(pathname);
    const isPage = part !== null && /\btext\/html\b/.test(request.headers.accept ?? '');
    if (!isPage && !pathname.startsWith(FOLDER)) return false;
    const { page, files } = await openOnce(part ?? 'game');
    if (isPage) await page.send(request, response, SECURITY);
    else {
      const file = files.get(pathname.slice(FOLDER.length));
      if (file === undefined) return false;
      await file.send(request, response, KEPT);
    }
    return true;
  };
}

type OpenPages = { readonly page: StaticFile; readonly files: ReadonlyMap<string, StaticFile> };

/** Texts of the package: its bundle is one module of strings. */
type Bundle = Readonly<Record<'js' | 'css' | 'editorWorkerService' | 'jsonWorker' | 'graphqlWorker', string>>;

async function openPages(part: ApiPart, needsToken: boolean): Promise<OpenPages> {
  const home = import.meta.resolve('@graphql-yoga/render-graphiql');
  const bundle: Bundle = await import(new URL('./graphiql.js', home).href);
  const parts = {
    'graphiql.js': createStaticFile(SCRIPT, bundle.js),
    'graphiql.css': createStaticFile(STYLE, bundle.css),
    'editor.worker.js': createStaticFile(SCRIPT, bundle.editorWorkerService),
    'json.worker.js': createStaticFile(SCRIPT, bundle.jsonWorker),
    'graphql.worker.js': createStaticFile(SCRIPT, bundle.graphqlWorker),
    'page.js': createStaticFile(SCRIPT, readOwn('page.js')),
    'page.css': createStaticFile(STYLE, readOwn('page.css')),
  };
  const address = (name: keyof typeof parts): string => `${FOLDER}${name}?v=${parts[name].hash}`;
  const settings = {
    endpoint: ENDPOINTS[part].api,
    needsToken,
    latestIds: readOwn('latest-ids.graphql'),
    scripts: { graphiql: address('graphiql.js') },
    workers: {
      editorWorkerService: address('editor.worker.js'),
      json: address('json.worker.js'),
      graphql: address('graphql.worker.js'),
    },
    tabs: readExampleTabs(part),
  };
  // No element can end inside of the settings.
  const text = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const html = readOwn('page.html')
    .replace(/\{(graphiql\.css|page\.css|page\.js)\}/g, (_all, name: keyof typeof parts) => address(name))
    .replaceAll('{schema}', ENDPOINTS[part].schema)
    .replace('"{settings}"', () => text);
  return { page: createStaticFile('text/html; charset=utf-8', html), files: new Map(Object.entries(parts)) };
}

function readOwn(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
}
