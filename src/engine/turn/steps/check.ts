import type { Outcome } from '#engine/contracts/outcome.ts';
import { findTurnAudience } from '../acting-persona.ts';
import { applyContentPolicy, applyPolicyOrDrop, applyPolicyToChoices } from '../content-policy.ts';
import type { Checked, Judged, Narrated, ProseWritten, RecordedOutcome } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { decideOnFindings, type Finding, type FindingsDecision } from '../narration/decide-on-findings.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import type { PreparedFacts } from '../narration/exact-checks.ts';
import { guardOutcome } from '../narration/guard-outcome.ts';
import {
  type AskForRepair,
  createAskForRepair,
  type RepairedProse,
  removeFaultySentences,
  repairProse,
} from '../narration/repair-prose.ts';
import { findSimilarSecrets, toFindings } from '../narration/secret-similarity.ts';
import type { ReadyToNarrate } from '../packet/narrate-input.ts';
import { defineStep } from '../pipeline.ts';
import { NarrationRefusedError } from '../turn-failure.ts';
import { deriveStorySeed } from './ask-step.ts';
import { listDone } from './record.ts';

type Needs = ReadyToNarrate & ProseWritten & Narrated & RecordedOutcome & Judged;
type Uses = Pick<
  TurnTools,
  'tiers' | 'prompts' | 'events' | 'recorder' | 'signal' | 'lore' | 'contentPolicy'
>;
type Gives = Checked & RecordedOutcome & Pick<Narrated, 'narration'>;

/** From this attempt at a turn on nothing fails any more: what is still wrong is flagged or taken out. */
const LAST_ATTEMPT = 2;

/**
 * Decides by the ruleset's policy what becomes of the findings: one repair, a flag, or a failed attempt. A repair replaces
 * sentences, takes back the outcome's items that name them, and is announced.
 */
export const check = defineStep<Needs, Gives, Uses>({
  name: 'check',

  async run(draft, tools) {
    const { prepared: facts } = draft;
    const found = [...(await findExactly(draft, facts, tools)), ...draft.judged];
    for (const finding of found) tools.recorder.verdict(toVerdict(finding, 'prose'));
    const { prose: settled, changed, left } = await settleProse(draft, found, facts, tools);
    const { attempt, id: turnId } = draft.lease.turn;
    const question = { kind: 'narration', text: settled, sessionId: draft.lease.session.id, turnId } as const;
    const prose = await applyContentPolicy(tools.contentPolicy, question, tools.signal);
    if (prose !== draft.narration.prose || !draft.isReleased) {
      const to = findTurnAudience(draft.resolvedSnapshot, draft.persona);
      tools.events.emit({ type: 'narration-repaired', attempt, text: prose, to });
    }
    const { outcome, findings } = guardOutcome(withoutSentences(draft.outcome, changed), facts, {
      done: draft.done,
      personas: draft.resolvedSnapshot.personas,
      entities: draft.resolvedSnapshot.entities,
    });
    for (const finding of findings) tools.recorder.verdict(toVerdict(finding, 'outcome'));
    const shown = await releaseOffers(draft, outcome, tools);
    // Notes stay after a repair: they carry over every older one, and the narrator reads beside them what was told instead.
    return {
      prose,
      findings: left,
      outcome: shown.outcome,
      narration: { ...draft.narration, ...shown.narration },
    };
  },
});

/** Shows a content policy what the turn offers beside its prose: choices, and the rows of a table. */
async function releaseOffers(
  { narration, lease: { session, turn } }: Needs,
  outcome: Outcome,
  { contentPolicy, signal }: Uses,
): Promise<{
  readonly outcome: Outcome;
  readonly narration: Pick<Narrated['narration'], 'choices' | 'rows'>;
}> {
  const place = { sessionId: session.id, turnId: turn.id };
  const context = { kind: 'choice', text: outcome.context, ...place } as const;
  return {
    outcome: {
      ...outcome,
      context: await applyPolicyOrDrop(contentPolicy, context, signal),
      choices: await applyPolicyToChoices(contentPolicy, outcome.choices, place, signal),
    },
    narration: {
      choices: await applyPolicyToChoices(contentPolicy, narration.choices, place, signal),
      rows: await Promise.all(
        narration.rows.map(async (row) => {
          const question = { kind: 'row', text: row.outcome, ...place } as const;
          return { ...row, outcome: await applyContentPolicy(contentPolicy, question, signal) };
        }),
      ),
    },
  };
}

