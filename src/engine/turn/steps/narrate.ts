import type { GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { Narration, OfferedChoice, OfferedTableRow } from '#engine/contracts/narration.ts';
import {
  type ChoicesWritten,
  type InlineNarrationEnd,
  type InlineNarrationPart,
  type NarrationEnd,
  type NarrationPart,
  streamInlineNarration,
  streamNarration,
} from '#engine/llm/narration.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import { findWindowStart } from '#engine/prompt/conversation-window.ts';
import { type TrackedSheet, trackSheets } from '#engine/prompt/track-sheets.ts';
import { listPlainConditions } from '#engine/state/settle-story.ts';
import { deriveAttemptSeed } from '#engine/util/keyed-random.ts';
import { createLazy } from '#engine/util/memoize.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { findTurnAudience } from '../acting-persona.ts';
import type { Narrated, ProseWritten } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { recallCharacterMemories } from '../knowledge/find-records.ts';
import { listPresentCharacters } from '../knowledge/working-set.ts';
import { checkTexts, type PreparedFacts, prepareFacts } from '../narration/exact-checks.ts';
import { gatherProseFacts } from '../narration/prose-facts.ts';
import {
  chooseReleaseMode,
  createSentenceRelease,
  type SentenceRelease,
} from '../narration/sentence-release.ts';
import { countToldPassages } from '../narration/split-text.ts';
import { listLore } from '../packet/context-packet.ts';
import { gatherSecrets } from '../packet/game-master-secrets.ts';
import {
  buildNarrateInput,
  chooseLasting,
  type ReadyToNarrate,
  toCampaignSegments,
} from '../packet/narrate-input.ts';
import { listRecordOperations } from '../packet/operation-menu.ts';
import type { EarlyStep } from '../pipeline.ts';
import { deriveStorySeed } from './ask-step.ts';

type Uses = Pick<
  TurnTools,
  | 'tiers'
  | 'prompts'
  | 'promptTokens'
  | 'model'
  | 'events'
  | 'recorder'
  | 'signal'
  | 'store'
  | 'countTokens'
  | 'contentPolicy'
>;

/**
 * Has the large model tell what happens and releases the prose sentence by sentence while it is written. The prose is given early:
 * with the first choice, which shows that `record` need not write any. Where a table is due or the outcome is inline it is given
 * with the end of the reply.
 */
export const narrate = narrateWith(() => null);

/** The same with the secrets within reach, where one model is the whole game master. */
export const narrateAsGameMaster = narrateWith(gatherSecrets);

function narrateWith(
  secretsFor: (draft: ReadyToNarrate) => GameMasterSecrets | null,
): EarlyStep<ReadyToNarrate, ProseWritten, Narrated, Uses> {
  return {
    name: 'narrate',

    async run(draft, tools, giveEarly) {
      const { events, recorder, signal, tiers } = tools;
      const { attempt } = draft.lease.turn;
      const to = findTurnAudience(draft.resolvedSnapshot, draft.persona);
      const secrets = secretsFor(draft);
      const sheets = trackPeople(draft);
      const remembered = secrets === null ? NO_MEMORIES : await recallPresent(draft, tools);
      const { request, isInline, unsent, lasting } = writeRequest(
        draft,
        { secrets, sheets, remembered },
        tools,
      );
      const loreToKeep = { ...draft.sceneLore, sheets, unsent, lasting };
      const seed = deriveAttemptSeed(deriveStorySeed(draft.seed, draft.sceneIndex), attempt);
      const parts = (isInline ? streamInlineNarration : streamNarration)(
        tiers.large,
        { ...request, seed, signal },
        { tableDue: draft.tableDue !== null },
      );
      const facts = gatherProseFacts(draft);
      // Prepared while the model answers. A failure shows with the first words, when the facts are needed.
      void new Promise(setImmediate).then(() => prepareFacts(facts)).catch(() => null);
      // A content policy decides on the whole before anything is shown.
      const mode =
        tools.contentPolicy === undefined
          ? chooseReleaseMode(draft, { hasSecrets: secrets !== null })
          : 'reviewed';
      const release = createLazy(() =>
        createSentenceRelease({
          facts: prepareFacts(facts),
          policies: draft.playbook.mechanics.on_finding,
          mode,
        }),
      );
      const isReleased = () => mode !== 'reviewed' && !release().isStopped();
      const offer = createOffer((choices) => {
        if (isReleased()) events.emit({ type: 'choices-offered', attempt, choices, to });
      });
      // After the end there is nothing to choose.
      const hasEnded = draft.resolvedSnapshot.ending !== undefined;
      let isGiven = false;
      const give = (written: ProseWritten['written'], inlineOutcome: ProseWritten['inlineOutcome']): void => {
        if (isGiven) return;
        isGiven = true;
        giveEarly({
          written,
          sentences: splitSentences(written.prose),
          facts,
          prepared: prepareFacts(facts),
          found: release().findings(),
          inlineOutcome,
          isReleased: isReleased(),
        });
      };
      const narration = await readParts(parts, {
        release,
        emit: (text) => {
          if (text !== '') events.emit({ type: 'narration-delta', attempt, text, to });
        },
        onChoices: (prose, { choices: soFar, isComplete }) => {
          const choices = withoutLeakedChoices(soFar, prepareFacts(facts));
          if (choices.length === 0 || hasEnded) return;
          give({ prose, rows: [], needsChoices: false }, null);
          if (isComplete) offer(choices);
        },
        onEnd: ({ narration, ...end }) => {
          const choices = hasEnded ? [] : withoutLeakedChoices(narration.choices, prepareFacts(facts));
          const rows = withoutLeakedRows(narration.rows, prepareFacts(facts));
          const needsChoices = choices.length === 0 && draft.tableDue === null && !hasEnded;
          give({ prose: narration.prose, rows, needsChoices }, 'outcome' in end ? end.outcome : null);
          offer(choices);
          return { ...narration, choices, rows };
        },
      });
      if (narration.notes !== '') recorder.note('narrate', { gmNotes: [narration.notes], rationale: '' });
      noteToldLore(loreToKeep, narration.prose, recorder);
      return { narration, loreToKeep };
    },
  };
}

/** Offers choices to players, and once more only when other lines behind the notes have changed them. */
function createOffer(emit: (choices: OfferedChoice[]) => void): (choices: readonly OfferedChoice[]) => void {
  let offered = '[]';
  return (choices) => {
    const written = JSON.stringify(choices);
    if (written === offered) return;
    offered = written;
    emit(choices.map((choice) => ({ ...choice })));
  };
}

/** Stands for a row that would tell too much; the lowest rows are the worst. */
function writePlainRow({ from }: OfferedTableRow): string {
  if (from <= 34) return 'It goes badly.';
  return from <= 66 ? 'It goes neither well nor badly.' : 'It goes well.';
}

/** Choices without what players may not read: a choice goes with its text, and loses a description alone. */
function withoutLeakedChoices(choices: readonly OfferedChoice[], prepared: PreparedFacts): OfferedChoice[] {
  return choices
    .filter(({ text }) => isClean(text, prepared))
    .map((one) => (isClean(one.description, prepared) ? one : { ...one, description: '' }));
}

/** Removes from rows what players may not read: a row keeps its numbers. */
function withoutLeakedRows(rows: readonly OfferedTableRow[], prepared: PreparedFacts): OfferedTableRow[] {
  return rows.map((row) => (isClean(row.outcome, prepared) ? row : { ...row, outcome: writePlainRow(row) }));
}

function isClean(text: string, prepared: PreparedFacts): boolean {
  return checkTexts([text], prepared).size === 0;
}

/** Lists people whose sheets the prompt holds: those present, and those who were since SceneLore was last rebuilt. */
function trackPeople({ sceneLore, view }: ReadyToNarrate): readonly TrackedSheet[] {
  const present = view.scene.presentIds.filter((id) => !view.personas.some((one) => one === id));
  const { exchange, since: boundary } = sceneLore;
  return trackSheets(sceneLore.sheets ?? [], present, { exchange, boundary });
}

type Material = {
  readonly secrets: GameMasterSecrets | null;
  readonly sheets: readonly TrackedSheet[];
  readonly remembered: Remembered;
};

/** The strongest memories of each character present, by id. */
type Remembered = ReadonlyMap<string, readonly string[]>;
const NO_MEMORIES: Remembered = new Map();
const MEMORIES_EACH = 4;

/**
 * Recalls what those present remember, for a narrator who plays them all. Elsewhere they decide for themselves in `react`. What they
 * witnessed in the exchanges that are sent is left out: the conversation tells it.
 */
async function recallPresent(draft: ReadyToNarrate, tools: Uses): Promise<Remembered> {
  const ids = listPresentCharacters({ snapshot: draft.resolvedSnapshot, view: draft.view }).map(
    ({ id }) => id,
  );
  const recalled = await recallCharacterMemories(ids, draft, tools);
  const told = new Set(listSentScenes(draft));
  return new Map(
    [...recalled].map(([id, memories]) => [
      id,
      memories
        .filter(
          ({ memory: { edited, provenance, scene } }) =>
            edited || provenance.kind !== 'witnessed' || !told.has(scene.index),
        )
        .slice(0, MEMORIES_EACH)
        .map(({ memory }) => memory.content),
    ]),
  );
}

/** Lists the indexes of the scenes whose exchanges the prompt sends. */
function listSentScenes({ said, saidScenes, sceneLore }: ReadyToNarrate): readonly number[] {
  const start = findWindowStart(said.conversationStart + said.conversation.length, sceneLore.since);
  return saidScenes.slice(Math.max(0, start - said.conversationStart));
}

function withMemories(input: NarrateInput, remembered: Remembered): NarrateInput {
  if (remembered.size === 0) return input;
  const cast = input.packet.cast.map((member) => {
    const memories = remembered.get(member.id) ?? [];
    return memories.length === 0
      ? member
      : { ...member, relation: `${member.relation} Remembers: ${memories.join(' ')}`.trim() };
  });
  return { ...input, packet: { ...input.packet, cast } };
}

function writeRequest(draft: ReadyToNarrate, { secrets, sheets, remembered }: Material, tools: Uses) {
  const { prompts, promptTokens, model, recorder } = tools;
  const isInline = draft.playbook.mechanics.outcome === 'inline';
  const { request, sources, audit, lasting } = assembleNarration(
    {
      input: withMemories(buildNarrateInput(draft, secrets, sheets), remembered),
      segments: toCampaignSegments(draft.playbook.segments, draft.resolvedSnapshot),
      budget: promptTokens,
      contextWindow: model.contextWindow,
      tokenScale: model.tokenScale,
      lasting: chooseLasting(draft),
      inline: isInline
        ? {
            operations: listRecordOperations(draft.playbook.rules, draft.resolvedSnapshot),
            conditions: listPlainConditions(draft.resolvedSnapshot).map(({ key: id, when }) => ({
              id,
              when,
            })),
          }
        : null,
    },
    { prompts, pins: draft.promptPins },
  );
  recorder.prompt('narrate', { sources, audit });
  return { request: { ...request, prompts: sources.prompts }, isInline, unsent: audit.trimmedLore, lasting };
}

type PartReaders = {
  readonly release: () => SentenceRelease;
  readonly emit: (text: string) => void;
  /** Receives the whole prose and the choices written so far. */
  readonly onChoices: (prose: string, choices: ChoicesWritten) => void;
  readonly onEnd: (end: NarrationEnd | InlineNarrationEnd) => Narration;
};

async function readParts(
  parts: AsyncIterable<NarrationPart | InlineNarrationPart>,
  { release, emit, onChoices, onEnd }: PartReaders,
): Promise<Narration> {
  let prose = '';
  let hasEnded = false;
  const end = (): void => {
    if (!hasEnded) emit(release().end());
    hasEnded = true;
  };
  for await (const part of parts) {
    switch (part.type) {
      case 'prose-delta':
        prose += part.text;
        emit(release().push(part.text));
        break;
      case 'prose-end':
        end();
        break;
      case 'choices-written':
        onChoices(prose, part);
        break;
      default:
        end();
        return onEnd(part);
    }
  }
  throw new Error('the narration stopped without ending');
}

/** Notes how many passages of lore the prompt held and how many of them the prose told of; the metrics count it. */
function noteToldLore(lore: SceneLore, prose: string, recorder: TurnTools['recorder']): void {
  const sent = listLore(lore).filter(({ id }) => lore.unsent?.includes(id) !== true);
  const told = countToldPassages(
    sent.map(({ title, text }) => `${title}\n${text}`),
    prose,
  );
  recorder.note('narrate', { lore: { sent: sent.length, told } });
}
