import { z } from 'zod';
import { AsideInput } from '#engine/contracts/aside.ts';
import { JudgeInput } from '#engine/contracts/findings.ts';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { RecordInput } from '#engine/contracts/outcome.ts';
import { PlanInput } from '#engine/contracts/plan.ts';
import { ReactInput } from '#engine/contracts/reaction.ts';
import { ReadInput } from '#engine/contracts/reading.ts';
import { ResolveInput } from '#engine/contracts/rulebook-resolution.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import type { NarrationParts } from './narration-text.ts';
import { readSharedWords } from './shared-readings.ts';

/** Something small that happens in each scene, so that no two narrations in a row are the same. */
const DETAILS = [
  'The light changes a little.',
  'A door closes somewhere.',
  'The wind turns.',
  'A chair is moved.',
  'Steps go by outside.',
  'It grows quiet.',
  'A bell rings far off.',
  'Dust settles.',
];
const MOST_WORDS = 200;

/** Answers each structured step with the least that keeps its contract. Inputs are parsed, so a malformed one fails the test. */
export const STRUCTURED_ANSWERS: Readonly<Record<string, (request: ModelRequest) => object>> = {
  read: ({ input }) => readSharedWords(ReadInput.parse(input)),
  resolve: ({ input }) => {
    ResolveInput.parse(input);
    return { bands: [{ name: 'Done', degree: 'success', outcome: 'It works.' }] };
  },
  react: ({ input }) => {
    const { name, fights } = ReactInput.parse(input);
    if (fights) return { action: `${name} fights.`, intents: ['fight'], attempt: { kind: 'attack' } };
    return { action: `${name} waits.`, intents: ['wait'] };
  },
  plan: ({ input }) => {
    PlanInput.parse(input);
    return { beats: ['The scene goes on.'], tension_move: 'Hold.', tension_move_type: 'hold' };
  },
  record: ({ input }) => recordPlainly(RecordInput.parse(input)),
  judge: ({ input }) => {
    JudgeInput.parse(input);
    return { findings: [] };
  },
  'check-repair': ({ input }) => repairPlainly(input),
  'mode-think': ({ input }) => {
    const { playerText } = AsideInput.parse(input);
    return {
      thinking: `There are two ways to look at it: ${shorten(playerText, 200)}`,
      analysis: { pros: ['It may work.'], cons: ['It may not.'], confidence: 'even' },
      choices: [
        { key: 'go_on', text: 'Go on', risk: 'low' },
        { key: 'wait', text: 'Wait', risk: 'safe' },
      ],
    };
  },
  'mode-god': ({ input }) => {
    AsideInput.parse(input);
    return { god_mode_response: 'Nothing was changed.', operations: [], choices: [] };
  },
};

const Texts = z.record(z.string(), z.string());

/** Answers the steps whose reply is plain text. */
export const TEXT_ANSWERS: Readonly<Record<string, (request: ModelRequest) => string>> = {
  'mode-dm': ({ input }) => `Out of character: ${shorten(AsideInput.parse(input).playerText, 200)}`,
  retell: ({ input, seed }) => `${pickDetail(seed)} ${proseOf(input)}`,
  'profile-refresh': ({ input }) => {
    const { name = '', events = '' } = Texts.parse(input);
    return `${name} is still here. Lately: ${lastLine(events)}`;
  },
  'chapter-summary': ({ input }) => {
    const { chapter = '', summary = '', events = '' } = Texts.parse(input);
    return `${chapter} is over. ${lastLine(events) || shorten(summary, 300)}`;
  },
  'running-summary': ({ input }) => {
    const { persona = '', noted = '', exchanges = '' } = Texts.parse(input);
    const words = exchanges.split('\n').findLast((line) => line.startsWith('> '));
    return `Condensed: ${words?.slice(2) ?? lastLine(noted)} So far ${persona} has come.`;
  },
  'session-summary': ({ input }) => {
    const { persona = '', events = '', exchanges = '' } = Texts.parse(input);
    return `${persona} played. ${lastLine(events) || lastLine(exchanges)}`;
  },
  recap: ({ input }) => {
    const { persona = '', summary = '', events = '' } = Texts.parse(input);
    return `Last time, ${persona}: ${lastLine(events) || lastLine(summary)}`;
  },
};

