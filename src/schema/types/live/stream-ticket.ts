import { randomBytes } from 'node:crypto';
import { createOpaqueToken, TICKET_PREFIX } from '#engine/store/api-tokens.ts';
import { builder } from '../../builder.ts';
import { createNotFound, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { Campaign } from '../play/campaign.ts';

/** Long enough to open a stream and to reconnect after a short loss; too short to be worth stealing. */
const SECONDS = 60;

const CreateStreamTicketInput = builder.inputType('CreateStreamTicketInput', {
  description: 'Rights of a stream ticket. Empty for all your own.',
  fields: (t) => ({
    campaignId: t.globalID({
      for: Campaign,
      description: 'Limits the ticket to the streams of this campaign.',
    }),
  }),
});

type Ticket = { readonly ticket: string; readonly expiresAt: Date };

const CreateStreamTicketPayload = builder.objectRef<Ticket>('CreateStreamTicketPayload').implement({
  description: 'The ticket. It is shown this once.',
  fields: (t) => ({
    ticket: t.exposeString('ticket', {
      description: 'Add it to the address as `?ticket=`. It opens subscriptions over GET and nothing else.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when it opens streams. An open stream goes on as long as your credential is valid.',
    }),
  }),
});

const CreateStreamTicketResult = builder.unionType('CreateStreamTicketResult', {
  description: 'The ticket, or why there is none.',
  types: [CreateStreamTicketPayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('ticket' in result ? 'CreateStreamTicketPayload' : result.failure),
});

builder.mutationField('createStreamTicket', (t) =>
  t.field({
    type: CreateStreamTicketResult,
    description: `Makes a ticket that stands for your credential for ${SECONDS} seconds, for clients such as EventSource that can send no header. It can be used several times until then.`,
    args: {
      input: t.arg({ type: CreateStreamTicketInput, required: true, description: 'Rights of the ticket.' }),
    },
    resolve: async (_root, { input }, { access, clock, loaders, store }) => {
      const only = input.campaignId?.id;
      if (only !== undefined && (await loaders.campaign.load(only)) === null) {
        return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      }
      const { code: ticket, hash } = createOpaqueToken(TICKET_PREFIX, randomBytes);
      const { id: viewerId, name: viewerName, roles, campaignIds, tokenId, expiresAt } = access.viewer;
      const now = clock();
      const record = {
        hash,
        viewerId,
        viewerName,
        roles: [...roles],
        campaignIds: only === undefined ? campaignIds && [...campaignIds] : [only],
        tokenId,
        credentialExpiresAt: expiresAt,
        expiresAt: new Date(now.getTime() + SECONDS * 1_000),
      };
      await store.tickets.add(record, now);
      return { ticket, expiresAt: record.expiresAt };
    },
  }),
);
