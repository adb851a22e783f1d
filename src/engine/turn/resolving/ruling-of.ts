import { RollType } from '#engine/llm/call-type.ts';
import { rulingInIds } from '#engine/llm/names-as-ids.ts';
import type { OfferedTable, ProposedObservation, ProposedOperation } from '#engine/llm/narrate-outcome.ts';
import { type DiceRequest, ResolveReply } from '#engine/llm/resolve-reply.ts';
import type { Involved } from '#engine/llm/step-inputs.ts';
import { resolveReplyChecks } from '#engine/llm/step-reply-checks.ts';
import { resolvePrompt } from '#engine/prompt/step-prompts.ts';
import { DiceExpression } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import { contextPacket } from '../context-packet.ts';
import type { Interpreted, Moment, Planned, Routed, Validated } from '../draft.ts';
import { recallFor } from '../knowledge/recall-for.ts';
import { presentCharacters } from '../knowledge/scene-material.ts';
import { operationMenu } from '../operation-menu.ts';
import { replyScope } from '../reply-scope.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Moment & Routed & Interpreted & Validated & Planned;
export type RulingTools = AskTools & Pick<TurnTools, 'events' | 'recorder' | 'store' | 'countTokens'>;

/** What the rules make of an action in words and changes, once the dice have fallen. */
export type Ruling = {
  readonly text: string;
  readonly dice: readonly DiceRequest[];
  readonly operations: readonly ProposedOperation[];
  readonly observations: readonly ProposedObservation[];
  /** A table to roll on before anything is decided. */
  readonly table: OfferedTable | null;
};

const MEMORIES_EACH = 5;

function diceProblem(expression: string): string | null {
  return DiceExpression.safeParse(expression).error?.issues[0]?.message ?? null;
}

/** Asks the small model how the rules apply, with the dice that have fallen so far. It may ask for more of them. */
export async function rulingOf(draft: Needs, rolls: readonly Roll[], tools: RulingTools): Promise<Ruling> {
  const { words, persona, playbook, snapshot, actions, plan } = draft;
  const people = [persona, ...presentCharacters(draft)];
  const memories = await recallFor(
    people.map(({ id }) => id),
    draft,
    tools,
  );
  const input = {
    playerText: words,
    personaId: persona.id,
    packet: contextPacket(draft),
    rulebook: playbook.rulebook.text,
    operations: operationMenu(playbook.rules, snapshot),
    involved: people.map(({ id, name, stats }) => ({
      characterId: id,
      name,
      // A stat block is JSON by its ruleset's schema.
      stats: structuredClone(stats) as Involved['stats'],
      memories: (memories.get(id) ?? []).slice(0, MEMORIES_EACH).map(({ memory }) => memory.content),
    })),
    actions: [...actions],
    plan: plan === null ? null : { beats: plan.beats, tensionMove: plan.tension_move },
    rolls: rolls.map(({ line }) => line),
    tableType: tableTypeOf(draft),
  };
  const scope = replyScope(snapshot, draft.view, playbook.rules);
  const checks = resolveReplyChecks(scope, diceProblem, { mayOfferTable: input.tableType !== null });
  const understand = (reply: ResolveReply) => rulingInIds(reply, scope.names);
  const step = { name: 'resolve', contract: ResolveReply, checks, understand };
  const reply = await askStep(
    { step, input, write: resolvePrompt, salt: String(rolls.length) },
    draft,
    tools,
  );
  return {
    text: reply.resolved_outcome,
    dice: reply.dice_request,
    operations: reply.state_ops,
    observations: reply.new_observations,
    table: reply.roll_table,
  };
}

/** What kind of table the words call for; null under rules that know none. */
export function tableTypeOf({ playbook, interpretation, routedCallType }: Needs): RollType | null {
  if (playbook.mechanics.resolution.kind !== 'table_d100') return null;
  return RollType.catch('narrative').parse(interpretation?.call_type ?? routedCallType);
}
