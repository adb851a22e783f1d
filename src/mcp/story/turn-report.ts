import { z } from 'zod';

export const PROMPT_FIELDS = /* GraphQL */ `
  __typename
  ... on RollPrompt { id label dice target { kind value } rows { from to text } }
  ... on QuestionPrompt { id question options { id text } }
`;

export const Prompt = z.discriminatedUnion('__typename', [
  z.object({
    __typename: z.literal('RollPrompt'),
    id: z.string(),
    label: z.string(),
    dice: z.string(),
    target: z.object({ kind: z.string(), value: z.number() }).nullable(),
    rows: z.array(z.object({ from: z.number(), to: z.number(), text: z.string().nullable() })),
  }),
  z.object({
    __typename: z.literal('QuestionPrompt'),
    id: z.string(),
    question: z.string(),
    options: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
]);
type Prompt = z.infer<typeof Prompt>;

const Choice = z.object({ key: z.string(), text: z.string(), description: z.string(), risk: z.string() });
const Ending = z.object({ title: z.string(), epilogue: z.string() });

export const SCENE_FIELDS = /* GraphQL */ `
  id
  index
  narration
  header { text }
  choices { key text description risk }
  ending { title epilogue }
`;

/** State of a story: what was told last, and what may be done next. */
export const SceneReport = z.object({
  id: z.string(),
  index: z.number(),
  narration: z.string(),
  header: z.object({ text: z.string() }),
  choices: z.array(Choice),
  ending: Ending.nullable(),
});
export type SceneReport = z.infer<typeof SceneReport>;

export const TURN_FIELDS = /* GraphQL */ `
  id
  actionId
  status
  answer
  commandReport
  narrationSoFar
  notices
  rolls { line }
  failure { message retryable }
  scene { ${SCENE_FIELDS} }
  session { id awaiting { ${PROMPT_FIELDS} } }
`;

/** Turn with everything its player may read of it. */
export const TurnReport = z.object({
  id: z.string(),
  actionId: z.string(),
  status: z.string(),
  answer: z.string().nullable(),
  commandReport: z.string().nullable(),
  narrationSoFar: z.string(),
  notices: z.array(z.string()),
  rolls: z.array(z.object({ line: z.string() })),
  failure: z.object({ message: z.string(), retryable: z.boolean() }).nullable(),
  scene: SceneReport.nullable(),
  session: z.object({ id: z.string(), awaiting: Prompt.nullable() }),
});
export type TurnReport = z.infer<typeof TurnReport>;

/** Writes a turn for a person: dice, what was told, what is awaited or may be chosen. */
export function writeTurn(turn: TurnReport): string {
  const { scene, session, rolls, notices } = turn;
  const told = scene?.narration ?? turn.answer ?? turn.narrationSoFar;
  return joinParagraphs([
    ...rolls.map(({ line }) => (line === '' ? '' : `[${line}]`)),
    told,
    turn.commandReport ?? '',
    ...notices,
    writeEnding(scene),
    writeState(turn),
    writeNext(scene, session.awaiting),
  ]);
}

function writeState({ id, status }: TurnReport): string {
  if (status === 'RUNNING') return `(The turn goes on. Call follow_turn with turnId ${id} for the rest.)`;
  return status === 'CANCELLED' ? '(The turn was cancelled. Nothing of it happened.)' : '';
}

/** Writes what may be done next: what is awaited, else the choices. */
export function writeNext(scene: SceneReport | null, awaiting: Prompt | null): string {
  if (awaiting !== null) return writePrompt(awaiting);
  if (scene === null || scene.ending !== null || scene.choices.length === 0) return '';
  const lines = scene.choices.map(
    ({ key, text, description }) => `- ${key}: ${text}${description === '' ? '' : ` (${description})`}`,
  );
  return ['Choices, or anything else in your own words:', ...lines].join('\n');
}

function writeEnding(scene: SceneReport | null): string {
  return scene?.ending == null
    ? ''
    : `The story has ended: ${scene.ending.title}\n\n${scene.ending.epilogue}`;
}

function writePrompt(prompt: Prompt): string {
  if (prompt.__typename === 'QuestionPrompt') {
    const options = prompt.options.map(({ id, text }) => `- ${id}: ${text}`);
    return [`Awaited: ${prompt.question}`, ...options, 'Call answer_prompt with an option or a text.'].join(
      '\n',
    );
  }
  const { label, dice, target, rows } = prompt;
  const against = target === null ? '' : ` against ${target.kind} ${target.value}`;
  const table = rows.map(({ from, to, text }) => `- ${from === to ? from : `${from}-${to}`}: ${text ?? ''}`);
  const how = 'Call answer_prompt with the faces of your own dice, or without, and the engine rolls.';
  return [`Awaited: ${label}, ${dice}${against}`, ...table, how].join('\n');
}

export function joinParagraphs(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}
