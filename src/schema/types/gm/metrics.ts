import { type EventRange, listEventRanges } from '#engine/replay/event-diagnostics.ts';
import {
  calculateMetrics,
  type SessionMetrics as Figures,
  type Spread as Range,
  readSessionRecordings,
} from '#engine/replay/metrics.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { PulledType } from '../lore/gm-scene-lore.ts';
import { SceneLoreBoundary } from '../lore/scene-lore.ts';
import { Campaign } from '../play/campaign.ts';
import { Session } from '../play/session.ts';

const Spread = builder.objectRef<Range>('Spread').implement({
  description: 'The least, the mean and the most of some numbers.',
  fields: (t) => ({
    min: t.exposeFloat('min', { description: 'The least.' }),
    mean: t.exposeFloat('mean', { description: 'The mean.' }),
    max: t.exposeFloat('max', { description: 'The most.' }),
  }),
});

/** Rates by name, each with its definition. A rate is null when there was nothing to count. */
const RATES = {
  contradictionRate: 'Contradictions found in prose as it was first told, for each turn.',
  invalidActionAcceptance:
    'Invalid actions accepted, over all invalid actions: attempts the rules blocked that were first told as if they had been done.',
  clarificationRate: 'Turns that stopped to ask what was meant, for each turn.',
  loreRelevanceRate: 'Share of the lore given to the storyteller that the narration told of.',
  loreCacheHitRate: 'Turns that told from lore an earlier turn had gathered, for each turn.',
  npcAgreementRate: 'Share of answers of other characters that gave way, of all that gave way or held out.',
  checkRepairRate: 'Turns whose prose was repaired, for each turn.',
  retryRate: 'Repairs of an answer, second askings and calls that failed outside, for each call.',
  costPerTurn: 'US dollars for each turn, of the calls whose price is known.',
} as const;

export const Metrics = builder.objectRef<Figures>('Metrics').implement({
  description: 'Quality metrics of recorded turns. A rate is null when there was nothing to count.',
  fields: (t) => {
    const rate = (name: keyof typeof RATES) =>
      t.float({ nullable: true, description: RATES[name], resolve: (figures) => figures[name] });
    return {
      turns: t.exposeInt('turns', { description: 'Number of turns. Several attempts at one count once.' }),
      contradictionRate: rate('contradictionRate'),
      invalidActionAcceptance: rate('invalidActionAcceptance'),
      clarificationRate: rate('clarificationRate'),
      length: t.expose('length', {
        type: Spread,
        nullable: true,
        description: 'Words of the narration as it stands; null when nothing was told.',
      }),
      loreRelevanceRate: rate('loreRelevanceRate'),
      loreCacheHitRate: rate('loreCacheHitRate'),
      npcAgreementRate: rate('npcAgreementRate'),
      checkRepairRate: rate('checkRepairRate'),
      retryRate: rate('retryRate'),
      costPerTurn: rate('costPerTurn'),
      unpricedCalls: t.exposeInt('callsOfUnknownCost', { description: 'Calls of unknown price.' }),
      firstDeltaMs: t.expose('firstDelta', {
        type: Spread,
        nullable: true,
        description: 'Milliseconds until the narrator’s first word; null when it said none.',
      }),
      agencyViolations: t.exposeInt('agencyViolations', {
        description: 'Times the prose, as it was first told, acted for a player’s character.',
      }),
    };
  },
});

type SessionEventRange = EventRange & { readonly session: SessionRecord };

const StretchPull = builder.objectRef<EventRange['pulls'][number]>('StretchPull').implement({
  description: 'A record that was looked up and added to the working set of lore.',
  fields: (t) => ({
    exchange: t.exposeInt('exchange', { description: 'In which exchange of the session.' }),
    type: t.expose('type', { type: PulledType, description: 'Kind of record.' }),
    recordId: t.exposeID('id', { description: 'Its id among those of its kind.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in the prompt, in tokens.' }),
  }),
});

const LoreStretch = builder.objectRef<SessionEventRange>('LoreStretch').implement({
  description: 'Scenes narrated from one working set of lore, until it was rebuilt.',
  fields: (t) => ({
    session: t.expose('session', { type: Session, description: 'The session it is part of.' }),
    beganBy: t.expose('beganBy', { type: SceneLoreBoundary, description: 'Boundary that began it.' }),
    endedBy: t.expose('endedBy', {
      type: SceneLoreBoundary,
      nullable: true,
      description: 'Boundary that ended it; null while it goes on.',
    }),
    fromScene: t.exposeInt('fromScene', { description: 'The index of its first scene.' }),
    toScene: t.exposeInt('toScene', { description: 'The index of its last scene.' }),
    exchanges: t.exposeInt('exchanges', { description: 'Length in exchanges.' }),
    pulls: t.expose('pulls', { type: [StretchPull], description: 'Records pulled into it, in order.' }),
    snapshots: t.exposeInt('snapshots', { description: 'Number of scenes written with it.' }),
    costUsd: t.float({
      description: 'US dollars, as far as prices are known.',
      resolve: ({ cost }) => cost.usd,
    }),
    unpricedCalls: t.int({
      description: 'Calls of unknown price.',
      resolve: ({ cost }) => cost.unknownCalls,
    }),
  }),
});

type Counted = { readonly metrics: Figures; readonly ranges: readonly SessionEventRange[] };

const CampaignMetrics = builder.objectRef<Counted>('CampaignMetrics').implement({
  description: 'Quality metrics of the turns of a campaign.',
  fields: (t) => ({
    metrics: t.expose('metrics', { type: Metrics, description: 'All its turns together.' }),
    loreStretches: t.expose('ranges', {
      type: [LoreStretch],
      description: 'Each working set of lore the story was told from, session by session, oldest first.',
    }),
  }),
});

builder.queryField('metrics', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: CampaignMetrics,
    nullable: true,
    description:
      'Quality metrics of the turns of a campaign, computed from their recordings. Null when there is no such campaign.',
    args: { campaignId: t.arg.globalID({ required: true, for: Campaign, description: 'The campaign.' }) },
    resolve: (_root, { campaignId }, context) => counted(campaignId.id, context),
  }),
);

async function counted(campaignId: string, { store }: Context): Promise<Counted | null> {
  const sessions = await store.sessions.ofCampaigns([campaignId]);
  if (sessions.length === 0) return null;
  const all = [];
  const ranges: SessionEventRange[] = [];
  for (const session of sessions) {
    const recordings = await readSessionRecordings(store, session.id);
    all.push(...recordings);
    ranges.push(...listEventRanges(recordings).map((range) => ({ ...range, session })));
  }
  return { metrics: calculateMetrics(all), ranges };
}