/** Converts a finding to the form recordings keep. */
function toVerdict({ kind, quote, explanation, source }: Finding, of: string): object {
  return { check: kind, severity: 'grave', excerpt: quote, explanation, source, of };
}

/**
 * Returns exact findings, with near-paraphrases of secrets where vectors are available. Similarity without words in common is
 * no finding.
 */
async function findExactly(
  draft: Needs,
  facts: PreparedFacts,
  { lore, recorder }: Uses,
): Promise<readonly Finding[]> {
  if (lore.meaningsOf === null || draft.found.some(({ kind }) => kind === 'secrets')) return draft.found;
  // Vectors come from outside: without them the exact findings stand alone.
  const remarks = await findSimilarSecrets(draft.narration.prose, facts, lore.meaningsOf).catch(
    (error: unknown) => {
      recorder.note('check', { similarityUnavailable: String(error) });
      return [];
    },
  );
  if (remarks.length > 0) recorder.note('check', { similar: remarks });
  return [...draft.found, ...toFindings(remarks)];
}

async function settleProse(
  draft: Needs,
  found: readonly Finding[],
  facts: PreparedFacts,
  tools: Uses,
): Promise<RepairedProse> {
  const { prose } = draft.narration;
  const policies = draft.playbook.mechanics.on_finding;
  const first = decideOnFindings(found, policies, 'first');
  if (first.action === 'release' || first.action === 'flag') return { prose, changed: [], left: found };
  const repaired = await repairProse(prose, first.decisive, facts, askForRepair(draft, tools));
  for (const finding of repaired.left) tools.recorder.verdict(toVerdict(finding, 'repair'));
  tools.recorder.note('check', { repaired: repaired.changed, left: repaired.left.map(({ kind }) => kind) });
  const stage = draft.lease.turn.attempt >= LAST_ATTEMPT ? 'last' : 'repaired';
  const second = decideOnFindings(repaired.left, policies, stage);
  if (second.action === 'fail') throw new NarrationRefusedError(explainRefusal(second));
  if (second.action !== 'remove') return repaired;
  const removed = removeFaultySentences(repaired.prose, second.removed, {
    facts,
    plainText: tellPlainly(draft),
  });
  return { ...removed, changed: [...new Set([...repaired.changed, ...removed.changed])] };
}

/** Names the sentences to the game master; players are told only that it failed. */
function explainRefusal({ decisive }: FindingsDecision): string {
  return decisive.map(({ kind, quote, explanation }) => `${kind}: ${explanation} “${quote}”`).join(' ');
}

/** Writes the engine's own narration when nothing of the prose can stand. */
function tellPlainly(draft: Needs): string {
  const { done, fallsDue, resolved, rolled, revealed } = draft;
  const lines = [
    ...done,
    resolved?.text ?? '',
    rolled?.outcome ?? '',
    ...revealed.map(({ text }) => text),
    ...fallsDue,
  ].filter((line) => line !== '');
  return lines.length === 0 ? chooseSentences(draft)('told.nothing') : lines.join(' ');
}

function askForRepair(draft: Needs, { tiers, prompts, signal, recorder }: Uses): AskForRepair {
  return createAskForRepair({
    model: tiers.large,
    promptSource: { prompts, pins: draft.promptPins },
    seed: `${deriveStorySeed(draft.seed, draft.sceneIndex)}:repair`,
    signal,
    persona: draft.persona.name,
    facts: listDone(draft),
    onFailure: (repairFailed) => recorder.note('check', { repairFailed }),
  });
}

/** Takes back every item of an outcome that names a sentence which was replaced or removed. */
function withoutSentences(outcome: Outcome, changed: readonly number[]): Outcome {
  if (changed.length === 0) return outcome;
  const keep = <Item extends { readonly sentence?: number | undefined }>(items: readonly Item[]) =>
    items.filter(({ sentence }) => sentence === undefined || !changed.includes(sentence));
  return {
    ...outcome,
    where: keep(outcome.where),
    events: keep(outcome.events),
    observations: keep(outcome.observations),
    facts: keep(outcome.facts),
    people: keep(outcome.people),
    things: keep(outcome.things),
    places: keep(outcome.places),
    threads: keep(outcome.threads),
    missions: keep(outcome.missions),
    fulfilled: keep(outcome.fulfilled),
    relations: keep(outcome.relations),
    laws: keep(outcome.laws),
    dialogue: keep(outcome.dialogue),
    operations: keep(outcome.operations),
  };
}
