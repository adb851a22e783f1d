import { InterpretReply } from '#engine/llm/interpret-reply.ts';
import { interpretationInIds } from '#engine/llm/names-as-ids.ts';
import { interpretReplyChecks } from '#engine/llm/step-reply-checks.ts';
import { interpretPrompt } from '#engine/prompt/step-prompts.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import { contextPacket } from '../context-packet.ts';
import type { Interpreted, Moment } from '../draft.ts';
import { keptReplies } from '../kept-replies.ts';
import { replyScope } from '../reply-scope.ts';
import { defineStep } from '../step.ts';

/** Has the player's words read: what they mean to do, to whom, and what is risky about it. */
export const interpret = defineStep<Moment, Interpreted, AskTools>({
  name: 'interpret',

  async run(moment, tools) {
    const { words, persona, playbook, said } = moment;
    if (words === '') return { interpretation: null };
    const kept = keptReplies(moment.lease.turn)?.interpret ?? null;
    if (kept !== null) return { interpretation: kept };
    const input = {
      playerText: words,
      personaId: persona.id,
      packet: contextPacket({ ...moment, sceneLore: null }),
      rulebook: playbook.rulebook.summary,
      lastExchange: said.conversation.at(-1) ?? null,
    };
    const scope = replyScope(moment.snapshot, moment.view, playbook.rules);
    const step = {
      name: 'interpret',
      contract: InterpretReply,
      checks: interpretReplyChecks(scope),
      understand: (reply: InterpretReply) => interpretationInIds(reply, scope.names),
    };
    return { interpretation: await askStep({ step, input, write: interpretPrompt }, moment, tools) };
  },
});
