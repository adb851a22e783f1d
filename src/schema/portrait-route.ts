import type { IncomingMessage, ServerResponse } from 'node:http';
import { CharacterId } from '#engine/state/ids.ts';
import { IMAGE_LIMITS, readImage, removeImageMetadata } from '#engine/util/image-file.ts';
import type { Viewer } from './access/viewer.ts';
import type { Context } from './context.ts';
import { buildImageAddress } from './image-files.ts';
import type { ApiRoute } from './server.ts';
import { decodeGlobalId } from './views/global-id.ts';
import { parseRecordKey } from './views/record-id.ts';

const PATH = /^\/files\/portraits\/(?<campaign>[^/]+)\/(?<character>[^/]+)$/;

type Refused = { readonly status: number; readonly code: string; readonly message: string };

/**
 * Creates the endpoint for portraits of characters of a campaign: PUT of the image as the body, DELETE. A player may change that of
 * their own persona, the game master every one.
 */
export function createPortraitRoute(createContext: (viewer: Viewer) => Context): ApiRoute {
  return {
    owns: (pathname) => PATH.test(pathname),
    bodyBytes: IMAGE_LIMITS.bytes,
    refuse: (response, status, code, message) => refuse(response, { status, code, message }),
    answer: async (viewer, pathname, request, response) => {
      const faulty = checkUpload(request);
      if (faulty !== null) return refuse(response.setHeader('connection', 'close'), faulty);
      const context = createContext(viewer);
      const target = await findTarget(pathname, context);
      if ('code' in target) return refuse(response.setHeader('connection', 'close'), target);
      const { campaignId, characterId } = target;
      if (request.method === 'DELETE') {
        await context.store.images.removePortrait(campaignId, characterId);
        response.writeHead(204).end();
        return;
      }
      // A photograph may say where and when it was taken.
      const bytes = removeImageMetadata(await readBody(request));
      const image = readImage(bytes);
      if (typeof image === 'string') return refuse(response, { ...NO_IMAGE, message: image });
      await context.store.images.setPortrait(campaignId, characterId, { ...image, bytes }, context.clock());
      const { width, height, hash } = image;
      const portrait = { url: buildImageAddress(hash), width, height };
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ portrait }));
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const NO_IMAGE = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' } as const;

function refuse(response: ServerResponse, { status, code, message }: Refused): void {
  response.writeHead(status, JSON_TYPE);
  response.end(JSON.stringify({ errors: [{ message, extensions: { code: code.toUpperCase() } }] }));
}

function checkUpload({ method, headers }: IncomingMessage): Refused | null {
  if (method === 'DELETE') return null;
  if (method !== 'PUT') {
    const message = 'PUT of an image sets a portrait, DELETE removes it.';
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message };
  }
  const { 'content-length': length, 'content-type': type = '' } = headers;
  if (length === undefined) {
    return { status: 411, code: 'LENGTH_REQUIRED', message: 'A request must state its content-length.' };
  }
  if (Number(length) > IMAGE_LIMITS.bytes) {
    const message = `An image has at most ${IMAGE_LIMITS.bytes} bytes, and this one has ${length}.`;
    return { status: 413, code: 'BODY_LIMIT', message };
  }
  // No form can send these types, so a foreign page has to ask first.
  if (/^(?:image\/[\w.+-]+|application\/octet-stream)\b/i.test(type)) return null;
  return { ...NO_IMAGE, message: 'An image must be sent as content-type: image/png, or its own type.' };
}

const CAMPAIGN_ID = /^[\w-]{1,64}$/;

type Target = { readonly campaignId: string; readonly characterId: CharacterId };

const UNKNOWN: Refused = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is no such campaign, or it has no such character.',
};

/** Finds the character of an address, in either form of its id, if the viewer may change the portrait. */
async function findTarget(pathname: string, context: Context): Promise<Target | Refused> {
  const { campaign = '', character = '' } = PATH.exec(pathname)?.groups ?? {};
  const campaignId = toPlainId(campaign);
  const characterId = CharacterId.safeParse(toPlainId(character)).data;
  if (!CAMPAIGN_ID.test(campaignId)) return UNKNOWN;
  const membership = await context.access.standingIn(campaignId);
  const sessions = membership === null ? [] : await context.loaders.sessionsOfCampaign.load(campaignId);
  const current = sessions.findLast(({ status }) => status === 'active') ?? sessions.at(-1);
  if (membership === null || current === undefined || characterId === undefined) return UNKNOWN;
  const isOwn = membership.personaId === characterId;
  if (membership.role !== 'gm' && !isOwn) {
    const message = 'You may change the portrait of your own persona; the game master every one.';
    return { status: 403, code: 'FORBIDDEN', message };
  }
  const { entities } = await context.loaders.snapshot.load(current.currentSceneId);
  return entities[characterId]?.kind === 'character' ? { campaignId, characterId } : UNKNOWN;
}

function toPlainId(segment: string): string {
  const text = decodeSegment(segment);
  const { typename, id } = decodeGlobalId(text) ?? {};
  if (typename === 'Campaign' && id !== undefined) return id;
  return typename === 'KnownCharacter' && id !== undefined ? (parseRecordKey(id)?.recordId ?? '') : text;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
