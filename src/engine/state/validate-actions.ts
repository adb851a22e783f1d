import { z } from 'zod';
import { type Costs, costOf } from '#engine/rules/costs.ts';
import type { CharacterId } from './ids.ts';
import type { Character, Entity } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';
import { type ActionKind, actionKind, costClassOf, isTopic } from './validator/action-kind.ts';
import { findTarget } from './validator/find-target.ts';
import { foesOf } from './validator/foes-of.ts';
import { isAtHand, obstacleTo, unableToAct } from './validator/obstacles.ts';
import { surroundings } from './validator/surroundings.ts';

/** One thing a player wants to do, as it was understood. */
export const ProposedAction = z.object({
  action: z.string().max(200).describe('A verb, as plain as can be: ask, attack, go.'),
  target_id: z.string().max(200).default('').describe('Whom or what it is aimed at: an id or a name.'),
  details: z.string().max(2000).default(''),
  estimated_minutes: z.number().min(0).max(1_000_000).default(0),
  required_items: z
    .array(z.string().max(200))
    .max(10)
    .default([])
    .describe('Ids or names of things without which it cannot be done.'),
});
export type ProposedAction = z.infer<typeof ProposedAction>;

const CostsSchema = z.strictObject({
  heat: z.int(),
  time: z.int(),
  cred: z.int(),
  harm: z.int(),
  rep: z.int(),
});

/** What may be tried and at what cost, what cannot be tried and why, and at most one question. */
export const ValidatorOutput = z.strictObject({
  allowed_actions: z.array(
    z.strictObject({ action: z.string(), target_id: z.string(), details: z.string(), costs: CostsSchema }),
  ),
  blocked_actions: z.array(z.strictObject({ action: z.string(), reason: z.string() })),
  clarification_needed: z.boolean(),
  clarification_question: z.string(),
});
export type ValidatorOutput = z.infer<typeof ValidatorOutput>;

export type ValidationContext = {
  /** The persona that acts. */
  readonly personaId: CharacterId;
  readonly rules: StateRules;
  /** A question was asked and answered for this input already: what is still open is decided, not asked again. */
  readonly clarified?: boolean;
};

type Verdict =
  | { readonly verdict: 'allowed'; readonly targetId: string; readonly costs: Costs }
  | { readonly verdict: 'blocked'; readonly reason: string }
  | { readonly verdict: 'unclear'; readonly question: string };

/**
 * Decides what may be tried: whether the target is here, whether the way is open, whether the things are at hand,
 * whether a known fact stands against it. It judges possibility, not wisdom, and never refuses ordinary talk.
 */
export function validateActions(
  actions: readonly ProposedAction[],
  snapshot: Snapshot,
  context: ValidationContext,
): ValidatorOutput {
  const output: ValidatorOutput = {
    allowed_actions: [],
    blocked_actions: [],
    clarification_needed: false,
    clarification_question: '',
  };
  const persona = snapshot.entities[context.personaId];
  for (const proposed of actions) {
    const { action, details } = proposed;
    const judged: Verdict =
      persona?.kind === 'character' && snapshot.personas.includes(persona.id)
        ? judge(proposed, surroundings(snapshot, persona), persona, context)
        : { verdict: 'blocked', reason: 'Nobody plays this character.' };
    if (judged.verdict === 'allowed') {
      output.allowed_actions.push({ action, target_id: judged.targetId, details, costs: judged.costs });
    } else if (judged.verdict === 'blocked') output.blocked_actions.push({ action, reason: judged.reason });
    else if (!output.clarification_needed) {
      output.clarification_needed = true;
      output.clarification_question = judged.question;
    }
  }
  return output;
}

function judge(
  proposed: ProposedAction,
  snapshot: Snapshot,
  persona: Character,
  context: ValidationContext,
): Verdict {
  const kind = actionKind(proposed.action);
  // Whoever can do nothing is not asked to whom.
  const unable = unableToAct({ persona, kind });
  if (unable !== null) return { verdict: 'blocked', reason: unable };
  const aimed = aim(proposed, kind, snapshot, persona, context);
  if ('verdict' in aimed) return aimed;
  const { target } = aimed;
  const { action, details } = proposed;
  const text = `${action} ${details}`;
  const about = kind === 'talk' && target !== null && isTopic(action, details, target.name);
  const obstacle =
    obstacleTo(snapshot, { kind, text, target, persona, isTopic: about }) ??
    missingItem(proposed.required_items, snapshot, persona);
  if (obstacle !== null) return { verdict: 'blocked', reason: obstacle };
  const costs = costOf(context.rules.mechanics.costs, costClassOf(kind), {
    time: proposed.estimated_minutes,
  });
  return { verdict: 'allowed', targetId: target?.id ?? proposed.target_id, costs };
}

