import { ThinkReply } from '#engine/llm/mode-replies.ts';
import { THINK_REPLY_CHECKS } from '#engine/llm/step-reply-checks.ts';
import { thinkPrompt } from '#engine/prompt/step-prompts.ts';
import { applyAllOrNone } from '#engine/state/apply.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Applied, Checked, Moment } from '../draft.ts';
import { asideInput } from '../mode-input.ts';
import { NOTHING_HAPPENED, rowsFrom } from '../rows-from.ts';
import { asAsker } from '../ruled-by.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Gives = Applied & Checked;
type Uses = AskTools & Pick<TurnTools, 'recorder' | 'events' | 'newId'>;

/** Weighs the situation for the persona. Nothing happens but a microsecond, and the choices are new. */
export const ponder = defineStep<Moment, Gives, Uses>({
  name: 'ponder',

  async run(moment, tools) {
    const { lease, snapshot } = moment;
    const step = { name: 'mode-think', contract: ThinkReply, checks: THINK_REPLY_CHECKS };
    const reply = await askStep({ step, input: asideInput(moment), write: thinkPrompt }, moment, tools);
    const { thinking, analysis, choices } = reply;
    const applied = applyAllOrNone(
      snapshot,
      [
        { op: 'advance_time', microseconds: 1 },
        { op: 'set_choices', context: thinking, analysis, choices },
      ],
      asAsker('engine', moment),
    );
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new Error(`a thought could not be kept: ${refused.rejection.reason}`);
    tools.recorder.operations({ effects: applied.effects, rejected: [] });
    tools.events.emit({ type: 'narration-delta', attempt: lease.turn.attempt, text: thinking });
    return {
      nextSnapshot: applied.snapshot,
      rows: rowsFrom(NOTHING_HAPPENED, applied.snapshot, moment, tools.newId),
      loreAfter: 'as-before',
      narration: thinking,
      verdicts: [],
    };
  },
});
