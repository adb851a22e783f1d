import { JudgeReply } from '#engine/contracts/findings.ts';
import { wrapModel } from '#engine/llm/model-call-policy.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { InvalidReply, runStructured } from '#engine/llm/structured.ts';
import { type ContextWindow, createWindowTest } from '#engine/prompt/context-window.ts';
import { writeRegenerationPrompt } from '#engine/prompt/regeneration-prompt.ts';
import { createRepairWriter } from '#engine/prompt/step-prompt.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { EMPTY_LORE } from '#retrieval/scene-lore.ts';
import { applyContentPolicy } from '../content-policy.ts';
import type { EngineServices } from '../engine-services.ts';
import { createCallLedger, createModelCallPolicy } from '../model-call-policy.ts';
import { decideOnFindings, type Finding } from '../narration/decide-on-findings.ts';
import { type PreparedFacts, prepareFacts } from '../narration/exact-checks.ts';
import { gatherProseFacts } from '../narration/prose-facts.ts';
import { createAskForRepair, removeFaultySentences, repairProse } from '../narration/repair-prose.ts';
import { chooseReleaseMode, createSentenceRelease } from '../narration/sentence-release.ts';
import { verifyFindings } from '../narration/verify-findings.ts';
import type { Recorder } from '../recording/recorder.ts';
import { buildJudgeInput, findBindingText, writeJudge } from '../steps/judge.ts';
import type { RegenerationContext } from './regeneration-context.ts';
import { type StreamText, streamSentences } from './stream-regeneration.ts';

export type RegeneratedNarration = {
  readonly narration: string;
  /** Kinds of findings that were left after the repair. */
  readonly flags: readonly Finding['kind'][];
};

type Aloud = { readonly recorder: Recorder; readonly say: StreamText };

const RETRIES = 3;
const MOST_MILLISECONDS = 120_000;

/**
 * Tells a committed turn in other words, from the first narration and what the rules did. Only the judge runs beside it: the
 * outcome stands. Released by the sentence, repaired once, then told with flags; null where the ruleset lets a finding fail it.
 */
export async function regenerateNarration(
  regenerationContext: RegenerationContext,
  { recorder, say }: Aloud,
  services: EngineServices,
): Promise<RegeneratedNarration | null> {
  const { turn, session, version, playbook } = regenerationContext;
  const payer = { sessionId: session.id, turnId: turn.id, attempt: turn.attempt };
  const ledger = createCallLedger(services.store.calls, payer, services.newId);
  const random = { key: turn.id, label: `retell:${version}` };
  const care = await createModelCallPolicy(
    payer,
    ledger,
    { retries: RETRIES, random, record: recorder.call },
    services,
  );
  const large = wrapModel(services.models.open(session.largeModel), care);
  const small = wrapModel(services.models.open(session.smallModel), care);
  const sources = gatherSources(regenerationContext);
  const facts = prepareFacts(gatherProseFacts(sources));
  // A content policy decides on the whole before anything is shown.
  const mode =
    services.contentPolicy === undefined
      ? chooseReleaseMode({ playbook, language: regenerationContext.from.language }, { hasSecrets: false })
      : 'reviewed';
  const release = createSentenceRelease({ facts, policies: playbook.mechanics.on_finding, mode });
  const signal = AbortSignal.timeout(MOST_MILLISECONDS);
  try {
    const prose = await streamSentences(
      large,
      { ...writeRequest(regenerationContext), signal },
      release,
      say,
    );
    const window = services.models.open(session.smallModel).entry;
    const judged = await judgeAgain(regenerationContext, prose, {
      model: small,
      window,
      facts,
      signal,
      recorder,
    });
    const found = [...release.findings(), ...judged];
    for (const { kind, quote, explanation } of found) {
      recorder.verdict({ check: kind, severity: 'grave', excerpt: quote, explanation, of: 'retelling' });
    }
    const settled = await settle(regenerationContext, prose, found, {
      model: large,
      facts,
      signal,
      recorder,
    });
    if (settled === null) return null;
    const { narration: text, flags } = settled;
    const question = { kind: 'narration', text, sessionId: session.id, turnId: turn.id } as const;
    return { narration: await applyContentPolicy(services.contentPolicy, question, signal), flags };
  } finally {
    // It was paid for, also when nothing came of it.
    await ledger.written();
  }
}

/** Gathers the sources a regeneration is checked against: the world after the turn. */
function gatherSources(regenerationContext: RegenerationContext) {
  const { after, before, playbook, persona, turn, session, sceneLore, rolls, from } = regenerationContext;
  const view = createPlayerView(after, persona.id, playbook.rules);
  if (isRejection(view)) throw new Error(view.reason);
  const { outcome, done, fallsDue, revealed, responses = [], rolled, playerText } = from;
  return {
    snapshot: before,
    resolvedSnapshot: after,
    playbook,
    lease: { turn, session, fence: 0 },
    persona,
    view,
    said: {
      conversation: [{ player: playerText, narration: regenerationContext.firstNarration }],
      conversationStart: 0,
    },
    recent: [],
    playerText,
    sceneLore: sceneLore ?? EMPTY_LORE,
    rolls,
    rolled,
    done,
    fallsDue,
    revealed,
    responses,
    resolved: outcome,
  };
}

