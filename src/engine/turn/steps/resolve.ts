import {
  type ResolutionBand,
  type ResolveInput,
  RulebookResolution,
} from '#engine/contracts/rulebook-resolution.ts';
import { writeResolvePrompt } from '#engine/prompt/resolve-prompt.ts';
import { findDiceRange } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { createRollLedger } from '#engine/rules/verifiable-rolls.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { viewAsTable } from '../acting-persona.ts';
import type { ReadingResult, Recalled, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { recallCharacterMemories } from '../knowledge/find-records.ts';
import { listPresentCharacters } from '../knowledge/working-set.ts';
import { describeScene } from '../packet/aside-input.ts';
import { buildContextPacket } from '../packet/context-packet.ts';
import { writeStatLines } from '../packet/format-lines.ts';
import { listRecordOperations } from '../packet/operation-menu.ts';
import { defineStep } from '../pipeline.ts';
import { createNameResolver } from '../resolvers/name-resolver.ts';
import { resolveRulebookResolution } from '../resolvers/resolve-operations.ts';
import { createDicePosition, createEngineApplyContext } from '../rule/apply-context.ts';
import { toDiceRolledEvent } from '../rule/player-rolls.ts';
import { protectPersonas } from '../rule/protect-personas.ts';
import { settleTurn } from '../rule/settle-turn.ts';
import { describeAction } from '../rule/validate-actions.ts';
import { type AskTools, askStep } from './ask-step.ts';

type Needs = TurnContext & ReadingResult & Recalled & Ruled;
type Uses = AskTools & Pick<TurnTools, 'events' | 'recorder' | 'store' | 'countTokens'>;

/**
 * Rules by the rulebook's text, for a ruleset without mechanics. One model call names the dice and what each band of their
 * total brings; the engine rolls and takes the band. Every other ruleset was ruled before and passes through.
 */
export const resolve = defineStep<Needs, Ruled, Uses>({
  name: 'resolve',

  async run(draft, tools) {
    const { resolution: rules } = draft.playbook.mechanics;
    if (rules.kind !== 'rulebook' || draft.playerText === '') return pickRuled(draft);
    const input = await buildResolveInput(draft, tools);
    const step = {
      name: 'resolve',
      contract: RulebookResolution,
      checks: [findWrongDice],
      dropInvalidItems: true,
    };
    const reply = await askStep({ step, input, write: writeResolvePrompt }, draft, tools);
    const resolver = createNameResolver(draft.resolvedSnapshot, draft.view);
    const { resolution: ruling, dropped } = resolveRulebookResolution(reply, resolver);
    if (dropped.length > 0) tools.recorder.note('resolve', { dropped });
    const rolls = rollDice(ruling, draft, tools);
    const total = rolls[0]?.total ?? null;
    const band = chooseBand(ruling.bands, total);
    return band === null
      ? { ...pickRuled(draft), rolls: [...draft.rolls, ...rolls] }
      : settleBand(draft, band, rolls, tools);
  },
});

function pickRuled(draft: Needs): Ruled {
  const { resolvedSnapshot, view, actions, blocked, resolved, rolled, tableDue, harmed, rolls } = draft;
  const { effects, observations, revealed, privately, responses, done, fallsDue, span, protection } = draft;
  return {
    resolvedSnapshot,
    view,
    actions,
    blocked,
    resolved,
    rolled,
    tableDue,
    harmed,
    rolls,
    effects,
    observations,
    revealed,
    privately,
    responses,
    done,
    fallsDue,
    span,
    protection,
  };
}

/** Reports dice the engine cannot roll. Without them the engine would take a band without a roll. */
function findWrongDice({ dice }: RulebookResolution): readonly string[] {
  return dice.flatMap(({ expression }) => {
    const range = findDiceRange(expression);
    return isRejection(range) ? [`dice: "${expression}" cannot be rolled: ${range.reason}`] : [];
  });
}

const MEMORIES_EACH = 5;

async function buildResolveInput(draft: Needs, tools: Uses): Promise<ResolveInput> {
  const { persona, playbook, reading, resolvedSnapshot, blocked, actions, language } = draft;
  const people = [persona, ...listPresentCharacters({ snapshot: resolvedSnapshot, view: draft.view })];
  const memories = await recallCharacterMemories(
    people.map(({ id }) => id),
    draft,
    tools,
  );
  return {
    playerText: draft.playerText,
    intent: reading.intent,
    personaId: persona.id,
    rulebook: playbook.rulebook.text,
    scene: describeScene(
      buildContextPacket({
        ...draft,
        snapshot: resolvedSnapshot,
        knowers: findWitnessingPersonas(resolvedSnapshot, draft.persona.id),
      }),
    ),
    involved: people.map(({ id, name, stats }) => ({
      characterId: id,
      name,
      sheet: writeStatLines(stats),
      memories: (memories.get(id) ?? []).slice(0, MEMORIES_EACH).map(({ memory }) => memory.content),
    })),
    actions: actions.map(describeAction),
    blocked: blocked.map(({ action, reason }) => `${action}: ${reason}`),
    operations: listRecordOperations(playbook.rules, resolvedSnapshot),
    language,
  };
}

function rollDice({ dice }: RulebookResolution, draft: Needs, { recorder, events }: Uses): readonly Roll[] {
  const ledger = createRollLedger(draft.seed, draft, draft.rolls);
  const attempt = draft.actions.map(({ does }) => does).find((does) => does !== '') ?? draft.reading.intent;
  return dice.flatMap(({ expression, purpose, character }) => {
    const characterId = character === '' ? draft.persona.id : character;
    const roll = ledger.roll(expression, (purpose || attempt).slice(0, 120) || 'Check', { characterId });
    if (isRejection(roll)) {
      recorder.note('resolve', { diceRefused: expression, reason: roll.reason });
      return [];
    }
    recorder.roll(roll);
    events.emit(toDiceRolledEvent(draft, roll));
    return [roll];
  });
}

/**
 * Chooses the narrowest band a total lies in; without dice the first. A band may leave out one of its ends: it then reaches to
 * the next band on that side, in any order.
 */
function chooseBand(bands: readonly ResolutionBand[], total: number | null): ResolutionBand | null {
  if (total === null) return bands[0] ?? null;
  const open = { below: Number.NEGATIVE_INFINITY, above: Number.POSITIVE_INFINITY };
  const [narrowest] = bands
    .map((band) => ({ band, from: band.from ?? open.below, to: band.to ?? open.above }))
    .filter(({ from, to }) => total >= from && total <= to)
    .sort((one, other) => compare(other.from, one.from) || compare(one.to, other.to));
  return narrowest?.band ?? bands.at(-1) ?? null;
}

/** Compares numbers of which both may be the same infinity. */
const compare = (one: number, other: number): number => Number(one > other) - Number(one < other);

function settleBand(draft: Needs, band: ResolutionBand, made: readonly Roll[], { recorder }: Uses): Ruled {
  const rolls = [...draft.rolls, ...made];
  const resolved = {
    text: band.outcome,
    band: band.name === '' ? null : band.name,
    degree: band.degree,
    rolls: made.map(({ line }) => line),
    costs: [],
    consequences: [],
  };
  const protection = protectPersonas({ ...draft, rolls, resolved });
  const applied = applyOperations(draft.resolvedSnapshot, band.operations, {
    ...createEngineApplyContext(draft),
    asker: 'model',
    hold: protection,
    dice: createDicePosition(draft, rolls.length),
  });
  recorder.operations({
    asker: 'model',
    proposals: band.operations,
    effects: applied.effects,
    rejected: applied.rejected,
  });
  const settled = settleTurn(draft, applied.snapshot, recorder);
  return {
    ...pickRuled(draft),
    resolvedSnapshot: settled.snapshot,
    view: viewAsTable(settled.snapshot, draft),
    tableDue: settled.snapshot.ending === undefined ? draft.tableDue : null,
    resolved,
    rolls: [...rolls, ...applied.effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    effects: [
      ...draft.effects,
      ...applied.effects.filter(({ type }) => type !== 'rolled'),
      ...settled.effects,
    ],
    observations: band.observations,
    protection,
  };
}
