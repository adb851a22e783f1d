import { PLAIN_READING } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { type PromptPreview, previewPrompt } from '#engine/prompt/preview.ts';
import { settlePins } from '#engine/prompt/registry.ts';
import { applyAllOrNone, type RefusedProposal } from '#engine/state/apply-operations.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { createLoreRetriever } from '#retrieval/lore-retriever.ts';
import type { TurnContext } from './context.ts';
import type { EngineServices } from './engine-services.ts';
import { carryLoreForward } from './knowledge/working-set.ts';
import { gatherSecrets } from './packet/game-master-secrets.ts';
import { buildNarrateInput, chooseLasting, toCampaignSegments } from './packet/narrate-input.ts';
import { loadTurnContext } from './steps/intake.ts';
import { skipPlan, skipReactions } from './steps/react.ts';

export type TurnPreviewer = {
  /** Returns the narrator's prompt for these words at this moment, with its audit and expected cost. No model is called. */
  readonly preview: (sessionId: string, text: string) => Promise<PromptPreview | Rejection>;
};

/** Creates a previewer that runs a turn up to the narrator's prompt. Nothing is rolled, written or paid for. */
export function createTurnPreviewer(services: EngineServices): TurnPreviewer {
  const { store, snapshots, lore, prompts, promptTokens, models, playbookFor } = services;
  return {
    async preview(sessionId, text) {
      const session = await store.sessions.find(sessionId);
      if (session === null) return reject('unknown-session', 'there is no such session.', ['sessionId']);
      const campaign = await store.campaigns.find(session.campaignId);
      if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
      const playbook = await playbookFor(campaign);
      const model = models.open(session.largeModel);
      const start = { lease: imagined(session, text), campaign, playbook };
      const turnContext: TurnContext = {
        ...start,
        ...(await loadTurnContext(start, { store, snapshots, prompts })),
        earlySearch: Promise.resolve([]),
      };
      const { countTokens } = model;
      const { lore: sceneLore, witnesses } = await carryLoreForward(turnContext, createLoreRetriever(lore), {
        snapshots,
        countTokens,
      });
      const told = {
        ...turnContext,
        sceneLore,
        witnesses,
        worldEvents: [],
        reading: PLAIN_READING,
        language: turnContext.snapshot.planning.language ?? '',
        ...skipReactions(),
        ...skipPlan(),
        resolvedSnapshot: turnContext.snapshot,
        actions: [],
        blocked: [],
        tableDue: null,
        harmed: [],
        done: [],
        fallsDue: [],
        span: { fixed: 0, most: 0 },
        protection: { staying: [], keeping: [], safe: [] },
        resolved: null,
        rolled: null,
        rolls: [],
        effects: [],
        observations: [],
        revealed: [],
        privately: [],
        responses: [],
      };
      const secrets = playbook.mechanics.pipeline === 'duet' ? gatherSecrets(told) : null;
      return previewPrompt(
        {
          input: buildNarrateInput(told, secrets),
          segments: toCampaignSegments(playbook.segments, turnContext.snapshot),
          budget: promptTokens,
          lasting: chooseLasting(told),
        },
        { prompts, pins: settlePins(campaign.promptPins, prompts).pins },
        model.entry,
      );
    },
  };
}

/** Creates a turn for the dry run: it holds no lease and is never written. */
function imagined(session: SessionRecord, text: string): Lease {
  return {
    session,
    fence: 0,
    turn: {
      id: 'preview',
      sessionId: session.id,
      actionId: 'preview',
      input: createStoryInput(text),
      status: 'running',
      attempt: 1,
      baseSceneId: session.currentSceneId,
      sceneId: null,
      failure: null,
      suspension: null,
      answers: [],
      answer: null,
      createdAt: session.createdAt,
      finishedAt: null,
    },
  };
}

export type OperationTester = {
  /** Tries operations on the session's present world without changing it; gives those that would be refused. */
  readonly tryOut: (
    sessionId: string,
    asker: 'gm' | 'god',
    proposals: readonly object[],
  ) => Promise<readonly RefusedProposal[] | Rejection>;
};

export function createOperationTester({
  store,
  snapshots,
  playbookFor,
}: Pick<EngineServices, 'store' | 'snapshots' | 'playbookFor'>): OperationTester {
  return {
    async tryOut(sessionId, asker, proposals) {
      const session = await store.sessions.find(sessionId);
      if (session === null) return reject('unknown-session', 'there is no such session.', ['sessionId']);
      const { currentSceneId: sceneId, sceneIndex, diceIndex } = session;
      const [snapshot, campaign, seed] = await Promise.all([
        snapshots.of(sceneId),
        store.campaigns.find(session.campaignId),
        store.sessions.seedOf(sessionId),
      ]);
      if (campaign === null) throw new Error(`session ${sessionId} belongs to no campaign`);
      const { rules, calendar } = await playbookFor(campaign);
      const dice = { seed, index: diceIndex ?? sceneIndex + 1, nextOrdinal: 0 };
      const context = { asker, sceneIndex: sceneIndex + 1, rules, calendar, dice };
      return applyAllOrNone(snapshot, proposals, context).rejected;
    },
  };
}
