import { GodReply } from '#engine/contracts/aside.ts';
import { writeGodPrompt } from '#engine/prompt/aside-prompts.ts';
import { type ApplyContext, applyOperations } from '#engine/state/apply-operations.ts';
import { RETURN_TO_STORY } from '#engine/state/choices.ts';
import { applyGodModeSet, type StateUpdateResult } from '#engine/state/state-updates.ts';
import { keepNotes } from '../apply/planning-operations.ts';
import { buildCommandInput } from '../aside-input.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import { afterTime } from '../brought-by-time.ts';
import type { Applied, Checked, TurnContext } from '../context.ts';
import { checkReport } from '../narration/check-aside.ts';
import { wholeOperationMenu } from '../operation-menu.ts';
import { NOTHING_HAPPENED, rowsFrom } from '../rows-from.ts';
import { asAsker } from '../ruled-by.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Gives = Applied & Checked;
type Uses = AskTools & Pick<TurnTools, 'recorder' | 'events' | 'newId'>;

const BLOCK = /^\s*GOD_MODE_SET:/m;

/** Carries out a command of the campaign's owner. A block of assignments is taken as it is; words go by way of a model. */
export const command = defineStep<TurnContext, Gives, Uses>({
  name: 'command',

  async run(moment, tools) {
    const { lease } = moment;
    const context = asAsker('god', moment);
    const done = BLOCK.test(moment.playerText)
      ? assigned(
          applyGodModeSet(moment.snapshot, moment.playerText, { ...context, personaId: moment.persona.id }),
        )
      : await obeyed(moment, context, tools);
    tools.recorder.operations({ effects: done.effects, rejected: done.rejected });
    checkReport(done.said, moment, tools.recorder);
    // A command names what players do not know, and so do its refusals: nothing of it is told to them.
    tools.events.emit({ type: 'command-reported', attempt: lease.turn.attempt, text: done.said });
    const offered = applyOperations(
      done.snapshot,
      [{ op: 'set_choices', ...keepNotes(moment.snapshot.planning), choices: done.choices }],
      {
        ...context,
        correctionLogged: true,
      },
    );
    const changed = { snapshot: offered.snapshot, effects: [...done.effects, ...offered.effects] };
    const { snapshot, effects } = afterTime(moment.snapshot, changed, context, tools.recorder);
    return {
      nextSnapshot: snapshot,
      rows: rowsFrom({ ...NOTHING_HAPPENED, effects }, snapshot, moment, tools.newId),
      loreAfter: 'invalidated',
      prose: '',
      findings: [],
      report: done.said,
    };
  },
});

type Done = Pick<StateUpdateResult, 'snapshot' | 'effects'> & {
  readonly rejected: readonly object[];
  readonly said: string;
  readonly choices: readonly object[];
};

function assigned({ snapshot, effects, lines }: StateUpdateResult): Done {
  const said = lines.map(({ line, rejection }) => {
    return rejection === null ? `Done: ${line}` : `Refused: ${line} (${rejection.reason})`;
  });
  const rejected = lines.filter(({ rejection }) => rejection !== null);
  return { snapshot, effects, rejected, said: said.join('\n'), choices: [RETURN_TO_STORY] };
}

async function obeyed(moment: TurnContext, context: ApplyContext, tools: Uses): Promise<Done> {
  const input = buildCommandInput(moment, wholeOperationMenu());
  const step = { name: 'mode-god', contract: GodReply, dropInvalidItems: true };
  const reply = await askStep({ step, input, write: writeGodPrompt }, moment, tools);
  const applied = applyOperations(moment.snapshot, reply.operations, context);
  const refused = applied.rejected.map(({ rejection }) => `Refused: ${rejection.reason}`);
  return {
    snapshot: applied.snapshot,
    effects: applied.effects,
    rejected: applied.rejected,
    said: [reply.god_mode_response, ...refused].join('\n'),
    // Players are offered the way back as well, so its words are the engine's.
    choices:
      reply.choices.length === 0
        ? [RETURN_TO_STORY]
        : reply.choices.map((choice) => (choice.key === RETURN_TO_STORY.key ? RETURN_TO_STORY : choice)),
  };
}