/** Kinds of action that mean nothing without somebody or something they are done to. */
const NEEDS_TARGET: readonly ActionKind[] = ['violence', 'threaten', 'trade'];

/** Kinds of action that cannot be tried on what nobody knows of. */
const NEEDS_KNOWN: readonly ActionKind[] = [...NEEDS_TARGET, 'sneak', 'tamper'];

function aim(
  proposed: ProposedAction,
  kind: ActionKind,
  snapshot: Snapshot,
  persona: Character,
  { clarified = false }: ValidationContext,
): Verdict | { readonly target: Entity | null } {
  const { action, target_id } = proposed;
  const target = findTarget(snapshot, target_id, persona.id);
  switch (target.found) {
    case 'one':
      return { target: target.entity };
    case 'several':
      return chooseAmong(target.entities, action, clarified);
    case 'unknown':
      // A seat, a drink, the outside: the world has more in it than has a name.
      return NEEDS_KNOWN.includes(kind)
        ? { verdict: 'blocked', reason: `There is no ${target.said} here.` }
        : { target: null };
    case 'none':
      if (isDealing(kind, action)) return dealWith(othersInSight(snapshot, persona));
      if (kind === 'violence') return strikeAtNobodyNamed(proposed, snapshot, persona, clarified);
      return NEEDS_TARGET.includes(kind)
        ? chooseAmong(othersInSight(snapshot, persona), action, clarified)
        : { target: null };
  }
}

const ANYONE = /\b(?:any(?:one|body)|whoever|either|no matter|everyone|everybody|all of them|first one)\b/i;

/** In a fight it is one of the foes. Otherwise it is asked, and whoever then still names nobody strikes nobody. */
function strikeAtNobodyNamed(
  { action, details }: ProposedAction,
  snapshot: Snapshot,
  persona: Character,
  clarified: boolean,
): Verdict | { readonly target: Entity | null } {
  const [foe] = foesOf(snapshot, persona.id);
  if (foe !== undefined) return { target: foe };
  const others = othersInSight(snapshot, persona).filter(
    (other) => other.kind === 'character' && other.status !== 'dead',
  );
  if (!clarified || others.length < 2 || ANYONE.test(details)) return chooseAmong(others, action, clarified);
  return { verdict: 'blocked', reason: 'Nobody was named, and nobody is struck.' };
}

/** Something is bought, sold or paid; whom one bribes or hires has to be said. */
function isDealing(kind: ActionKind, action: string): boolean {
  return kind === 'trade' && !/\b(?:brib|hir)/i.test(action);
}

/** Noodles are bought of whoever sells them: among several, nobody has to be named. */
function dealWith(others: readonly Entity[]): Verdict | { readonly target: Entity | null } {
  const [first, second] = others;
  if (first === undefined) return { verdict: 'blocked', reason: 'There is nobody here to trade with.' };
  return { target: second === undefined ? first : null };
}

function chooseAmong(
  candidates: readonly Entity[],
  action: string,
  clarified: boolean,
): Verdict | { readonly target: Entity | null } {
  const [first] = candidates;
  if (first === undefined) return { verdict: 'blocked', reason: `There is nobody here to ${action}.` };
  if (candidates.length === 1 || clarified) return { target: first };
  const names = candidates
    .slice(0, 6)
    .map(({ name, description }) => (description === '' ? name : `${name} (${shortened(description)})`));
  return { verdict: 'unclear', question: `Whom do you mean to ${action}: ${names.join(' or ')}?` };
}

const MOST_LETTERS = 48;

/** As much of a description as tells one from another, without cutting a word in two. */
function shortened(description: string): string {
  if (description.length <= MOST_LETTERS) return description.replace(/\.$/, '');
  return `${description.slice(0, MOST_LETTERS).replace(/[\s,;]+\S*$/, '')}…`;
}

function othersInSight(snapshot: Snapshot, persona: Character): readonly Entity[] {
  return snapshot.scene.presentIds.flatMap((id) => {
    const target = findTarget(snapshot, id, persona.id);
    const other =
      target.found === 'one' && target.entity.id !== persona.id && target.entity.kind === 'character';
    return other ? [target.entity] : [];
  });
}

function missingItem(names: readonly string[], snapshot: Snapshot, persona: Character): string | null {
  for (const name of names) {
    const target = findTarget(snapshot, name, persona.id);
    const items =
      target.found === 'one' ? [target.entity] : target.found === 'several' ? target.entities : [];
    const usable = items.some((item) => item.kind === 'item' && isAtHand(snapshot, item, persona.id));
    if (!usable) return `${persona.name} does not have ${items[0]?.name ?? name}.`;
  }
  return null;
}