/** Tells where the scene is, who is there, and everything the input asks to be told; offers choices, or rows when a table is due. */
export function narratePlainly({ input }: ModelRequest): Required<NarrationParts> {
  const given = NarrateInput.parse(input);
  const { packet, rolled, revealed, fallsDue, direction, tableDue } = given;
  const place = packet.scene.place?.name ?? 'nowhere';
  const [first] = packet.cast;
  const prose = [
    `This is ${place}.`,
    first === undefined ? 'It is empty.' : `${first.name} is here.`,
    DETAILS[packet.scene.index % DETAILS.length] ?? '',
    ...(direction === undefined ? [] : [direction.text]),
    ...(rolled === null ? [] : [asSentence(rolled.outcome)]),
    ...revealed.map(({ text }) => asSentence(text)),
    ...fallsDue.map(asSentence),
  ].join(' ');
  return {
    prose,
    choices: tableDue === null ? plainChoices(place, first?.name) : [],
    rows: tableDue === null ? [] : plainRows(),
    notes: `Nothing is decided at ${place}.`,
  };
}

export function plainChoices(place: string, name: string | undefined) {
  return [
    { risk: 'safe', text: 'Look around', description: `Take in ${place}.` },
    ...(name === undefined
      ? [{ risk: 'low', text: 'Call out', description: '' } as const]
      : [{ risk: 'low', text: `Speak to ${name}`.slice(0, 120), description: '' } as const]),
    { risk: 'safe', text: 'Wait a while', description: '' },
  ] as const;
}

export function plainRows() {
  const outcomes = [
    'It goes badly, and everyone sees it.',
    'It fails.',
    'It half works, at a price.',
    'It works.',
    'It works better than hoped.',
  ];
  return outcomes.map((outcome, at) => ({ from: at * 20 + 1, to: at * 20 + 20, outcome }));
}

/** Records the fixed minutes, a summary and one observation for everyone present; nothing else changes. */
function recordPlainly({
  sentences,
  playerText,
  personas,
  present,
  minutes,
  needsChoices,
  place,
}: RecordInput) {
  const [persona] = personas;
  const said = shorten(playerText, 200);
  const content = said === '' ? `It began: ${shorten(sentences[0] ?? '', 200)}` : `${persona?.name}: ${said}`;
  const ids = new Set([...personas, ...present].map(({ id }) => id));
  return {
    summary: shorten(sentences.join(' '), 300),
    minutes: minutes.fixed,
    observations: [...ids]
      .slice(0, 40)
      .map((id) => ({ character_id: id, content, importance: 2, sentence: 1 })),
    ...(needsChoices ? { choices: plainChoices(place?.name ?? 'nowhere', present[0]?.name) } : {}),
  };
}

const RepairInput = z.object({ sentences: z.array(z.string()), problems: z.array(z.string()) });

/** Removes the sentences whose numbers a problem names; a problem of the whole changes the last sentence. */
function repairPlainly(input: unknown): object {
  const { sentences, problems } = RepairInput.parse(input);
  const faulty = problems.flatMap((problem) => {
    const numbers = /^Sentences? ([\d, ]+),/.exec(problem)?.[1]?.split(', ').map(Number);
    return numbers ?? [sentences.length];
  });
  const isAll = new Set(faulty).size >= sentences.length;
  return {
    sentences: [...new Set(faulty)].map((n, at) => ({
      n,
      text: isAll && at === 0 ? 'Nothing else happens.' : '',
    })),
  };
}

const proseOf = (input: unknown): string => z.object({ prose: z.string() }).parse(input).prose;

function pickDetail(key: string): string {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return DETAILS[sum % DETAILS.length] ?? '';
}

function asSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?。！？”"]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}

function lastLine(text: string): string {
  return shorten(text.trim().split('\n').at(-1) ?? '', MOST_WORDS * 2);
}

function shorten(text: string, length: number): string {
  return text.trim().slice(0, length);
}
