import type { InterpretReply } from './interpret-reply.ts';
import type { NarrateOutcome, ProposedOperation } from './narrate-outcome.ts';
import type { ResolveReply } from './resolve-reply.ts';

/** Whose id somebody or something is meant by; null for what is nobody's, and for what several may be called. */
export type Names = { readonly idOf: (said: string) => string | null };

/** A name or an id without what does not tell it from others: case, accents, marks, an article. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|a|an) (?=.)/, '');
}

/** A narrator's outcome in ids. Whom it only introduces has none yet, and is there by being introduced. */
export function narrationInIds(outcome: NarrateOutcome, names: Names): NarrateOutcome {
  const idOf = reading(names);
  const isNew = newcomers(outcome, names);
  const ids = (said: readonly string[]) => [...new Set(said.filter((name) => !isNew(name)).map(idOf))];
  const { scene_transition: transition } = outcome;
  return {
    ...outcome,
    scene_characters: ids(outcome.scene_characters),
    events: outcome.events.map((event) => ({
      ...event,
      characters: ids(event.characters),
      factions_affected: event.factions_affected.map(idOf),
    })),
    observations: observed(outcome.observations, idOf).filter(({ character_id }) => !isNew(character_id)),
    operations: outcome.operations.map((operation) => operationInIds(operation, idOf)),
    established_facts: outcome.established_facts.map((fact) => ({
      ...fact,
      subject_id: idOf(fact.subject_id),
    })),
    thread_updates: outcome.thread_updates.map((update) => ({ ...update, id: idOf(update.id) })),
    scene_transition:
      transition === null
        ? null
        : {
            ...transition,
            location_id: idOf(transition.location_id),
            present: ids(transition.present),
          },
  };
}

/** A referee's reply in ids. */
export function rulingInIds(reply: ResolveReply, names: Names): ResolveReply {
  const idOf = reading(names);
  return {
    ...reply,
    dice_request: reply.dice_request.map((request) => ({
      ...request,
      character_id: idOf(request.character_id),
      target_id: idOf(request.target_id),
    })),
    new_observations: observed(reply.new_observations, idOf),
    state_ops: reply.state_ops.map((operation) => operationInIds(operation, idOf)),
  };
}

/** What the player's words were taken to mean, in ids. */
export function interpretationInIds(reply: InterpretReply, names: Names): InterpretReply {
  const idOf = reading(names);
  return {
    ...reply,
    proposed_actions: reply.proposed_actions.map((action) => ({
      ...action,
      target_id: idOf(action.target_id),
    })),
    referenced_entities: [...new Set(reply.referenced_entities.map(idOf))],
  };
}

function reading(names: Names): (said: string) => string {
  return (said) => names.idOf(said) ?? said;
}

function observed(
  observations: NarrateOutcome['observations'],
  idOf: (said: string) => string,
): NarrateOutcome['observations'] {
  return observations.map((observation) => ({
    ...observation,
    character_id: idOf(observation.character_id),
    ...(observation.told_by === undefined ? {} : { told_by: idOf(observation.told_by) }),
  }));
}

const NUMBERED = /^(?:npc|pc)_(.+?)(?:_\d+)?$/;

/** Whether a name is of somebody the same outcome introduces, be it in the form of an id nobody has given out. */
function newcomers({ introduced_npcs: introduced }: NarrateOutcome, names: Names): (said: string) => boolean {
  const known = new Set(introduced.map(({ name }) => plainName(name)));
  return (said) => {
    if (names.idOf(said) !== null) return false;
    return known.has(plainName(said)) || known.has(plainName(NUMBERED.exec(said)?.[1] ?? said));
  };
}

/** Fields of operations that name somebody, something or some place there is. */
const NAMING =
  /^(?:(?:entity|character|owner|item|from|to|one|other|place|toPlace|subject|giver|faction|target)Ids?|knownTo)$/;

function operationInIds(operation: ProposedOperation, idOf: (said: string) => string): ProposedOperation {
  const entries = Object.entries(operation).map(([key, value]): [string, unknown] => {
    if (!NAMING.test(key)) return [key, value];
    if (Array.isArray(value))
      return [key, value.map((item) => (typeof item === 'string' ? idOf(item) : item))];
    return [key, typeof value === 'string' ? idOf(value) : value];
  });
  return { ...Object.fromEntries(entries), op: operation.op };
}
