import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { beginOffline, forkOffline, type ToldTurn, tellOffline } from './offline-play.ts';

const TRANSCRIPTS = 'test/fixtures/offline/transcripts';

/** Lists the files of evenings, two of each pack with a story. */
export function listTranscripts(): string[] {
  return readdirSync(TRANSCRIPTS).map((name) => `${TRANSCRIPTS}/${name}`);
}

/** Lists of 100 inputs, each by an author who had read the openings and not the grammar. */
export const BLIND_INPUTS = [
  'test/fixtures/offline/blind-inputs.json',
  'test/fixtures/offline/second-blind-inputs.json',
  'test/fixtures/offline/fifth-blind-inputs.json',
  'test/fixtures/offline/sixth-blind-inputs.json',
] as const;

const Told = z.strictObject({
  player: z.string(),
  prose: z.string().default(''),
  question: z.string().default(''),
  state: z.array(z.string()).default([]),
});

/** An evening by free words: the opening and each turn with what was told and the state it was compared with. */
export const Transcript = z.strictObject({
  entry: z.string(),
  opening: Told.partial(),
  turns: z.array(Told),
});

export async function playTranscript(url: string, entry: string, inputs: readonly string[]) {
  const { id, opening } = await beginOffline(url, entry);
  const turns: ToldTurn[] = [];
  for (const [at, text] of inputs.entries()) turns.push(await tellOffline(url, id, at, text));
  return { opening, turns };
}

/** Words of a newcomer at the opening of an entry point, written without knowledge of the grammar, with what came of them. */
export const BlindInputs = z.array(
  z.strictObject({
    pack: z.string(),
    entry: z.string(),
    text: z.string(),
    /** `wrong`: misread, and said so. `false`: something that is not so was told. */
    rating: z.enum(['right', 'honestly not understood', 'wrong', 'false']),
    /** How the first run was rated, before anything was mended by what it showed. */
    first: z.enum(['right', 'honestly not understood', 'wrong', 'false']),
    told: z.string(),
  }),
);
export type BlindInput = z.infer<typeof BlindInputs>[number];

/** The answer to each input from the opening of its entry point: the prose, or the question without the list of the grammar. */
export async function playBlindInputs(
  url: string,
  rows: readonly Pick<BlindInput, 'entry' | 'text'>[],
): Promise<string[]> {
  const answers: string[] = [];
  const openings = new Map<string, string>();
  // A question makes no scene, so that the same session serves the next input.
  const unused = new Map<string, string>();
  for (const [at, { entry, text }] of rows.entries()) {
    const opening = openings.get(entry) ?? (await beginOffline(url, entry)).sceneId;
    openings.set(entry, opening);
    const id = unused.get(entry) ?? (await forkOffline(url, opening));
    const { prose, question } = await tellOffline(url, id, at, text);
    if (question === '') unused.delete(entry);
    else unused.set(entry, id);
    answers.push(question === '' ? prose : `? ${question.split(' I understand:')[0]}`);
  }
  return answers;
}
