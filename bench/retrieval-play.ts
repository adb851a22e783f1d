import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@lancedb/lancedb';
import { z } from 'zod';
import { isRejection } from '#engine/util/rejection.ts';
import type { Embedder } from '#retrieval/embedding/embedder.ts';
import { createOfflineEmbedder } from '#retrieval/embedding/offline-embedder.ts';
import { foldText, listContentWords, stemWord } from '#retrieval/ranking/content-words.ts';
import type { Doc, Group } from './retrieval/collections.ts';
import { type Contestant, ourContestant, plainContestants } from './retrieval/contestants.ts';
import { bodyOf, headingsOf } from './retrieval/entries.ts';
import { withKeptVectors } from './retrieval/kept-vectors.ts';
import { keyedRandom } from './retrieval/keyed-numbers.ts';
import { packsCollection, readPackLore } from './retrieval/packs.ts';

const EVENINGS = fileURLToPath(new URL('../test/fixtures/evenings', import.meta.url));
/** As much as a Reading's phrase brings into the prompt. */
const LIMIT = 4;
const MOST_TOKENS = 600;
const CHARACTERS_PER_TOKEN = 4;
/** The shipped packs'. */
const PACKS_LANGUAGE = 'en';
/** A chunk was used when the narration has this many of its words that hardly any other chunk of the pack has. */
const TELLING_WORDS = 2;
const RAREST_SHARE = 0.05;

const Evening = z.object({
  entryPointId: z.string(),
  language: z.string(),
  turns: z.array(
    z.object({
      input: z.object({ kind: z.string(), text: z.string().optional() }),
      prose: z.string().nullish(),
      replies: z.record(z.string(), z.array(z.string())),
    }),
  ),
});
const Reading = z.object({ needs: z.object({ lore: z.array(z.string()).default([]) }).optional() });

type Asked = { readonly text: string; readonly prose: string };

/** `npm run bench -- retrieval-play`: lore used in the narration per 1,000 tokens of lore, in the recorded evenings. */
export async function run(): Promise<void> {
  const bare = createOfflineEmbedder(join(tmpdir(), 'scenewright-bench'));
  if (isRejection(bare)) return console.log(bare.reason);
  const embedder = withKeptVectors(bare);
  const { groups } = await packsCollection();
  const evenings = readEvenings();
  for (const [kind, listQuestions] of Object.entries({
    'phrases of the Reading': listPhrases,
    "the player's words": listPlayerTexts,
    'both, as a turn asks': listTurnQuestions,
  })) {
    const sums = new Map<string, { used: number; tokens: number; questions: number }>();
    for (const group of groups) {
      const evening = evenings.filter(({ entryPointId }) => entryPointId.startsWith(`${group.id}:`));
      await play(group, evening.flatMap(listQuestions), embedder, sums);
    }
    console.log(`\n${kind}`);
    for (const [name, { used, tokens, questions }] of sums)
      console.log(
        `  ${name.padEnd(24)}${((used * 1_000) / tokens).toFixed(2)} used per 1,000 tokens, ${used} chunks used, ${questions} questions`,
      );
  }
  await embedder.close();
}

function readEvenings(): z.infer<typeof Evening>[] {
  const files = readdirSync(EVENINGS).filter((file) => !/expected|injections/.test(file));
  return files.map((file) => Evening.parse(JSON.parse(readFileSync(join(EVENINGS, file), 'utf8'))));
}

/** Lists what turns ask for: the player's words and the phrases; without words in another language than the pack's. */
function listTurnQuestions({ language, turns }: z.infer<typeof Evening>): Asked[] {
  return turns.flatMap((turn) => {
    const phrases = listPhrases({ turns: [turn] }).map(({ text }) => text);
    const said = language === PACKS_LANGUAGE ? [turn.input.text ?? ''] : [];
    return phrases.length === 0 ? [] : { text: [...said, ...phrases].join('\n'), prose: turn.prose ?? '' };
  });
}

/** Lists the lore phrases that `read` wrote, each with the narration of its turn. */
function listPhrases({ turns }: Pick<z.infer<typeof Evening>, 'turns'>): Asked[] {
  return turns.flatMap(({ replies, prose }) =>
    (replies.read ?? []).flatMap((reply) => {
      const reading = Reading.safeParse(JSON.parse(reply));
      return (reading.data?.needs?.lore ?? []).map((text) => ({ text, prose: prose ?? '' }));
    }),
  );
}

function listPlayerTexts({ turns }: z.infer<typeof Evening>): Asked[] {
  return turns.flatMap(({ input, prose }) => (input.text && prose ? { text: input.text, prose } : []));
}

async function play(
  group: Group,
  questions: readonly Asked[],
  embedder: Embedder,
  sums: Map<string, { used: number; tokens: number; questions: number }>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-play-'));
  const connection = await connect(join(folder, 'plain'));
  const ours = await ourContestant(join(folder, 'ours'), group, embedder);
  const lore = await readPackLore(group.id);
  const asPlayed = await ourContestant(join(folder, 'played'), group, embedder, { lore });
  const plain = await plainContestants(connection, group, embedder);
  const random = keyedRandom(group.id);
  // Shows how often the judge finds use where there is none.
  const anyChunks: Contestant = async () =>
    group.docs
      .map(({ id }) => ({ id, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ id }) => id);
  const contestants: Record<string, Contestant> = {
    'any chunks': anyChunks,
    ...plain,
    'ours, the text alone': ours.contestant,
    'ours, as a turn asks': asPlayed.contestant,
  };
  const byId = new Map(group.docs.map((doc) => [doc.id, doc]));
  const isUsed = createUseJudge(group.docs);
  for (const [name, contestant] of Object.entries(contestants)) {
    const sum = sums.get(name) ?? { used: 0, tokens: 0, questions: 0 };
    sums.set(name, sum);
    for (const { text, prose } of questions) {
      let left = MOST_TOKENS;
      const ranked = (await contestant(text)).flatMap((id) => byId.get(id) ?? []);
      const fitting = ranked.filter((doc) => {
        const tokens = Math.ceil(bodyOf(doc).length / CHARACTERS_PER_TOKEN);
        if (tokens > left) return false;
        left -= tokens;
        return true;
      });
      const taken = fitting.slice(0, LIMIT);
      sum.questions += 1;
      sum.used += taken.filter((doc) => isUsed(doc, text, prose)).length;
      sum.tokens += taken.reduce((all, doc) => all + bodyOf(doc).length / CHARACTERS_PER_TOKEN, 0);
    }
  }
  await ours.close();
  await asPlayed.close();
  connection.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Creates the judge of whether a narration used a chunk: by its telling words, beyond those of the question. */
function createUseJudge(docs: readonly Doc[]): (doc: Doc, asked: string, prose: string) => boolean {
  const words = new Map(docs.map((doc) => [doc.id, stemsOf(`${headingsOf(doc)} ${bodyOf(doc)}`)]));
  const counts = new Map<string, number>();
  for (const own of words.values()) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(2, docs.length * RAREST_SHARE);
  return (doc, asked, prose) => {
    const [known, told] = [stemsOf(asked), stemsOf(prose)];
    const telling = [...(words.get(doc.id) ?? [])].filter(
      (word) => told.has(word) && !known.has(word) && (counts.get(word) ?? 0) <= most,
    );
    return telling.length >= TELLING_WORDS;
  };
}

function stemsOf(text: string): Set<string> {
  return new Set(listContentWords(foldText(text)).map(stemWord));
}
