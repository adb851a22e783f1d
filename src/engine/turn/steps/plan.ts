import { PlanReply } from '#engine/llm/plan-reply.ts';
import { planPrompt } from '#engine/prompt/step-prompts.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import { contextPacket } from '../context-packet.ts';
import type { Moment, Planned, Routed, Validated } from '../draft.ts';
import { keptReplies } from '../kept-replies.ts';
import { defineStep } from '../step.ts';

type Needs = Moment & Routed & Validated;

/** Has the turn planned: its beats and how it tightens. Nothing undiscovered is told to whoever plans. */
export const plan = defineStep<Needs, Planned, AskTools>({
  name: 'plan',

  async run(draft, tools) {
    const { words, actions, blocked, said, sceneLore } = draft;
    if (words === '') return { plan: null };
    const kept = keptReplies(draft.lease.turn)?.plan ?? null;
    if (kept !== null) return { plan: kept };
    const input = {
      playerText: words,
      packet: contextPacket({ ...draft, sceneLore }),
      actions: [...actions],
      blocked: [...blocked],
      lastExchange: said.conversation.at(-1) ?? null,
    };
    const step = { name: 'plan', contract: PlanReply };
    return { plan: await askStep({ step, input, write: planPrompt }, draft, tools) };
  },
});
