import type { NarrateOutcome, OfferedTable, ProposedOperation } from '#engine/llm/narrate-outcome.ts';
import type { OfferedChoice } from '#engine/llm/offered-choice.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { sentenceOf } from './packet-lines.ts';
import { withLeaves } from './with-leaves.ts';

/** How the texts of an outcome are read. */
export type TextReader = {
  /** A text as a player may read it: itself, something safe in its place, or nothing. */
  readonly mend: (text: string) => string;
  /** Whether a text of a proposed change would come before a player. */
  readonly isShown: (text: string) => boolean;
  readonly world: Pick<Snapshot, 'entities' | 'personas'>;
};

/**
 * An outcome with every text that a player can come to read put through `mend`. What is nothing without a text of it is left out.
 * What only the game master reads (thoughts, notes, what others remember) stays as it is.
 */
export function withTexts(outcome: NarrateOutcome, reader: TextReader): NarrateOutcome {
  const { mend, world } = reader;
  const { roll_table: table, scene_transition: transition } = outcome;
  const isPersona = (id: string) => world.personas.some((persona) => persona === id);
  return {
    ...outcome,
    choices: choicesLeft(outcome.choices, mend),
    context: mend(outcome.context),
    summary_update: mend(outcome.summary_update),
    events: outcome.events.flatMap((event) => {
      const summary = mend(event.summary);
      return summary === '' ? [] : { ...event, summary, tags: event.tags.filter((tag) => isFit(tag, mend)) };
    }),
    established_facts: outcome.established_facts.flatMap((fact) => {
      const { subject_id: subjectId, predicate, detail: object } = fact;
      // Short secrets are told only together with whom they are about.
      const detail = mend(sentenceOf({ subjectId, predicate, object }, world)) === '' ? '' : mend(object);
      return detail === '' ? [] : { ...fact, detail };
    }),
    introduced_npcs: outcome.introduced_npcs.flatMap((npc) => {
      const role = mend(npc.role);
      return introduced({ ...npc, role, tags: npc.tags.filter((tag) => isFit(tag, mend)) }, mend);
    }),
    introduced_items: outcome.introduced_items.flatMap((item) => introduced(item, mend)),
    scene_transition:
      transition === null
        ? null
        : { ...transition, name: mend(transition.name), description: mend(transition.description) },
    roll_table: table === null ? null : tableLeft(table, mend),
    observations: outcome.observations.filter(
      (seen) => !isPersona(seen.character_id) || isFit(seen.content, mend),
    ),
    operations: outcome.operations.flatMap((operation) => operationLeft(operation, reader) ?? []),
  };
}

type Mend = TextReader['mend'];

function isFit(text: string, mend: Mend): boolean {
  return mend(text) === text;
}

function introduced<New extends { readonly name: string; readonly description: string }>(
  entity: New,
  mend: Mend,
): readonly New[] {
  const name = mend(entity.name);
  return name === '' ? [] : [{ ...entity, name, description: mend(entity.description) }];
}

/** What can be offered anywhere when too little else is left. */
const ANYWHERE: readonly OfferedChoice[] = [
  { key: 'look_around', text: 'Look around', description: 'See who and what is here.', risk: 'safe' },
  { key: 'wait_a_while', text: 'Wait a while', description: 'See what happens next.', risk: 'safe' },
];
const FEWEST = 2;

function choicesLeft(choices: readonly OfferedChoice[], mend: Mend): OfferedChoice[] {
  const left = choices.flatMap((choice): readonly OfferedChoice[] => {
    const text = mend(choice.text);
    if (text === '' || !isFit(choice.key.replaceAll('_', ' '), mend)) return [];
    const description = mend(choice.description);
    const both = mend(`${choice.text}. ${choice.description}`);
    return [{ ...choice, text, description: both === '' ? '' : description }];
  });
  if (left.length === choices.length) return left;
  const named = left.filter(({ key }) => key !== 'other_action').length;
  const more = ANYWHERE.filter(({ key }) => left.every((choice) => choice.key !== key));
  return [...left, ...more.slice(0, Math.max(0, FEWEST - named))];
}

/** Every number keeps its row: a row that cannot be shown says no more than how well it goes. */
function tableLeft({ purpose, rows }: OfferedTable, mend: Mend): OfferedTable {
  return {
    purpose: mend(purpose),
    rows: rows.map((row) => ({ ...row, outcome: mend(row.outcome) || howItGoes(row) })),
  };
}

function howItGoes({ from, to }: OfferedTable['rows'][number]): string {
  if (from === 1) return 'It goes as badly as it can.';
  if (to === 100) return 'It goes better than anybody could have hoped.';
  return to <= 50 ? 'It goes badly.' : 'It goes well.';
}

/** An id, a key or a single word: it gives nothing away. */
const ID = /^[\w:.-]*$/;

/** Null when it says what no player may read. Of a fact its parts are read together as well. */
function operationLeft(
  operation: ProposedOperation,
  { mend, isShown }: TextReader,
): ProposedOperation | null {
  const { predicate, object } = operation;
  if (typeof predicate === 'string' && typeof object === 'string' && isShown(object)) {
    if (mend(`${predicate.replaceAll('_', ' ')} ${object}`) === '') return null;
  }
  let isWhole = true;
  const left = withLeaves(operation, (text) => {
    if (ID.test(text) || !isShown(text)) return text;
    const mended = mend(text);
    if (mended === '') isWhole = false;
    return mended;
  });
  return isWhole ? left : null;
}
