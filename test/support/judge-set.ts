import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { JudgeInput } from '#engine/contracts/findings.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { type LabelledNarration, readLabelledNarrations } from './labelled-narrations.ts';

const folder = new URL('../fixtures/judge/', import.meta.url);

/** Passages written for the judge: `fault` is the kind of the one fault, null for ordinary ones. */
const Passage = z.strictObject({
  id: z.string(),
  state: z.string(),
  language: z.string(),
  player: z.string(),
  prose: z.string(),
  fault: z.string().nullable(),
  row: z.string().default(''),
});

export type JudgeCase = {
  readonly id: string;
  readonly language: string;
  readonly fault: string | null;
  readonly input: JudgeInput;
  readonly prose: string;
};

/** Every so many of the ordinary narrations are judged; they were written long before and for another purpose. */
const STRIDE = 19;

/**
 * Lists the passages the judge is measured on: a sample of the labelled narrations, all wrongly told rows, and passages written for
 * this purpose.
 */
export function readJudgeSet(): readonly JudgeCase[] {
  const labelled = readLabelledNarrations();
  const worlds = new Map(labelled.map(({ state, world }) => [state, world]));
  const ordinary = labelled.filter(({ fault }) => fault === null).filter((_, index) => index % STRIDE === 0);
  const rows = labelled.filter(({ id }) => id.startsWith('violating-binding-row.json'));
  const own = z.array(Passage).parse(readJson('passages.json'));
  return [
    ...[...ordinary, ...rows].map((one) => toCase(one, one.row?.outcome ?? '', 'en')),
    ...own.map((one) => {
      const world = worlds.get(one.state);
      if (world === undefined) throw new Error(`${one.id} names the unknown state ${one.state}`);
      return toCase({ ...one, world }, one.row, one.language);
    }),
  ];
}

/** Replies of a language model to the judge's prompt, by case. */
export function readJudgeReplies(): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(readJson('replies.json'));
}

type Told = Pick<LabelledNarration, 'id' | 'player' | 'prose' | 'fault' | 'world'>;

function toCase({ id, player, prose, fault, world }: Told, row: string, language: string): JudgeCase {
  const namesOf = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
  const input: JudgeInput = {
    sentences: splitSentences(prose).map((sentence) => sentence.trim()),
    playerText: player,
    personas: namesOf(world.personas),
    allowed: [],
    established: world.dead.map(({ name }) => `${name} is dead.`),
    row,
    place: world.place,
    present: namesOf(world.present),
    absent: namesOf(world.absent),
    carried: [...world.held],
    known: [...world.known],
    secrets: [...world.secrets],
    labels: [...world.internalLabels],
    boundaries: [],
  };
  return { id, language, fault, input, prose };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}
