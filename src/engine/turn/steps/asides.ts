import { z } from 'zod';
import { GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { askForText } from '#engine/llm/ask-for-text.ts';
import { writeDmPrompt, writeGodPrompt, writeThinkPrompt } from '#engine/prompt/aside-prompts.ts';
import { type ApplyContext, applyAllOrNone, applyOperations } from '#engine/state/apply-operations.ts';
import { RETURN_TO_STORY } from '#engine/state/choices.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { applyGodModeSet, applyStateUpdates, type StateUpdateResult } from '#engine/state/state-updates.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';
import { limitChoices } from '../apply/planning-operations.ts';
import { buildTurnRows, NO_CHANGES } from '../apply/turn-rows.ts';
import { applyContentPolicy, applyPolicyToChoices } from '../content-policy.ts';
import type { AppliedTurn, Checked, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { checkAside, checkReport } from '../narration/check-aside.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { buildAsideInput, buildCommandInput } from '../packet/aside-input.ts';
import { listAllOperations } from '../packet/operation-menu.ts';
import { defineStep } from '../pipeline.ts';
import { createApplyContext } from '../rule/apply-context.ts';
import { applyElapsedTime } from '../rule/elapsed-time.ts';
import { settleTurn } from '../rule/settle-turn.ts';
import { writeAttemptEnd } from '../runner/end-attempt.ts';
import { LeaseLostError, OperationsRefusedError } from '../turn-failure.ts';
import { type AskTools, askStep, deriveStorySeed } from './ask-step.ts';

type Gives = { readonly answer: string };
type Uses = Pick<
  TurnTools,
  | 'tiers'
  | 'prompts'
  | 'signal'
  | 'store'
  | 'log'
  | 'events'
  | 'recorder'
  | 'clock'
  | 'newId'
  | 'smallModel'
  | 'contentPolicy'
>;

/** Answers a player outside the story. No scene comes of it, no time passes, and it is no part of the conversation. */
export const answer = defineStep<TurnContext, Gives, Uses>({
  name: 'answer',

  async run(turnContext, tools) {
    const { tiers, prompts, signal, smallModel, store, log, events, recorder, clock, newId, contentPolicy } =
      tools;
    const { lease, promptPins, seed, sceneIndex } = turnContext;
    const { turn } = lease;
    const input = buildAsideInput(turnContext);
    const { prompt } = writeDmPrompt(input, { prompts, pins: promptPins, window: smallModel });
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
    const { text: checked } = await checkAside(reply, [], turnContext, tools);
    const asked = { kind: 'answer', text: checked, sessionId: lease.session.id, turnId: turn.id } as const;
    const said = await applyContentPolicy(contentPolicy, asked, signal);
    const told = await events.rest();
    const at = clock();
    const outcome = { type: 'answered', answer: { text: said } } as const;
    const written = await store.endings.answer(lease, {
      answer: { text: said },
      recording: { id: newId(), content: recorder.written(writeAttemptEnd(lease, outcome, at)) },
      events: [
        ...told,
        { type: 'turn-answered', attempt: turn.attempt, text: said, to: [turnContext.persona.id] } as const,
      ].map((event) => toTurnEventRow(turn.id, event, at)),
      at,
    });
    if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
    log.announce(written);
    return { answer: said };
  },
});

type AsideGives = AppliedTurn & Checked;
type AsideUses = AskTools & Pick<TurnTools, 'recorder' | 'events' | 'newId' | 'contentPolicy'>;

/** Weighs the situation for the persona. Nothing happens but a microsecond; the new choices are the persona's own. */
export const ponder = defineStep<TurnContext, AsideGives, AsideUses>({
  name: 'ponder',

  async run(turnContext, tools) {
    const { lease, snapshot, persona } = turnContext;
    const step = { name: 'mode-think', contract: ThinkReply, dropInvalidItems: true };
    const reply = await askStep(
      { step, input: buildAsideInput(turnContext), write: writeThinkPrompt },
      turnContext,
      tools,
    );
    const {
      text: checked,
      findings,
      isClean,
    } = await checkAside(reply.thinking, listShortTexts(reply), turnContext, tools);
    const asked = {
      kind: 'thought',
      text: checked,
      sessionId: lease.session.id,
      turnId: lease.turn.id,
    } as const;
    const thinking = await applyContentPolicy(tools.contentPolicy, asked, tools.signal);
    const { pros, cons, confidence } = reply.analysis;
    const analysis = {
      pros: pros.filter(isClean),
      cons: cons.filter(isClean),
      confidence: isClean(confidence) ? confidence : '',
    };
    const choices = await applyPolicyToChoices(
      tools.contentPolicy,
      reply.choices.filter(({ text, description }) => isClean(text) && isClean(description)),
      asked,
      tools.signal,
    );
    const applied = applyAllOrNone(
      snapshot,
      [
        { op: 'advance_time', microseconds: 1 },
        {
          op: 'set_choices',
          personaId: persona.id,
          context: thinking,
          analysis,
          choices: limitChoices(choices, chooseSentences(turnContext)),
        },
      ],
      createApplyContext('engine', turnContext),
    );
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new Error(`a thought could not be kept: ${refused.rejection.reason}`);
    tools.recorder.operations({ effects: applied.effects, rejected: [] });
    tools.events.emit({
      type: 'narration-delta',
      attempt: lease.turn.attempt,
      text: thinking,
      to: [persona.id],
    });
    return {
      nextSnapshot: applied.snapshot,
      rows: buildTurnRows(NO_CHANGES, applied.snapshot, turnContext, tools.newId),
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
export const command = defineStep<TurnContext, AsideGives, AsideUses>({
  name: 'command',

  async run(turnContext, tools) {
    const { lease } = turnContext;
    const context = createApplyContext('god', turnContext);
    const protocol = { ...context, personaId: turnContext.persona.id };
    const updates = readStateUpdates(turnContext.playerText);
    const carried = BLOCK.test(turnContext.playerText)
      ? assigned(applyGodModeSet(turnContext.snapshot, turnContext.playerText, protocol))
      : updates !== null
        ? assigned(applyStateUpdates(turnContext.snapshot, updates.state_updates, protocol))
        : await obeyed(turnContext, context, tools);
    const done = {
      ...carried,
      said: [carried.said, ...warnOfTime(turnContext, carried.snapshot)].join('\n'),
    };
    tools.recorder.operations({ effects: done.effects, rejected: done.rejected });
    checkReport(done.said, turnContext, tools.recorder);
    // A command names what players do not know, and so do its refusals: nothing of it is told to them.
    tools.events.emit({ type: 'command-reported', attempt: lease.turn.attempt, text: done.said });
    const passed = applyElapsedTime(turnContext.snapshot, done, context, tools.recorder);
    const settled = settleTurn(turnContext, passed.snapshot, tools.recorder);
    const choices = settled.snapshot.ending === undefined ? done.choices : [];
    const offered = applyOperations(settled.snapshot, [{ op: 'set_choices', choices }], {
      ...context,
      correctionLogged: true,
    });
    const { snapshot } = offered;
    const effects = [...passed.effects, ...settled.effects, ...offered.effects];
    return {
      nextSnapshot: snapshot,
      rows: buildTurnRows({ ...NO_CHANGES, effects }, snapshot, turnContext, tools.newId),
      loreAfter: 'invalidated',
      prose: '',
      findings: [],
      report: done.said,
    };
  },
});

const Updates = z.object({ state_updates: z.unknown() });

/** Reads a command that is JSON with `state_updates`; null for a command in words. */
function readStateUpdates(text: string): z.infer<typeof Updates> | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return Updates.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Warns of time that was turned back: memories and the chronicle keep what lies ahead of it now. */
function warnOfTime(
  { snapshot: before, playbook: { calendar } }: TurnContext,
  after: Snapshot,
): readonly string[] {
  if (compareWorldTimes(after.time, before.time) >= 0) return [];
  const [from, to] = [before.time, after.time].map((time) => calendar.format(time, 'long'));
  return [
    `Warning: time went back from ${from} to ${to}. Memories, events and deadlines of the time between stay on record.`,
  ];
}

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

async function obeyed(turnContext: TurnContext, context: ApplyContext, tools: AsideUses): Promise<Done> {
  const input = buildCommandInput(turnContext, listAllOperations());
  const step = { name: 'mode-god', contract: GodReply, dropInvalidItems: true };
  const reply = await askStep({ step, input, write: writeGodPrompt }, turnContext, tools);
  const applied = applyOperations(turnContext.snapshot, reply.operations, context);
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
export const applyGiven = defineStep<TurnContext, AsideGives, Pick<TurnTools, 'recorder' | 'newId'>>({
  name: 'apply-given',

  async run(turnContext, { recorder, newId }) {
    const { lease, snapshot } = turnContext;
    const { input } = lease.turn;
    if (input.kind !== 'operations') throw new Error(`a turn of kind ${input.kind} brings no operations`);
    const context = createApplyContext(input.asker, turnContext);
    const applied = applyAllOrNone(snapshot, input.proposals, context);
    recorder.operations({ effects: applied.effects, rejected: applied.rejected });
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new OperationsRefusedError(refused.rejection.reason);
    const then = applyElapsedTime(snapshot, applied, context, recorder);
    const settled = settleTurn(turnContext, then.snapshot, recorder);
    const happened = { ...NO_CHANGES, effects: [...then.effects, ...settled.effects] };
    const [warning] = warnOfTime(turnContext, settled.snapshot);
    return {
      ...(warning === undefined ? {} : { report: warning }),
      nextSnapshot: settled.snapshot,
      rows: buildTurnRows(happened, settled.snapshot, turnContext, newId),
      loreAfter: 'invalidated',
      prose: '',
      findings: [],
    };
  },
});
