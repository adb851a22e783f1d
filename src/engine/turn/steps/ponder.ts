import { ThinkReply } from '#engine/contracts/aside.ts';
import { writeThinkPrompt } from '#engine/prompt/aside-prompts.ts';
import { applyAllOrNone } from '#engine/state/apply-operations.ts';
import { fitChoices, keepNotes } from '../apply/planning-operations.ts';
import { buildAsideInput } from '../aside-input.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Applied, Checked, TurnContext } from '../context.ts';
import { checkAside } from '../narration/check-aside.ts';
import { NOTHING_HAPPENED, rowsFrom } from '../rows-from.ts';
import { asAsker } from '../ruled-by.ts';
import { speakTo } from '../speak.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Gives = Applied & Checked;
type Uses = AskTools & Pick<TurnTools, 'recorder' | 'events' | 'newId'>;

/** Weighs the situation for the persona. Nothing happens but a microsecond, and the choices are new. */
export const ponder = defineStep<TurnContext, Gives, Uses>({
  name: 'ponder',

  async run(moment, tools) {
    const { lease, snapshot } = moment;
    const step = { name: 'mode-think', contract: ThinkReply, dropInvalidItems: true };
    const reply = await askStep(
      { step, input: buildAsideInput(moment), write: writeThinkPrompt },
      moment,
      tools,
    );
    const {
      text: thinking,
      findings,
      isClean,
    } = await checkAside(reply.thinking, listShortTexts(reply), moment, tools);
    const { pros, cons, confidence } = reply.analysis;
    const analysis = {
      pros: pros.filter(isClean),
      cons: cons.filter(isClean),
      confidence: isClean(confidence) ? confidence : '',
    };
    const choices = reply.choices.filter(({ text, description }) => isClean(text) && isClean(description));
    const applied = applyAllOrNone(
      snapshot,
      [
        { op: 'advance_time', microseconds: 1 },
        {
          op: 'set_choices',
          ...keepNotes(snapshot.planning),
          context: thinking,
          analysis,
          choices: fitChoices(choices, speakTo(moment)),
        },
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
      prose: thinking,
      findings,
    };
  },
});

function listShortTexts({ analysis: { pros, cons, confidence }, choices }: ThinkReply): readonly string[] {
  return [...pros, ...cons, confidence, ...choices.flatMap(({ text, description }) => [text, description])];
}
