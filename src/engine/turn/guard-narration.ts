import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { knownEvents } from '#engine/memory/known-events.ts';
import type { Agenda } from '#engine/state/record.ts';
import { checkNarration, checkNarrationByMeaning, checkWhileTold } from './check-narration.ts';
import type { NarrationFacts } from './checks/narration-facts.ts';
import { narrationFactsOf, withMoved } from './checks/narration-facts-of.ts';
import { narrationPolicyOf } from './checks/narration-policy.ts';
import type { Verdict } from './checks/verdict.ts';
import type { Narrated } from './draft.ts';
import { type Told, tellingOf } from './narration-input.ts';
import { loreLines } from './packet/lore-lines.ts';
import { type SentenceGate, sentenceGate } from './sentence-gate.ts';
import type { TurnTools } from './turn-tools.ts';

/** What a narration of this turn is held against, before anything is known of what it changes. */
export function factsToHold(told: Told): NarrationFacts {
  const { snapshot, standing, playbook, persona, rolls, sceneLore } = told;
  const { suspension } = told.lease.turn;
  return narrationFactsOf({
    before: snapshot,
    after: standing,
    playbook,
    personaId: persona.id,
    input: { ...tellingOf(told), packet: { lore: loreLines(sceneLore) } },
    rolls,
    offered: suspension?.kind === 'roll' ? suspension.rows : [],
    proposed: null,
    hiddenLore: [...sceneLore.hidden.pulls.map(({ text }) => text), ...agendasTold(told)],
    cameAbout: cameAboutBefore(told),
  });
}

/** How many scenes back something is still news. */
const NEWS = 3;

/** What the last scenes brought, as far as the persona knows of it. */
function cameAboutBefore(told: Told): readonly string[] {
  const since = told.sceneIndex - NEWS;
  return knownEvents(told.recent, told).flatMap(({ scene, summary }) =>
    scene.index >= since ? [summary] : [],
  );
}

type Seen = Pick<Told, 'standing' | 'playbook'> & { readonly view: Pick<Told['view'], 'scene'> };

/** What those present work at in secret, where whoever narrates is told of it. */
export function agendasTold({ standing: { agendas }, view, playbook }: Seen): readonly string[] {
  if (playbook.mechanics.pipeline !== 'duet') return [];
  const told: Readonly<Record<string, Agenda | undefined>> = agendas;
  return view.scene.presentIds.flatMap((id) => told[id]?.goal ?? []);
}

/** Lets prose out by the sentence while it is told, as far as nothing speaks against it. */
export function openGate(facts: NarrationFacts, { playbook }: Pick<Told, 'playbook'>): SentenceGate {
  const { release, onViolation } = narrationPolicyOf(playbook.mechanics);
  return sentenceGate(
    (prose) => checkWhileTold(prose, facts),
    // Until a model judges prose, `reviewed` is held like `held`.
    release === 'immediate' ? release : 'held',
    // What is only flagged is told in full.
    ({ severity, check }) => severity === 'grave' && onViolation[check] !== 'flag',
  );
}

/** What is held against prose and outcome once the narrator has said what it moves. */
export function factsMoved(
  { facts, snapshot, standing }: Told & Pick<Narrated, 'facts'>,
  outcome: NarrateOutcome,
): NarrationFacts {
  return withMoved(facts, { before: snapshot, after: standing }, outcome);
}

/** Holds a whole narration against the state and the rules, by its words and, where vectors can be had, by its meaning. */
export async function judge(
  prose: string,
  facts: NarrationFacts,
  { lore: { meaningsOf } }: Pick<TurnTools, 'lore'>,
): Promise<readonly Verdict[]> {
  return meaningsOf === null
    ? checkNarration(prose, facts)
    : checkNarrationByMeaning(prose, facts, meaningsOf);
}
