import { randomBytes } from 'node:crypto';
import { drawSeed } from '#engine/rules/verifiable-rolls.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { FilePart } from '../../input/campaign-uploads.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { Campaign } from './campaign.ts';
import { toSessionFailure } from './session.ts';

/** Maximum size in bytes of a file the API exports. The command line has no such limit. */
const MOST_BYTES = 64 * 1024 * 1024;

type Exported = { readonly name: string; readonly bytes: Buffer };

const ExportCampaignPayload = builder.objectRef<Exported>('ExportCampaignPayload').implement({
  description: 'A campaign as one file, as `scenewright export` writes it.',
  fields: (t) => ({
    fileName: t.string({
      description: 'File name.',
      resolve: ({ name }) =>
        `${(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['campaign']).join('-')}.scenewright`,
    }),
    file: t.string({
      description:
        'Everything in it, in base64: what was played, recordings, packs and the revealed seeds of the dice; no seed that a session still rolls with, no tokens and no invitations.',
      resolve: ({ bytes }) => bytes.toString('base64'),
    }),
    bytes: t.int({ description: 'File size in bytes.', resolve: ({ bytes }) => bytes.length }),
  }),
});

const ExportCampaignResult = builder.unionType('ExportCampaignResult', {
  description: 'The file, or why there is none.',
  types: [ExportCampaignPayload, Refused, NotFound, InvalidInput, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'ExportCampaignPayload'),
});

const ExportCampaignInput = builder.inputType('ExportCampaignInput', {
  description: 'The campaign to export.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
  }),
});

builder.mutationField('exportCampaign', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ExportCampaignResult,
    description:
      'Gives a whole campaign as one file. Equal campaigns give equal files; `importCampaign` takes it in elsewhere. For its game master.',
    args: {
      input: t.arg({ type: ExportCampaignInput, required: true, description: 'The campaign to export.' }),
    },
    resolve: (_root, { input: { campaignId } }, context) => exported(campaignId.id, context),
  }),
);

async function exported(id: string, { store, loaders, clock }: Context): Promise<Exported | Failure> {
  const campaign = await loaders.campaign.load(id);
  if (campaign === null) return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
  const bytes = await store.archives.exportCampaign(id, clock());
  if (isRejection(bytes)) return toSessionFailure(bytes);
  if (bytes.length <= MOST_BYTES) return { name: campaign.name, bytes };
  const message = `${campaign.name} has ${Math.ceil(bytes.length / 1024 / 1024)} MiB. Write it with scenewright export.`;
  return { failure: 'Refused', code: 'CAMPAIGN_TOO_LARGE', message, path: ['input', 'campaignId'] };
}

export const ImportPartPayload = builder
  .objectRef<{ readonly received: number; readonly of: number }>('ImportPartPayload')
  .implement({
    description: 'A part of the file has come; nothing is imported before the last one.',
    fields: (t) => ({
      received: t.exposeInt('received', { description: 'Number of parts received.' }),
      of: t.exposeInt('of', { description: 'Total number of parts.' }),
    }),
  });

const ImportCampaignPayload = builder
  .objectRef<{ readonly campaign: CampaignRecord }>('ImportCampaignPayload')
  .implement({
    description: 'The campaign is here. What was played in it can be searched within a minute.',
    fields: (t) => ({
      campaign: t.expose('campaign', { type: Campaign, description: 'The campaign.' }),
    }),
  });

type Imported =
  | { readonly campaign: CampaignRecord }
  | { readonly received: number; readonly of: number }
  | Failure;

const ImportCampaignResult = builder.unionType('ImportCampaignResult', {
  description: 'The campaign, that more of the file is awaited, or why nothing was imported.',
  types: [ImportCampaignPayload, ImportPartPayload, Refused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => {
    if ('failure' in result) return result.failure;
    return 'campaign' in result ? 'ImportCampaignPayload' : 'ImportPartPayload';
  },
});

export const ImportPartInput = builder.inputType('ImportPartInput', {
  description: 'Part of a file that exceeds the request size limit.',
  fields: (t) => ({
    uploadId: t.id({
      required: true,
      description: 'Your own name for the file, the same for all its parts.',
    }),
    number: t.int({ required: true, description: 'Part number, from 1. Parts are sent in order.' }),
    of: t.int({ required: true, description: 'Total number of parts.' }),
  }),
});

const ImportCampaignInput = builder.inputType('ImportCampaignInput', {
  description: 'A file of `exportCampaign` or `scenewright export`.',
  fields: (t) => ({
    file: t.string({ required: true, description: 'The file, or a part of it, in base64.' }),
    part: t.field({ type: ImportPartInput, description: 'Part number; omitted for a whole file.' }),
    asCopy: t.boolean({ description: 'Makes another campaign of it, beside the one that is here already.' }),
  }),
});

builder.mutationField('importCampaign', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ImportCampaignResult,
    description:
      'Takes in a campaign from a file, all of it or nothing. An open session whose dice seed is not in the file goes on in a new session with new dice. A request has at most `LIMIT_BODY_BYTES`: longer files come in parts, within ten minutes, to the same server.',
    args: { input: t.arg({ type: ImportCampaignInput, required: true, description: 'The file.' }) },
    resolve: (_root, { input: { file, part, asCopy } }, context) =>
      imported(file, part ?? null, asCopy === true, context),
  }),
);

/** Limits of one import, so that other clients are served meanwhile. The command line accepts larger files. */
const IMPORT_BOUNDS = { bytes: 256 * 1024 * 1024, lineBytes: 16 * 1024 * 1024, seconds: 60 };
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

async function imported(
  file: string,
  part: FilePart | null,
  isCopy: boolean,
  context: Context,
): Promise<Imported> {
  if (file === '' || !BASE64.test(file))
    return createInvalidInput(['input', 'file'], 'The file is not base64.');
  const bytes = Buffer.from(file, 'base64');
  if (part === null) return takenIn(bytes, isCopy, context);
  const received = context.uploads.add(context.access.viewer.id, part, bytes);
  if (isRejection(received)) return failureOf(received);
  return received.type === 'part' ? received : takenIn(received.bytes, isCopy, context);
}

async function takenIn(bytes: Uint8Array, isCopy: boolean, context: Context): Promise<Imported> {
  const { store, clock, newId } = context;
  const done = await store.archives.importCampaign(bytes, {
    isCopy,
    newId,
    now: clock(),
    newDice: () => drawSeed(randomBytes),
    bounds: IMPORT_BOUNDS,
  });
  if (isRejection(done)) return failureOf(done);
  const campaign = await store.campaigns.find(done.campaignId);
  if (campaign === null) throw new Error(`campaign ${done.campaignId} was imported and is not there`);
  return { campaign };
}

function failureOf({ rejected, reason, path = ['input', 'file'] }: Rejection): Failure {
  const where = path.map(String);
  return rejected === 'campaign-exists'
    ? { failure: 'Refused', code: 'CAMPAIGN_EXISTS', message: reason, path: where }
    : createInvalidInput(where, reason);
}
