import { type JudgeInput, JudgeReply } from '#engine/contracts/findings.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { writeJudgePrompt } from '#engine/prompt/prose-check-prompts.ts';
import type { PromptSource } from '#engine/prompt/step-prompt.ts';
import type { EntityId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Judged, ProseWritten } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import type { Finding } from '../narration/decide-on-findings.ts';
import { isKnownText, verifyFindings } from '../narration/verify-findings.ts';
import { writeFact } from '../packet/format-lines.ts';
import type { ReadyToNarrate } from '../packet/narrate-input.ts';
import { defineStep } from '../pipeline.ts';
import { readOpening } from '../playbook.ts';
import { normaliseName } from '../resolvers/name-index.ts';
import { type AskTools, askStep } from './ask-step.ts';
import { listDone } from './record.ts';

type Needs = ReadyToNarrate & ProseWritten;

/** Writes the judge's prompt in the shape of the other small steps. */
export function writeJudge(input: JudgeInput, source: PromptSource) {
  const { prompt, trimmed } = writeJudgePrompt(input, source);
  return { prompt, trimmed: trimmed.map((part) => JSON.stringify(part)) };
}

/** Most texts of a kind the judge is shown. */
const MOST = { known: 60, secrets: 60, named: 20, absent: 30 } as const;

/**
 * Has a model look for faults of meaning: acting for a player's character, contradicting state or dice, telling what is hidden.
 * Each finding is quoted; a quotation that is not in the prose is dropped. A judge that cannot be understood finds nothing.
 */
export const judge = defineStep<Needs, Judged, AskTools & Pick<TurnTools, 'recorder'>>({
  name: 'judge',

  async run(draft, tools) {
    const input = buildJudgeInput({ ...draft, established: listEstablished(draft) });
    const judged = await askJudge(
      input,
      {
        prose: draft.written.prose,
        known: draft.facts.known,
        hasRow: findBindingText(draft) !== '',
        hasBoundaries: draft.snapshot.calibration.boundaries.length > 0,
      },
      draft,
      tools,
    );
    return { judged };
  },
});

/** Asks the judge for faults and keeps those whose quotations stand in the text. */
export async function askJudge(
  input: JudgeInput,
  against: Parameters<typeof verifyFindings>[1],
  context: Parameters<typeof askStep>[1],
  tools: AskTools,
): Promise<readonly Finding[]> {
  const step = { name: 'judge', contract: JudgeReply, dropInvalidItems: true };
  try {
    const reply = await askStep({ step, input, write: writeJudge }, context, tools);
    const { kept, dropped } = verifyFindings(reply, against);
    if (dropped.length > 0) tools.recorder.note('judge', { dropped });
    return kept;
  } catch (error) {
    if (!(error instanceof InvalidReply)) throw error;
    tools.recorder.note('judge', { unusable: error.problems });
    return [];
  }
}

/** Returns the text that must be told as it stands: a rolled row, and authored answers. */
export function findBindingText({
  rolled,
  responses = [],
}: {
  readonly rolled: { readonly outcome: string } | null;
  readonly responses?: readonly { readonly text: string }[] | undefined;
}): string {
  return [rolled?.outcome ?? '', ...responses.map(({ text }) => text)]
    .filter((text) => text !== '')
    .join('\n');
}

