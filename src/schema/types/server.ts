import { builder } from '../builder.ts';
import { MOST_ITEMS_PER_PAGE } from '../connection.ts';
import type { ServerFacts } from '../context.ts';
import { MOST_PLAYER_CHARACTERS } from '../input/plain-text.ts';
import type { Limits } from '../limits.ts';

const ServerLimits = builder.objectRef<Limits & ServerFacts>('ServerLimits').implement({
  description:
    'Limits of this server. A request beyond one of them is refused with a sentence that names it.',
  fields: (t) => ({
    itemsPerPage: t.int({
      description: 'Largest page of a connection.',
      resolve: () => MOST_ITEMS_PER_PAGE,
    }),
    textCharacters: t.int({
      description: 'Longest text of a turn.',
      resolve: () => MOST_PLAYER_CHARACTERS,
    }),
    turnsPerMinute: t.int({
      nullable: true,
      description: 'Turns you may start per minute; null for no limit.',
      resolve: ({ allowance }) => allowance.turnsPerMinute,
    }),
    dollarsPerDay: t.float({
      nullable: true,
      description: 'US dollars your turns may cost per day in UTC; null for no limit.',
      resolve: ({ allowance }) => allowance.dollarsPerDay,
    }),
    requestsPerMinute: t.int({
      nullable: true,
      description: 'Operations you may send per minute; null for no limit.',
      resolve: ({ requestsPerMinute }) => requestsPerMinute,
    }),
    subscriptions: t.exposeInt('subscriptionsPerViewer', {
      description: 'Streams you may follow at once.',
    }),
    operationsPerSocket: t.exposeInt('operationsPerSocket', {
      description: 'Operations at once over one WebSocket.',
    }),
    bodyBytes: t.exposeInt('bodyBytes', { description: 'Longest body of a request.' }),
    answerBytes: t.exposeInt('answerBytes', { description: 'Longest answer.' }),
    depth: t.exposeInt('depth', { description: 'Deepest nesting of fields, fragments expanded.' }),
    aliases: t.exposeInt('aliases', { description: 'Aliases in an operation.' }),
    rootFields: t.exposeInt('rootFields', { description: 'Root fields in an operation.' }),
    tokens: t.exposeInt('tokens', { description: 'Tokens of a document.' }),
    complexity: t.exposeInt('complexity', {
      description: 'Fields in an answer, every page counted at its requested length.',
    }),
    querySeconds: t.exposeInt('querySeconds', { description: 'Longest time of a query.' }),
    mutationSeconds: t.exposeInt('mutationSeconds', {
      description: 'Longest time of a mutation. A turn that outlasts it goes on; follow it by its stream.',
    }),
  }),
});

const Server = builder.objectRef<ServerFacts>('Server').implement({
  description: 'This server: version, features and limits. `Viewer` has your permissions.',
  fields: (t) => ({
    version: t.exposeString('version', {
      description: 'Version of Scenewright, as in its changelog: `0.2.0`.',
    }),
    needsSignIn: t.exposeBoolean('needsSignIn', {
      description:
        'Whether every client needs a token. Without accounts all clients of the machine act as its owner.',
    }),
    usesLanguageModel: t.boolean({
      description:
        'Whether new sessions are narrated by a language model. False means the built-in offline storyteller.',
      resolve: (_facts, _args, { modelsInUse }) =>
        modelsInUse.some(({ tier, provider }) => tier === 'large' && !provider.startsWith('offline/')),
    }),
    hasStudio: t.exposeBoolean('hasStudio', { description: 'Whether the studio is served at `/`.' }),
    hasChatEndpoint: t.exposeBoolean('hasChatEndpoint', {
      description: 'Whether chat programs may play at `/v1/chat/completions`.',
    }),
    takesTrustedDocumentsOnly: t.exposeBoolean('takesTrustedDocumentsOnly', {
      description: 'Whether operations have to be among those the operator has listed.',
    }),
    campaignGraceDays: t.exposeInt('campaignGraceDays', {
      description: 'Days in which a deleted campaign can be restored.',
    }),
    limits: t.field({
      type: ServerLimits,
      description: 'Limits for you.',
      resolve: (facts, _args, { limits }) => ({ ...limits, ...facts }),
    }),
  }),
});

builder.queryField('server', (t) =>
  t.field({
    type: Server,
    description: 'Version, features and limits of this server. Ask for it once, when your client starts.',
    resolve: (_root, _args, { server }) => server,
  }),
);
