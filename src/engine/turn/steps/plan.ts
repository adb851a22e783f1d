import { Plan, type PlanInput } from '#engine/contracts/plan.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { writePlanPrompt } from '#engine/prompt/plan-prompt.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Planned, Read, Recalled, Ruled, TurnContext } from '../context.ts';
import { contextPacket } from '../context-packet.ts';
import { describeScene } from '../packet/describe-scene.ts';
import { nameAction } from '../rule/validate-actions.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = TurnContext & Read & Recalled & Ruled;

/** Plans the turn from the validated actions and the outcome: its beats and how the tension moves. Secrets are not in it. */
export const plan = defineStep<Needs, Planned, AskTools & Pick<TurnTools, 'recorder'>>({
  name: 'plan',

  async run(draft, tools) {
    if (draft.playerText === '') return { plan: null };
    const step = { name: 'plan', contract: Plan, dropInvalidItems: true, isSparse: true };
    try {
      return {
        plan: await askStep({ step, input: buildPlanInput(draft), write: writePlanPrompt }, draft, tools),
      };
    } catch (error) {
      // A narrator can do without a plan.
      if (!(error instanceof InvalidReply)) throw error;
      tools.recorder.note('plan', { unusable: error.problems });
      return { plan: null };
    }
  },
});

function buildPlanInput(draft: Needs): PlanInput {
  const { resolvedSnapshot, reading, resolved, done, said, actions, blocked, snapshot } = draft;
  const packet = contextPacket({ ...draft, snapshot: resolvedSnapshot });
  const { tone, boundaries } = packet.calibration;
  const left = boundaries.length === 0 ? '' : `Left out at this table: ${boundaries.join('; ')}`;
  return {
    playerText: draft.playerText,
    intent: reading.intent,
    scene: describeScene(packet),
    tone: [tone, left].filter((line) => line !== '').join('\n'),
    cast: packet.cast.map(({ id, name, goals }) => ({ id, name, goals })),
    threads: packet.threads.map(({ title, stakes }) => `${title}: ${stakes}`),
    pressures: [
      ...packet.pendingThreats,
      ...packet.clocks.map(({ name, value, max }) => `${name} ${value}/${max}`),
    ],
    actions: actions.map(nameAction),
    blocked: blocked.map(({ action, reason }) => `${action}: ${reason}`),
    outcome: [resolved?.text ?? '', ...(resolved?.consequences ?? []), ...done].filter((line) => line !== ''),
    recent: said.conversation.at(-1)?.narration ?? '',
    lastMoves: [...(snapshot.planning.tension ?? [])],
    language: draft.language,
  };
}
