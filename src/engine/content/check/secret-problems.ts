import { KIND_NAMES } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import type { Problem } from '../problem.ts';
import { at, type Check, type Checking, each, inText, seenFrom } from './checking.ts';
import { narratorTexts, type OpenText, publicTexts } from './public-texts.ts';
import { type SecretText, secretsOf } from './secrets-of.ts';
import { runsOf, wordsOf } from './shared-words.ts';

const LABELS = /\b(?:(?:lawful|neutral|chaotic) (?:good|neutral|evil)|[EI][NS][FT][JP])\b/;

/** Secrets and internal labels in text that players read, or a narrator who must not know them. */
export const secretProblems: Check = (checking) => {
  const secrets = indexed(secretsOf(checking.library));
  const readers = KIND_NAMES.flatMap((kind): readonly Content[] => each(checking, kind)).map((content) => ({
    content,
    texts: [...publicTexts(content), ...toldToNarrator(checking, content)],
  }));
  return readers.flatMap(({ content, texts }) =>
    texts.flatMap((open) => [...leaks(checking, content, open, secrets), ...labels(checking, content, open)]),
  );
};

type Index = ReadonlyMap<string, SecretText>;

function indexed(secrets: readonly SecretText[]): Index {
  const index = new Map<string, SecretText>();
  for (const secret of secrets) for (const { run } of runsOf(wordsOf(secret.text))) index.set(run, secret);
  return index;
}

/** Where one model is the whole game master, the narrator may know everything. */
function toldToNarrator(checking: Checking, content: Content): readonly OpenText[] {
  if (content.kind !== 'entry_point' && content.kind !== 'world') return [];
  const library = seenFrom(checking, content);
  const rulesetIds = content.kind === 'entry_point' ? content.data.rulesets.slice(0, 1) : [];
  const rulesets =
    content.kind === 'entry_point'
      ? rulesetIds.flatMap((id) => library.find('ruleset', id) ?? [])
      : library.all('ruleset');
  const isAllDuet = rulesets.every(({ data }) => data.mechanics.pipeline === 'duet');
  return isAllDuet ? [] : narratorTexts(content);
}

function leaks(checking: Checking, content: Content, open: OpenText, secrets: Index): readonly Problem[] {
  const told = new Set<SecretText>();
  return runsOf(wordsOf(open.text, open.line)).flatMap(({ run, line }) => {
    const secret = secrets.get(run);
    if (secret === undefined || told.has(secret) || !isNear(checking, content, secret)) return [];
    told.add(secret);
    const whose = `${secret.field} of ${secret.owner}`;
    const who = open.reader === 'player' ? 'Players read' : 'The narrator is told';
    const message = `${who} "${run}" here, which ${whose} hides.`;
    const advice =
      open.field === null
        ? 'Say it otherwise, or end the heading with {gm}.'
        : 'Say it otherwise, or leave it out.';
    return [pointedAt(checking, content, open, line, { code: 'secret-in-the-open', message, advice })];
  });
}

function isNear({ ordered }: Checking, { packId }: Content, secret: SecretText): boolean {
  const below = (upper: string, lower: string) => ordered.closures.get(upper)?.has(lower) ?? false;
  return below(packId, secret.packId) || below(secret.packId, packId);
}

function labels(checking: Checking, content: Content, open: OpenText): readonly Problem[] {
  const label = open.reader === 'player' ? LABELS.exec(open.text) : null;
  if (label === null) return [];
  const line = open.line + open.text.slice(0, label.index).split('\n').length - 1;
  const message = `Players read the internal label "${label[0]}" here.`;
  const advice = 'Show it in what they do, and keep the label in alignment: or mbti:.';
  return [pointedAt(checking, content, open, line, { code: 'internal-label', message, advice })];
}

function pointedAt(
  checking: Checking,
  content: Content,
  { field }: OpenText,
  line: number,
  finding: { readonly code: string; readonly message: string; readonly advice: string },
): Problem {
  const warning = { severity: 'warning' as const, ...finding };
  return field === null ? inText(checking, content, line, warning) : at(checking, content, field, warning);
}
