import { GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { askForText } from '#engine/llm/ask-for-text.ts';
import { writeDmPrompt, writeGodPrompt, writeThinkPrompt } from '#engine/prompt/aside-prompts.ts';
import { type ApplyContext, applyAllOrNone, applyOperations } from '#engine/state/apply-operations.ts';
import { RETURN_TO_STORY } from '#engine/state/choices.ts';
import { applyGodModeSet, type StateUpdateResult } from '#engine/state/state-updates.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { keepNotes, limitChoices } from '../apply/planning-operations.ts';
import { buildTurnRows, NO_CHANGES } from '../apply/turn-rows.ts';
import type { AppliedTurn, Checked, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { checkAside, checkReport } from '../narration/check-aside.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { buildAsideInput, buildCommandInput } from '../packet/aside-input.ts';
import { listAllOperations } from '../packet/operation-menu.ts';
import { defineStep } from '../pipeline.ts';
import { createApplyContext } from '../rule/apply-context.ts';
import { applyElapsedTime } from '../rule/elapsed-time.ts';
import { writeAttemptEnd } from '../runner/end-attempt.ts';
import { LeaseLostError, OperationsRefusedError } from '../turn-failure.ts';
import { type AskTools, askStep, deriveStorySeed } from './ask-step.ts';

type Gives = { readonly answer: string };
type Uses = Pick<
  TurnTools,
  'tiers' | 'prompts' | 'signal' | 'store' | 'log' | 'events' | 'recorder' | 'clock' | 'newId'
>;

/** Answers a player outside the story. No scene comes of it, no time passes, and it is no part of the conversation. */
export const answer = defineStep<TurnContext, Gives, Uses>({
  name: 'answer',

  async run(moment, { tiers, prompts, signal, store, log, events, recorder, clock, newId }) {
    const { lease, promptPins, seed, sceneIndex } = moment;
    const { turn } = lease;
    const input = buildAsideInput(moment);
    const { prompt } = writeDmPrompt(input, { prompts, pins: promptPins });
    const request = {
      ...prompt,
      step: 'mode-dm',
      // Inputs of steps are plain values by their schemas.
      input: input as unknown as Json,
      seed: deriveStorySeed(seed, sceneIndex),
      signal,
      restartable: true,
    };
    const { text: reply } = await askForText(tiers.small, request);
    const { text: said } = await checkAside(reply, [], moment, { tiers, prompts, signal, recorder });
    const told = await events.rest();
    const at = clock();
    const outcome = { type: 'answered', answer: { text: said } } as const;
    const written = await store.endings.answer(lease, {
      answer: { text: said },
      recording: { id: newId(), content: recorder.written(writeAttemptEnd(lease, outcome, at)) },
      events: [...told, { type: 'turn-answered', attempt: turn.attempt, text: said } as const].map((event) =>
        toTurnEventRow(turn.id, event, at),
      ),
      at,
    });
    if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
    log.announce(written);
    return { answer: said };
  },
});

type GivesPonder = AppliedTurn & Checked;
type UsesPonder = AskTools & Pick<TurnTools, 'recorder' | 'events' | 'newId'>;

/** Weighs the situation for the persona. Nothing happens but a microsecond, and the choices are new. */
export const ponder = defineStep<TurnContext, GivesPonder, UsesPonder>({
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
          choices: limitChoices(choices, chooseSentences(moment)),
        },
      ],
      createApplyContext('engine', moment),
    );
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new Error(`a thought could not be kept: ${refused.rejection.reason}`);
    tools.recorder.operations({ effects: applied.effects, rejected: [] });
    tools.events.emit({ type: 'narration-delta', attempt: lease.turn.attempt, text: thinking });
    return {
      nextSnapshot: applied.snapshot,
      rows: buildTurnRows(NO_CHANGES, applied.snapshot, moment, tools.newId),
      loreAfter: 'as-before',
      prose: thinking,
      findings,
    };
  },
});

function listShortTexts({ analysis: { pros, cons, confidence }, choices }: ThinkReply): readonly string[] {
  return [...pros, ...cons, confidence, ...choices.flatMap(({ text, description }) => [text, description])];
}

const BLOCK = /^\s*GOD_MODE_SET:/m;

/** Carries out a command of the campaign's owner. A block of assignments is taken as it is; words go by way of a model. */
export const command = defineStep<TurnContext, GivesPonder, UsesPonder>({
  name: 'command',

  async run(moment, tools) {
    const { lease } = moment;
    const context = createApplyContext('god', moment);
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
    const { snapshot, effects } = applyElapsedTime(moment.snapshot, changed, context, tools.recorder);
    return {
      nextSnapshot: snapshot,
      rows: buildTurnRows({ ...NO_CHANGES, effects }, snapshot, moment, tools.newId),
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

async function obeyed(moment: TurnContext, context: ApplyContext, tools: UsesPonder): Promise<Done> {
  const input = buildCommandInput(moment, listAllOperations());
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

/** Changes the world as the game master says, all of it or nothing. It is not narrated. */
export const applyGiven = defineStep<TurnContext, GivesPonder, Pick<TurnTools, 'recorder' | 'newId'>>({
  name: 'apply-given',

  async run(moment, { recorder, newId }) {
    const { lease, snapshot } = moment;
    const { input } = lease.turn;
    if (input.kind !== 'operations') throw new Error(`a turn of kind ${input.kind} brings no operations`);
    const context = createApplyContext(input.asker, moment);
    const applied = applyAllOrNone(snapshot, input.proposals, context);
    recorder.operations({ effects: applied.effects, rejected: applied.rejected });
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new OperationsRefusedError(refused.rejection.reason);
    const then = applyElapsedTime(snapshot, applied, context, recorder);
    const happened = { ...NO_CHANGES, effects: then.effects };
    return {
      nextSnapshot: then.snapshot,
      rows: buildTurnRows(happened, then.snapshot, moment, newId),
      loreAfter: 'invalidated',
      prose: '',
      findings: [],
    };
  },
});
