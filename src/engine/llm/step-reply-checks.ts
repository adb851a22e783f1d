import type { InterpretReply } from './interpret-reply.ts';
import type { GodReply, ThinkReply } from './mode-replies.ts';
import type { Names } from './names-as-ids.ts';
import type { NarrateOutcome } from './narrate-outcome.ts';
import type { Check } from './reading/validate-reply.ts';
import {
  forbiddenOperations,
  type Ids,
  offeredChoiceProblems,
  rollProblems,
  tableProblems,
  unknownIds,
} from './reply-checks.ts';
import type { ResolveReply } from './resolve-reply.ts';

/** What there is in a session, as far as replies may speak of it. */
export type ReplyScope = {
  readonly characters: Ids;
  /** Everybody and everything that has an id, characters included. */
  readonly entities: Ids;
  readonly threads: Ids;
  /** The names of the operations that may be proposed. */
  readonly operations: readonly string[];
  /** What each of them may be called instead. */
  readonly names: Names;
};

/** What must be true of a narrator's outcome beyond its form. */
export function narrationReplyChecks(
  { characters, entities, threads, operations }: Omit<ReplyScope, 'names'>,
  { mayOfferRoll }: { readonly mayOfferRoll: boolean },
): readonly Check<NarrateOutcome>[] {
  return [
    (outcome) => unknownIds('scene_characters', outcome.scene_characters, characters),
    ({ observations }) => observers('observations', observations, characters),
    ({ events }) => [
      ...unknownIds(
        'events.characters',
        events.flatMap((event) => event.characters),
        characters,
      ),
      ...unknownIds(
        'events.factions_affected',
        events.flatMap((event) => event.factions_affected),
        entities,
      ),
    ],
    ({ established_facts: facts }) =>
      unknownIds(
        'established_facts.subject_id',
        facts.map(({ subject_id }) => subject_id),
        entities,
      ),
    ({ thread_updates: updates }) =>
      unknownIds(
        'thread_updates.id',
        updates.map(({ id }) => id),
        threads,
      ),
    ({ scene_transition: transition }) =>
      transition === null
        ? []
        : [
            ...unknownIds('scene_transition.location_id', given([transition.location_id]), entities),
            ...unknownIds('scene_transition.present', transition.present, characters),
          ],
    (outcome) => forbiddenOperations('operations', outcome.operations, operations),
    offeredChoiceProblems,
    (outcome) => rollProblems(outcome, mayOfferRoll),
  ];
}

/**
 * What must be true of a referee's reply. `diceProblem` says what is wrong with an expression, or null. Under rules of tables a
 * table with a hole in it is sent back: left aside, the story would go on as if nothing had been uncertain.
 */
export function resolveReplyChecks(
  { characters, operations }: Pick<ReplyScope, 'characters' | 'operations'>,
  diceProblem: (expression: string) => string | null,
  { mayOfferTable }: { readonly mayOfferTable: boolean } = { mayOfferTable: false },
): readonly Check<ResolveReply>[] {
  return [
    ({ roll_table: table }) => (table === null || !mayOfferTable ? [] : tableProblems(table)),
    ({ dice_request: requests }) =>
      unknownIds(
        'dice_request.character_id',
        given(requests.map(({ character_id }) => character_id)),
        characters,
      ),
    ({ dice_request: requests }) =>
      requests.flatMap(({ expression }) => {
        const problem = diceProblem(expression);
        return problem === null ? [] : [`dice_request.expression: ${expression}: ${problem}`];
      }),
    ({ new_observations: observations }) => observers('new_observations', observations, characters),
    ({ state_ops }) => forbiddenOperations('state_ops', state_ops, operations),
  ];
}

/** What must be true of what the player's words were taken to mean. */
export function interpretReplyChecks({
  entities,
}: Pick<ReplyScope, 'entities'>): readonly Check<InterpretReply>[] {
  return [
    ({ proposed_actions: actions }) =>
      unknownIds('proposed_actions.target_id', given(actions.map(({ target_id }) => target_id)), entities),
    ({ referenced_entities: ids }) => unknownIds('referenced_entities', ids, entities),
  ];
}

/** What must be true of the answer to an owner's command. */
export function godReplyChecks({ operations }: Pick<ReplyScope, 'operations'>): readonly Check<GodReply>[] {
  return [(reply) => forbiddenOperations('operations', reply.operations, operations), sameKeys];
}

/** What must be true of a weighing of the situation. */
export const THINK_REPLY_CHECKS: readonly Check<ThinkReply>[] = [sameKeys];

function observers(
  field: string,
  observations: NarrateOutcome['observations'],
  characters: Ids,
): readonly string[] {
  return unknownIds(
    `${field}.character_id`,
    observations.map(({ character_id }) => character_id),
    characters,
  );
}

function sameKeys({ choices }: Pick<GodReply, 'choices'>): readonly string[] {
  const keys = choices.map(({ key }) => key);
  return new Set(keys).size === keys.length ? [] : ['choices: two choices have the same key.'];
}

/** An empty id stands for nobody. */
function given(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => id !== '');
}
