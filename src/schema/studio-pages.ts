import { existsSync, globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Encoding } from './transport/compression.ts';
import { createStaticFile, type StaticFile } from './transport/static-file.ts';

/** Answers requests for the studio's page and files. Returns false for every other path. */
export type StudioPages = (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean;

type StudioFile = { readonly file: StaticFile; readonly headers: Readonly<Record<string, string>> };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Addresses that the page shows itself, by their first part. */
const PAGES: ReadonlySet<string> = new Set([
  '',
  'begin',
  'behind',
  'import',
  'join',
  'models',
  'play',
  'turns',
]);

/** Everything comes from this server; no script, style or frame from elsewhere, and none inside of the page's text. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scenewright</title>
<h1>Scenewright</h1>
<p>The server runs. Its web page is not built: run <code>npm install --include=dev</code>, or <code>npm run studio:build</code>, and start it again.</p>
<p>The API is at <a href="/graphql">/graphql</a>.</p></html>`;

/** Reads the built studio from a folder. Without one, its pages say how to build it. */
export function createStudioPages(folder: string): StudioPages {
  const files = existsSync(join(folder, 'index.html')) ? readFiles(folder) : new Map<string, StudioFile>();
  const page = files.get('index.html') ?? toFile('index.html', Buffer.from(NOT_BUILT), {});
  return (pathname, request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const file = PAGES.has(pathname.split('/')[1] ?? '') ? page : files.get(pathname.slice(1));
    if (file === undefined) return false;
    void file.file.send(request, response, file.headers);
    return true;
  };
}

function readFiles(folder: string): Map<string, StudioFile> {
  const names = globSync('**/*.{html,js,css,svg}', { cwd: folder });
  return new Map(
    names.map((name) => {
      const read = (suffix: string) => readOptional(join(folder, `${name}${suffix}`));
      const [br, gzip] = [read('.br'), read('.gz')];
      const compressed = { ...(br === null ? {} : { br }), ...(gzip === null ? {} : { gzip }) };
      return [name.replaceAll('\\', '/'), toFile(name, readFileSync(join(folder, name)), compressed)];
    }),
  );
}

function readOptional(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}

function toFile(name: string, body: Buffer, compressed: Partial<Record<Encoding, Buffer>>): StudioFile {
  // Vite names all files but the page by their content.
  const caching = extname(name) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable';
  return {
    file: createStaticFile(TYPES[extname(name)] ?? 'application/octet-stream', body, compressed),
    headers: { ...SECURITY_HEADERS, 'cache-control': caching },
  };
}
