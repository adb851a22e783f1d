import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, parse } from 'graphql';
import { z } from 'zod';
import type { Viewer } from '../access/viewer.ts';
import type { Yoga } from '../yoga.ts';

/** Address of campaigns as files: GET of one by its id, POST of a file to import. */
const FOLDER = '/files/campaigns';

/** Maximum bytes of an uploaded file, as for `importCampaign` in parts. The server refuses longer ones by their headers. */
export const MOST_FILE_BYTES = 64 * 1024 * 1024;

const FAILURE = '... on Failure { code message }';
const EXPORT = parse(
  `mutation ($id: ID!) { result: exportCampaign(input: { campaignId: $id }) { ... on ExportCampaignPayload { fileName file } ${FAILURE} } }`,
);
const IMPORT = parse(
  `mutation ($file: String!, $asCopy: Boolean) { result: importCampaign(input: { file: $file, asCopy: $asCopy }) { ... on ImportCampaignPayload { campaign { id name } } ${FAILURE} } }`,
);

const Refused = z.object({ code: z.string(), message: z.string() });
const Exported = z.object({ fileName: z.string(), file: z.base64() });
const Imported = z.object({ campaign: z.object({ id: z.string(), name: z.string() }) });

/** Status of a refusal by its code; every other refusal concerns the content of the file. */
const STATUS: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CAMPAIGN_EXISTS: 409,
  SESSION_IN_USE: 409,
  CAMPAIGN_TOO_LARGE: 413,
  INTERNAL_SERVER_ERROR: 500,
};

/** Checks whether a path belongs to the campaigns as files. */
export function isCampaignFilePath(pathname: string): boolean {
  return pathname === FOLDER || pathname.startsWith(`${FOLDER}/`);
}

/**
 * Answers downloads and uploads of campaigns. Both run the mutation of the API with its rights and limits; only the transport
 * differs.
 */
export async function answerCampaignFile(
  yoga: Yoga,
  viewer: Viewer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const run = (document: DocumentNode, variables: object) =>
    runMutation(yoga, viewer, request, document, variables);
  const id = decodeId(pathname.slice(FOLDER.length + 1));
  if (request.method === 'GET' && id !== '') {
    const result = Exported.or(Refused).parse(await run(EXPORT, { id }));
    return 'code' in result ? refuse(response, result) : sendFile(response, result);
  }
  if (request.method === 'POST' && id === '') {
    const file = await readBody(request);
    const asCopy = searchParams.get('asCopy') === 'true';
    const result = Imported.or(Refused).parse(await run(IMPORT, { file: file.toString('base64'), asCopy }));
    if ('code' in result) return refuse(response, result);
    response.writeHead(201, JSON_TYPE).end(JSON.stringify(result));
    return;
  }
  const message = `GET ${FOLDER}/<id> exports a campaign; POST ${FOLDER} with the file as its body imports one.`;
  refuse(response.setHeader('allow', 'GET, POST'), { code: 'METHOD_NOT_ALLOWED', message }, 405);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Runs a mutation as the viewer. Returns its result, or the code and message of its error. */
async function runMutation(
  yoga: Yoga,
  viewer: Viewer,
  req: IncomingMessage,
  document: DocumentNode,
  variableValues: object,
): Promise<unknown> {
  const { schema, execute, contextFactory } = yoga.getEnveloped({
    req,
    params: {},
    viewer,
    part: 'authoring',
  });
  const contextValue = await contextFactory();
  const { data, errors } = await execute({ schema, document, variableValues, contextValue });
  const [error] = errors ?? [];
  return error === undefined
    ? data.result
    : { code: error.extensions?.code ?? 'BAD_USER_INPUT', message: error.message };
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function sendFile(response: ServerResponse, { fileName, file }: z.infer<typeof Exported>): void {
  const body = Buffer.from(file, 'base64');
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

function refuse(
  response: ServerResponse,
  { code, message }: z.infer<typeof Refused>,
  status: number = STATUS[code] ?? 422,
): void {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify({ errors: [{ message, extensions: { code } }] }));
}
