import { type JudgeInput, JudgeReply } from '#engine/contracts/findings.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { writeJudgePrompt } from '#engine/prompt/judge-prompt.ts';
import type { PromptShelf } from '#engine/prompt/step-prompt.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Judged, ProseWritten } from '../context.ts';
import type { ReadyToNarrate } from '../narrate-input.ts';
import { createKnownTexts, verifyFindings } from '../narration/verify-findings.ts';
import { sentenceOf } from '../packet-lines.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';
import { listDone } from './record.ts';

type Needs = ReadyToNarrate & ProseWritten;

/** The judge's prompt in the shape of the other small steps. */
export function writeJudge(input: JudgeInput, source: PromptShelf) {
  const { prompt, trimmed } = writeJudgePrompt(input, source);
  return { prompt, trimmed: trimmed.map((part) => JSON.stringify(part)) };
}

/** Most texts of a kind the judge is shown. */
const MOST = { known: 60, secrets: 60, absent: 30 } as const;

/**
 * Has a model look for faults of meaning: acting for a player's character, contradicting state or dice, telling what is hidden.
 * Each finding is quoted; a quotation that is not in the prose is dropped. A judge that cannot be understood finds nothing.
 */
export const judge = defineStep<Needs, Judged, AskTools & Pick<TurnTools, 'recorder'>>({
  name: 'judge',

  async run(draft, tools) {
    const step = { name: 'judge', contract: JudgeReply, dropInvalidItems: true };
    try {
      const reply = await askStep(
        {
          step,
          input: buildJudgeInput({ ...draft, established: listEstablished(draft) }),
          write: writeJudge,
        },
        draft,
        tools,
      );
      const { kept, dropped } = verifyFindings(reply, {
        prose: draft.written.prose,
        known: draft.facts.known,
        hasRow: draft.rolled !== null,
        hasBoundaries: draft.snapshot.calibration.boundaries.length > 0,
      });
      if (dropped.length > 0) tools.recorder.note('judge', { dropped });
      return { judged: kept };
    } catch (error) {
      if (!(error instanceof InvalidReply)) throw error;
      tools.recorder.note('judge', { unusable: error.problems });
      return { judged: [] };
    }
  },
});

/** What is so by the rules, by what others did and, in an opening, by its author. */
function listEstablished(draft: Needs): readonly string[] {
  const { opening } = draft.playbook;
  const isFirst = draft.lastNarrated === 0;
  return [
    ...listDone(draft),
    ...draft.visibleActions.map(({ name, action }) => `${name}: ${action}`),
    ...(isFirst ? [opening.text, opening.prologue ?? '', opening.stakes] : []),
  ].filter((line) => line !== '');
}

/** The parts of a turn the judge is told of. */
export type JudgeSources = Pick<
  Needs,
  | 'resolvedSnapshot'
  | 'view'
  | 'sentences'
  | 'playerText'
  | 'actions'
  | 'done'
  | 'rolled'
  | 'persona'
  | 'snapshot'
> & { readonly facts: Needs['facts']; readonly established: readonly string[] };

export function buildJudgeInput(draft: JudgeSources): JudgeInput {
  const { resolvedSnapshot: world, facts, view } = draft;
  const nameOf = (id: string) => world.entities[id as keyof typeof world.entities]?.name ?? id;
  const present = world.scene.presentIds.filter((id) => world.entities[id]?.kind === 'character');
  const isKnown = createKnownTexts(facts.known);
  const prose = draft.sentences.join(' ');
  const absent = Object.values(view.entities).filter(
    ({ kind, id }) => kind === 'character' && !present.some((one) => one === id),
  );
  return {
    sentences: draft.sentences.map((sentence) => sentence.trim()),
    playerText: draft.playerText,
    personas: world.personas.map(nameOf),
    allowed: [...draft.actions.map(({ does, kind }) => does || kind), ...draft.done],
    established: [...draft.established],
    row: draft.rolled?.outcome ?? '',
    place: world.scene.placeId === null ? '' : nameOf(world.scene.placeId),
    present: present.map(nameOf),
    // Those the prose names come first: they are the ones it can be wrong about.
    absent: absent
      .toSorted((one, other) => Number(prose.includes(other.name)) - Number(prose.includes(one.name)))
      .slice(0, MOST.absent)
      .map(({ name }) => name),
    carried: Object.keys(world.inventory[draft.persona.id] ?? {}).map(nameOf),
    known: view.facts.slice(-MOST.known).map((fact) => sentenceOf(fact, view)),
    secrets: facts.secrets.filter((secret) => !isKnown(secret)).slice(0, MOST.secrets),
    labels: [...facts.labels],
    boundaries: [...draft.snapshot.calibration.boundaries],
  };
}