/** Lists the facts given by the rules, by the actions of others and, in an opening, by its author. */
function listEstablished(draft: Needs): readonly string[] {
  const opening = readOpening(draft.playbook, draft.snapshot);
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
> & {
  readonly facts: Needs['facts'];
  readonly established: readonly string[];
  readonly responses?: Needs['responses'];
};

export function buildJudgeInput(draft: JudgeSources): JudgeInput {
  const { resolvedSnapshot: world, facts, view } = draft;
  const nameOf = (id: string) => world.entities[id as keyof typeof world.entities]?.name ?? id;
  const present = world.scene.presentIds.filter((id) => world.entities[id]?.kind === 'character');
  const prose = draft.sentences.join(' ');
  const left = findPlaceLeft(draft);
  const absent = Object.values(view.entities).filter(
    ({ kind, id }) =>
      kind === 'character' &&
      !present.some((one) => one === id) &&
      left?.presentIds.some((one) => one === id) !== true,
  );
  return {
    sentences: draft.sentences.map((sentence) => sentence.trim()),
    playerText: draft.playerText,
    personas: world.personas.map((id) =>
      world.scene.presentIds.includes(id) ? nameOf(id) : `${nameOf(id)}, who is elsewhere`,
    ),
    allowed: [...draft.actions.map(({ does, kind }) => does || kind), ...draft.done],
    established: [...draft.established],
    row: findBindingText(draft),
    place: world.scene.placeId === null ? '' : nameOf(world.scene.placeId),
    present: present.map((id) => {
      const one = world.entities[id];
      const isUp = one?.kind !== 'character' || one.status === 'conscious';
      return isUp ? nameOf(id) : `${nameOf(id)}, ${one.status}`;
    }),
    ...(left === null
      ? {}
      : {
          left: {
            place: nameOf(left.placeId),
            present: left.presentIds.flatMap((id) =>
              view.entities[id]?.kind === 'character' && !present.some((one) => one === id)
                ? [nameOf(id)]
                : [],
            ),
          },
        }),
    // Those the prose names come first: they are the ones it can be wrong about.
    absent: absent
      .toSorted((one, other) => Number(prose.includes(other.name)) - Number(prose.includes(one.name)))
      .slice(0, MOST.absent)
      .map(({ name }) => name),
    carried: listCarried(world, nameOf),
    known: view.facts.slice(-MOST.known).map((fact) => writeFact(fact, view)),
    ...listUnknown(draft, prose),
    labels: [...facts.labels],
    boundaries: [...draft.snapshot.calibration.boundaries],
  };
}

/** Returns the place the party leaves in this turn, with those who were there: the passage may begin among them. */
function findPlaceLeft({
  snapshot: { scene: before },
  resolvedSnapshot: { scene: now },
}: JudgeSources): { readonly placeId: string; readonly presentIds: readonly string[] } | null {
  const { placeId, presentIds, obscuredIds } = before;
  if (placeId === null || placeId === now.placeId) return null;
  return { placeId, presentIds: presentIds.filter((id) => !obscuredIds.includes(id)) };
}

/** Lists what the players' characters here carry, with the bearer where there are several. */
function listCarried({ personas, scene, inventory }: Snapshot, nameOf: (id: string) => string): string[] {
  const bearers = personas.filter((id) => scene.presentIds.includes(id));
  return bearers.flatMap((bearer) =>
    Object.keys(inventory[bearer] ?? {}).map((id) =>
      bearers.length === 1 ? nameOf(id) : `${nameOf(bearer)}: ${nameOf(id)}`,
    ),
  );
}

/**
 * Lists the secrets that players do not know, each once and with the character or the title whose text it is. Those about who and
 * what is here stand in an order that does not depend on the passage, so that a provider can cache them. Others follow as far as
 * there is room, and those that the passage names are listed in any case: they are the ones it can give away.
 */
function listUnknown(
  { facts, resolvedSnapshot: world }: JudgeSources,
  prose: string,
): Pick<JudgeInput, 'secrets' | 'secretsNamed'> {
  const { secrets, subjects, known } = facts;
  const here = new Set<string | null>([world.scene.placeId, ...world.scene.presentIds]);
  const find = (secret: string) => {
    const subject = subjects?.get(secret);
    const name = subject === undefined ? '' : (world.entities[subject.id as EntityId]?.name ?? '');
    const isNear = subject === undefined || here.has(subject.id);
    const isAnonymous = subject?.isOwn === true && !secret.includes(name);
    const owner = isAnonymous ? name : (subject?.title ?? '');
    return {
      secret,
      isNear,
      isNamed: subject?.title !== undefined || (name !== '' && prose.includes(name)),
      isLookedUp: subject?.title !== undefined,
      text: owner === '' ? secret : `${owner}: ${secret}`,
    };
  };
  const distinct = [...new Map(secrets.map((secret) => [normaliseName(secret), find(secret)])).values()];
  const sorted = distinct.toSorted((one, other) => Number(other.isNear) - Number(one.isNear));
  const settled: string[] = [];
  const named: string[] = [];
  for (const { secret, text, isLookedUp, isNamed } of sorted) {
    const list = !isLookedUp && settled.length < MOST.secrets ? settled : isNamed ? named : null;
    if (list !== null && list.length < MOST.secrets && !isKnownText(secret, known)) list.push(text);
  }
  return {
    secrets: settled,
    ...(named.length === 0 ? {} : { secretsNamed: named.slice(0, MOST.named) }),
  };
}