/** Lists what the rules did and decided, and what the committed Outcome put on record. */
function listFacts({ place, summary, events, ...regenerationContext }: RegenerationContext): string[] {
  return [
    ...(place === null ? [] : [`The scene is at ${place}.`]),
    ...listRuled(regenerationContext),
    summary,
    ...events,
  ].filter((line) => line !== '');
}

function listRuled({
  from: { done, fallsDue, outcome, revealed },
}: Pick<RegenerationContext, 'from'>): string[] {
  return [
    ...done,
    ...(outcome === null ? [] : [outcome.text, ...outcome.costs, ...outcome.consequences]),
    ...revealed.map(({ text }) => text),
    ...fallsDue,
  ].filter((line) => line !== '');
}

function writeRequest(regenerationContext: RegenerationContext) {
  const { turn, version, persona, prompts, pins, from, firstNarration: prose } = regenerationContext;
  const input = {
    persona: persona.name,
    playerText: from.playerText,
    prose,
    summary: regenerationContext.summary,
    events: regenerationContext.events,
    done: listRuled(regenerationContext),
    row: findBindingText(from),
    place: regenerationContext.place ?? '',
    language: from.language,
  };
  return {
    ...writeRegenerationPrompt(input, { prompts, pins }),
    step: 'retell',
    input: { prose, persona: persona.name },
    seed: `${turn.id}:${version}`,
  };
}

type Judging = { readonly model: Provider; readonly facts: PreparedFacts; readonly signal: AbortSignal };

type Windowed = { readonly window: ContextWindow };

async function judgeAgain(
  regenerationContext: RegenerationContext,
  prose: string,
  { model, window, facts, signal, recorder }: Judging & Pick<Aloud, 'recorder'> & Windowed,
): Promise<readonly Finding[]> {
  const { prompts, pins, turn, version, after, before, persona, from } = regenerationContext;
  const { view } = gatherSources(regenerationContext);
  const promptSource = { prompts, pins, window };
  const input = buildJudgeInput({
    resolvedSnapshot: after,
    snapshot: before,
    view,
    sentences: splitSentences(prose),
    playerText: from.playerText,
    actions: [],
    done: [...from.playerActs, ...from.done],
    rolled: from.rolled,
    responses: from.responses ?? [],
    persona,
    facts: facts.facts,
    established: [...listFacts(regenerationContext), regenerationContext.firstNarration],
  });
  try {
    const { reply } = await runStructured(
      { name: 'judge', contract: JudgeReply, dropInvalidItems: true },
      { ...writeJudge(input, promptSource).prompt, input, seed: `${turn.id}:${version}:judge`, signal },
      { provider: model, writeRepair: createRepairWriter(promptSource), fits: createWindowTest(window) },
    );
    const hasBoundaries = before.calibration.boundaries.length > 0;
    return verifyFindings(reply, {
      prose,
      known: facts.facts.known,
      hasRow: findBindingText(from) !== '',
      hasBoundaries,
    }).kept;
  } catch (error) {
    if (!(error instanceof InvalidReply)) throw error;
    recorder.note('judge', { unusable: error.problems });
    return [];
  }
}

async function settle(
  regenerationContext: RegenerationContext,
  prose: string,
  found: readonly Finding[],
  { model, facts, signal, recorder }: Judging & Pick<Aloud, 'recorder'>,
): Promise<RegeneratedNarration | null> {
  const { playbook, prompts, pins, persona, turn, version } = regenerationContext;
  const policies = playbook.mechanics.on_finding;
  const first = decideOnFindings(found, policies, 'first');
  if (first.action === 'release' || first.action === 'flag') return { narration: prose, flags: first.flags };
  const ask = createAskForRepair({
    model,
    promptSource: { prompts, pins },
    seed: `${turn.id}:${version}:repair`,
    signal,
    persona: persona.name,
    facts: listFacts(regenerationContext),
    onFailure: (repairFailed) => recorder.note('retell', { repairFailed }),
  });
  const repaired = await repairProse(prose, first.decisive, facts, ask);
  // The narration before it stands, so nothing is lost by refusing this one.
  const second = decideOnFindings(repaired.left, policies, 'repaired');
  if (second.action === 'fail') return null;
  if (second.action !== 'remove') return { narration: repaired.prose, flags: second.flags };
  const removed = removeFaultySentences(repaired.prose, second.removed, {
    facts,
    plainText: regenerationContext.firstNarration,
  });
  return { narration: removed.prose, flags: [...new Set(removed.left.map(({ kind }) => kind))] };
}
