import { Plan, type PlanInput } from '#engine/contracts/plan.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { writePlanPrompt } from '#engine/prompt/plan-prompt.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import type { Planned, ReadingResult, Recalled, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { describeScene } from '../packet/aside-input.ts';
import { buildContextPacket } from '../packet/context-packet.ts';
import { defineStep, TurnSuspension } from '../pipeline.ts';
import { describeAction } from '../rule/validate-actions.ts';
import { type AskTools, askStep } from './ask-step.ts';
import { chooseActors } from './react.ts';

type Needs = TurnContext & ReadingResult & Recalled & Ruled;

/**
 * Plans the turn from the validated actions and the outcome: its beats and how the tension moves. It contains no secrets.
 * Plain talk that a character answers is not planned: the answer is its beat. The plan would be made in parallel without
 * knowing it.
 */
export const plan = defineStep<Needs, Planned, AskTools & Pick<TurnTools, 'recorder'>>({
  name: 'plan',

  async run(draft, tools) {
    if (draft.playerText === '' || isAnsweredTalk(draft)) return { plan: null };
    const step = { name: 'plan', contract: Plan, dropInvalidItems: true };
    try {
      const reply = await askStep(
        { step, input: buildPlanInput(draft), write: writePlanPrompt },
        draft,
        tools,
      );
      return askFirst(reply, draft) ?? { plan: reply };
    } catch (error) {
      // A narrator can do without a plan.
      if (!(error instanceof InvalidReply)) throw error;
      tools.recorder.note('plan', { unusable: error.problems });
      return { plan: null };
    }
  },
});

/** Tells whether the turn is words to a character present, and the rules have nothing to tell of it. */
function isAnsweredTalk(draft: Needs): boolean {
  const { reading, actions, resolved, rolled, tableDue, resolvedSnapshot } = draft;
  const { blocked, done, revealed, fallsDue } = draft;
  const isTalk = actions.length > 0 ? actions.every(({ kind }) => kind === 'talk') : reading.kind === 'speak';
  if (!isTalk || resolvedSnapshot.combat !== null) return false;
  const isRuled = resolved !== null || rolled !== null || tableDue !== null;
  if (isRuled || [blocked, done, revealed, fallsDue].some((told) => told.length > 0)) return false;
  return chooseActors(draft).length > 0;
}

/** Suspends the turn for the planner's question, once per action and never after dice have fallen. */
function askFirst(
  { clarification_question: question }: Plan,
  { lease, rolls, reading, language }: Needs,
): TurnSuspension | null {
  const isClarified = lease.turn.answers.some(({ kind }) => kind === 'clarification');
  if (question === '' || isClarified || rolls.length > 0) return null;
  const kept = JSON.parse(JSON.stringify({ reading, language }));
  return new TurnSuspension({ kind: 'clarification', question, options: [], kept });
}

function buildPlanInput(draft: Needs): PlanInput {
  const { resolvedSnapshot, reading, resolved, done, said, actions, blocked, snapshot } = draft;
  const packet = buildContextPacket({
    ...draft,
    snapshot: resolvedSnapshot,
    knowers: findWitnessingPersonas(resolvedSnapshot, draft.persona.id),
  });
  const { tone, boundaries } = packet.calibration;
  const left = boundaries.length === 0 ? '' : `Left out at this table: ${boundaries.join('; ')}`;
  return {
    playerText: draft.playerText,
    intent: reading.intent,
    scene: describeScene(packet),
    tone: [tone, left].filter((line) => line !== '').join('\n'),
    // Who is not conscious wants nothing at the moment; its state is told instead.
    cast: packet.cast.map(({ id, name, goals, disposition }) => {
      return { id, name, goals: disposition === '' ? goals : [disposition] };
    }),
    threads: packet.threads.map(({ title, stakes }) => `${title}: ${stakes}`),
    pressures: [
      ...packet.pendingThreats,
      ...packet.clocks.map(({ name, value, max }) => `${name} ${value}/${max}`),
    ],
    actions: actions.map(describeAction),
    blocked: blocked.map(({ action, reason }) => `${action}: ${reason}`),
    outcome: [
      resolved?.text ?? '',
      ...(resolved?.consequences ?? []),
      ...done,
      ...draft.revealed.map(({ text }) => `Comes to light: ${text}`),
      ...draft.fallsDue,
    ].filter((line) => line !== ''),
    recent: said.conversation.at(-1)?.narration ?? '',
    lastMoves: [...(snapshot.planning.tension ?? [])],
    language: draft.language,
  };
}
