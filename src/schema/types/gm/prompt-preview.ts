import type { Cost } from '#engine/llm/cost.ts';
import { type Message, splitStable } from '#engine/llm/provider.ts';
import type { AssemblyAudit, Decision, ScopeAudit } from '#engine/prompt/audit.ts';
import type { PromptPreview } from '#engine/prompt/preview.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { createInvalidInput, createNotFound, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { Session } from '../play/session.ts';

const MOST_CHARACTERS = 4_000;

const PromptScope = builder.objectRef<ScopeAudit>('PromptScope').implement({
  description: 'Size of one part of a prompt.',
  fields: (t) => ({
    scope: t.exposeString('scope', {
      description: 'Part name: `core`, `ruleset`, `world`, … in the order of assembly.',
    }),
    segmentIds: t.exposeIDList('segmentIds', { description: 'The authored segments in it.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in tokens.' }),
    tokensBefore: t.exposeInt('tokensBefore', {
      description: 'Size in tokens before cuts.',
    }),
  }),
});

const PromptDecision = builder.objectRef<Decision>('PromptDecision').implement({
  description: 'One thing that was done to stay within the budget, in the order in which it was done.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What was done: `input-trimmed`, `npc-tier-dropped`, …' }),
    detail: t.string({
      description: 'The figures of it, as JSON.',
      resolve: ({ type: _type, ...figures }) => JSON.stringify(figures),
    }),
  }),
});

const PromptAudit = builder.objectRef<AssemblyAudit>('PromptAudit').implement({
  description: 'Assembly report of a prompt.',
  fields: (t) => ({
    order: t.exposeStringList('order', { description: 'The parts that are in the prompt, in their order.' }),
    scopes: t.expose('scopes', { type: [PromptScope], description: 'Size of each part.' }),
    budget: t.exposeInt('budget', { description: 'The most tokens it should take up.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in tokens.' }),
    tokensBefore: t.exposeInt('tokensBefore', {
      description: 'Size in tokens before cuts.',
    }),
    variant: t.exposeString('variant', {
      description: '`full`, or `essentials` when the budget asked for it.',
    }),
    decisions: t.expose('decisions', {
      type: [PromptDecision],
      description: 'Cuts made to stay within the budget.',
    }),
    notes: t.exposeStringList('notes', { description: 'Remarks on how the budget was kept.' }),
    warnings: t.exposeStringList('warnings', { description: 'Warnings.' }),
    summary: t.exposeString('summary', { description: 'All of it in one sentence.' }),
  }),
});

type Block = { readonly role: string; readonly text: string; readonly cacheable: boolean };

const PromptBlock = builder.objectRef<Block>('PromptBlock').implement({
  description: 'Section of a prompt as it would be sent.',
  fields: (t) => ({
    role: t.exposeString('role', { description: '`system`, `user` or `assistant`.' }),
    text: t.exposeString('text', { description: 'Its words.' }),
    isCacheBreakpoint: t.exposeBoolean('cacheable', {
      description: 'Whether a provider is asked to keep everything up to here.',
    }),
  }),
});

const known = (cost: Cost): number | null => (cost === 'unknown' ? null : cost);

/** Lists the blocks of a message: its part that stays the same next turn, and the rest. */
function toBlocks(message: Message): readonly Block[] {
  const [stable, rest] = splitStable(message);
  const { role, cacheable = false } = message;
  const last = rest === '' ? [] : [{ role, text: rest.trimStart(), cacheable: false }];
  return [{ role, text: stable, cacheable }, ...last];
}

const PromptAssembly = builder.objectRef<PromptPreview>('PromptAssembly').implement({
  description:
    'A prompt as it would be sent, how it was put together and what sending it would cost. For the game master.',
  fields: (t) => ({
    blocks: t.field({
      type: [PromptBlock],
      description: 'The prompt, in order.',
      resolve: ({ assembly: { request } }) => [
        ...request.system.map(({ text, cacheable }) => ({ role: 'system', text, cacheable })),
        ...request.messages.flatMap(toBlocks),
      ],
    }),
    audit: t.field({
      type: PromptAudit,
      description: 'Assembly report.',
      resolve: ({ assembly }) => assembly.audit,
    }),
    inputTokens: t.int({
      description: 'Token count, as counted by the server.',
      resolve: ({ tokens }) => tokens.input,
    }),
    cacheableTokens: t.int({
      description: 'Tokens a warm cache would hold.',
      resolve: ({ tokens }) => tokens.cacheable,
    }),
    maxOutputTokens: t.int({
      description: 'Maximum length of the answer, in tokens.',
      resolve: ({ tokens }) => tokens.maxOutput,
    }),
    tokenError: t.string({
      description: 'Error margin of the counts, as JSON, or `unmeasured`.',
      resolve: ({ tokens: { error } }) => (typeof error === 'string' ? error : JSON.stringify(error)),
    }),
    leastCostUsd: t.float({
      nullable: true,
      description:
        'Cost in US dollars when all cacheable parts are read from a cache; null when the price is unknown.',
      resolve: ({ cost }) => known(cost.least),
    }),
    mostCostUsd: t.float({
      nullable: true,
      description:
        'Cost in US dollars when nothing is cached and the answer has its maximum length; null when the price is unknown.',
      resolve: ({ cost }) => known(cost.most),
    }),
  }),
});

const PromptPreviewResult = builder.unionType('PromptPreviewResult', {
  description: 'The prompt, or why there is none.',
  types: [PromptAssembly, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('assembly' in result ? 'PromptAssembly' : result.failure),
});

builder.queryField('promptPreview', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: PromptPreviewResult,
    description:
      'The narrator’s prompt for these words at this moment. A dry run: no model is asked, nothing is rolled or saved.',
    args: {
      sessionId: t.arg.globalID({ required: true, for: Session, description: 'The session.' }),
      text: t.arg.string({ required: true, description: 'Player text.' }),
    },
    resolve: async (_root, { sessionId, text }, { previews }) => {
      if (text.trim() === '' || text.length > MOST_CHARACTERS) {
        return createInvalidInput(['text'], `give 1 to ${MOST_CHARACTERS} characters.`);
      }
      const preview = await previews.preview(sessionId.id, text.trim());
      return isRejection(preview) ? createNotFound(['sessionId'], preview.reason) : preview;
    },
  }),
);
