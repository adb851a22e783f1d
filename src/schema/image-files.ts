import type { IncomingMessage, ServerResponse } from 'node:http';
import { readImageOfPacks } from '#engine/content/pack-images.ts';
import type { Engine } from './context.ts';

/** Folder of all images. A name is the hash of the bytes. */
const FOLDER = '/files/images/';
const HASH = /^[0-9a-f]{64}$/;

/** Returns the address of an image, which never shows anything else. */
export function buildImageAddress(hash: string): string {
  return `${FOLDER}${hash}`;
}

/** Answers requests for images. Returns false for every other request. */
export type ImageFiles = (
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>;

/**
 * Creates the sender of images. It asks for no credential, because `<img>` can send none: the address is told only to viewers who
 * may see the image, and cannot be guessed.
 */
export function createImageFiles({
  store,
  packRepository,
}: Pick<Engine, 'store' | 'packRepository'>): ImageFiles {
  return async (pathname, { method, headers }, response) => {
    if (!pathname.startsWith(FOLDER)) return false;
    const hash = pathname.slice(FOLDER.length);
    const isRead = method === 'GET' || method === 'HEAD';
    const etag = `"${hash}"`;
    if (isRead && HASH.test(hash) && headers['if-none-match'] === etag) {
      response.writeHead(304, { etag, ...KEPT }).end();
      return true;
    }
    const image =
      isRead && HASH.test(hash)
        ? ((await readImageOfPacks(packRepository.library(), hash)) ?? (await store.images.findByHash(hash)))
        : null;
    if (image === null) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
      response.end('There is no such image.\n');
      return true;
    }
    response.writeHead(200, {
      ...KEPT,
      etag,
      'content-type': image.type,
      'content-length': image.bytes.length,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      // A page of another address may show what it was told of.
      'cross-origin-resource-policy': 'cross-origin',
    });
    response.end(method === 'HEAD' ? undefined : image.bytes);
    return true;
  };
}

const KEPT = { 'cache-control': 'private, max-age=31536000, immutable' };
