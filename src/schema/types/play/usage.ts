import type { UsageRecord } from '#engine/store/model-usage.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { Campaign } from './campaign.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

type Figures = Omit<UsageRecord, 'step' | 'modelKey'>;

const UsageFigures = builder.interfaceRef<Figures>('UsageFigures');

UsageFigures.implement({
  description: 'Model calls and their cost.',
  resolveType: (figures) => ('step' in figures ? 'UsageLine' : 'Usage'),
  fields: (t) => ({
    calls: t.exposeInt('calls', {
      description: 'Number of model calls, repairs and retries included.',
    }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens sent and not cached.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens answered.' }),
    cacheWriteTokens: t.exposeInt('cacheWriteTokens', {
      description: 'Tokens written to a provider’s cache.',
    }),
    cacheReadTokens: t.exposeInt('cacheReadTokens', { description: 'Tokens read from a provider’s cache.' }),
    cacheReadShare: t.float({
      description: 'The share of all tokens sent that came from a cache: 0 to 1.',
      resolve: ({ inputTokens, cacheWriteTokens, cacheReadTokens }) => {
        const sent = inputTokens + cacheWriteTokens + cacheReadTokens;
        return sent === 0 ? 0 : cacheReadTokens / sent;
      },
    }),
    costUsd: t.exposeFloat('costUsd', { description: 'US dollars, of the calls whose price is known.' }),
    unpricedCalls: t.exposeInt('unpricedCalls', {
      description: 'Calls of unknown price. The cost does not include them.',
    }),
  }),
});

const UsageLine = builder.objectRef<UsageRecord>('UsageLine').implement({
  description: 'The calls of one step to one model.',
  interfaces: [UsageFigures],
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The step that asked.' }),
    modelKey: t.exposeString('modelKey', { description: 'The key of the model.' }),
  }),
});

type Total = Figures & { readonly lines: readonly UsageRecord[] };

const Usage = builder.objectRef<Total>('Usage').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'Model calls and their cost, in total and line by line.',
  interfaces: [UsageFigures],
  fields: (t) => ({
    lines: t.expose('lines', { type: [UsageLine], description: 'The same by step and model.' }),
  }),
});

const FIGURES = [
  'calls',
  'inputTokens',
  'outputTokens',
  'cacheWriteTokens',
  'cacheReadTokens',
  'costUsd',
  'unpricedCalls',
] as const satisfies readonly (keyof Figures)[];

function totalOf(lines: readonly UsageRecord[]): Total {
  const sum = (figure: keyof Figures) => lines.reduce((total, line) => total + line[figure], 0);
  // The type guarantees that every metric is in the list.
  const figures = Object.fromEntries(FIGURES.map((figure) => [figure, sum(figure)])) as Figures;
  return { ...figures, lines };
}

const description = 'Model calls and their cost.';

builder.objectField(Turn, 'usage', (t) =>
  t.field({
    type: Usage,
    nullable: true,
    description,
    resolve: async ({ id, sessionId }, _args, { loaders }) =>
      totalOf(await loaders.usage.load({ owner: 'turn', id, sessionId })),
  }),
);
builder.objectField(Session, 'usage', (t) =>
  t.field({
    type: Usage,
    nullable: true,
    description,
    resolve: async ({ id }, _args, { loaders }) =>
      totalOf(await loaders.usage.load({ owner: 'session', id })),
  }),
);
builder.objectField(Campaign, 'usage', (t) =>
  t.field({
    type: Usage,
    nullable: true,
    description,
    resolve: async ({ id }, _args, { loaders }) =>
      totalOf(await loaders.usage.load({ owner: 'campaign', id })),
  }),
);
