import { lazily } from '#engine/kit/lazily.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { applyOperations } from '#engine/state/apply.ts';
import { playerView } from '#engine/state/player-view.ts';
import { checkTexts, withoutLabels } from './check-texts.ts';
import type { NarrationFacts } from './checks/narration-facts.ts';
import { type NarrationPolicy, narrationPolicyOf } from './checks/narration-policy.ts';
import type { Verdict } from './checks/verdict.ts';
import type { Narrated } from './draft.ts';
import type { Told } from './narration-input.ts';
import { withTexts } from './outcome-texts.ts';
import { asAsker } from './ruled-by.ts';
import type { TurnTools } from './turn-tools.ts';
import { withLeaves } from './with-leaves.ts';

export type GuardedOutcome = {
  readonly outcome: NarrateOutcome;
  /** What speaks against texts that players would have read, or read with a flag. */
  readonly verdicts: readonly Verdict[];
};

/**
 * Holds everything of an outcome that a player can come to read against what is hidden and what belongs to the engine, as the prose is
 * held. There is nothing to be told well here, so nobody is asked to set it right: what may not be read is left out, unless the
 * ruleset only wants it flagged. What was `removed` from the prose for a secret's sake is as secret as the secret.
 */
export async function guardOutcome(
  draft: Told & Pick<Narrated, 'outcome'>,
  { facts: held, removed }: { readonly facts: NarrationFacts; readonly removed: readonly string[] },
  { lore }: Pick<TurnTools, 'lore'>,
): Promise<GuardedOutcome> {
  const { outcome, standing: world } = draft;
  const facts = removed.length === 0 ? held : { ...held, secrets: [...held.secrets, ...removed] };
  const texts: string[] = [];
  const collect = (text: string): string => {
    if (text !== '') texts.push(text);
    return text;
  };
  withTexts(outcome, { mend: collect, isShown: () => true, world });
  const unfit = await checkTexts(texts, facts, lore.meaningsOf);
  if (unfit.size === 0) return { outcome, verdicts: [] };

  const verdicts = new Map<string, Verdict>();
  const policy = narrationPolicyOf(draft.playbook.mechanics);
  const nameOf = namesKnownTo(draft);
  const shown = lazily(() => shownAfter(draft));
  const mend = (text: string): string => {
    const found = unfit.get(text) ?? [];
    // The same words may stand in several texts, and a text be read alone and with another.
    for (const verdict of found) verdicts.set(`${verdict.check} ${verdict.excerpt}`, verdict);
    return mended(text, found, { facts, policy, nameOf });
  };
  const isShown = (text: string) => unfit.has(text) && shown()(text.trim());
  return { outcome: withTexts(outcome, { mend, isShown, world }), verdicts: [...verdicts.values()] };
}

type Held = {
  readonly facts: NarrationFacts;
  readonly policy: NarrationPolicy;
  readonly nameOf: (id: string) => string;
};

/** As long as any name may be. */
const SHORT = 120;
const ENTITY_ID = /\b(?:npc|pc|loc|item|faction)_[a-z0-9_]+\b/g;

function mended(text: string, found: readonly Verdict[], { facts, policy, nameOf }: Held): string {
  const broken = found.filter(({ check }) => policy.onViolation[check] !== 'flag').map(({ check }) => check);
  if (broken.length === 0) return text;
  if (broken.includes('secrets')) return '';
  const left = withoutLabels(text.replace(ENTITY_ID, nameOf), facts);
  return left.length > Math.max(text.length, SHORT) ? '' : left;
}

/** What the acting persona knows of has a name; anything else keeps its id, and what says it is left out. */
function namesKnownTo({ standing, persona, playbook }: Told): (id: string) => string {
  const view = playerView(standing, persona.id, playbook.rules.stateSchema);
  return (id) => (isRejection(view) ? id : (view.entities[id]?.name ?? id));
}

/** Whether players could read a text if the proposed changes were made. Asked for only when something seems to be wrong. */
function shownAfter(draft: Told & Pick<Narrated, 'outcome'>): (text: string) => boolean {
  const { standing, outcome, playbook } = draft;
  const { snapshot, effects } = applyOperations(standing, outcome.operations, asAsker('model', draft));
  const shown = new Set<string>();
  const add = (text: string): string => {
    shown.add(text.trim());
    return text;
  };
  for (const personaId of snapshot.personas)
    withLeaves(playerView(snapshot, personaId, playbook.rules.stateSchema), add);
  for (const effect of effects) if (effect.type === 'chronicle-entry') add(effect.entry.summary);
  return (text) => shown.has(text) || snapshot.runningSummary.includes(text);
}
