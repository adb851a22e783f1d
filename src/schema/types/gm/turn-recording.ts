import { readRecording } from '#engine/replay/recording.ts';
import { writeRecordingReport } from '#engine/replay/text-reports.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { type ParsedRecording, parseRecording } from '../../views/turn-records.ts';
import { Turn } from '../play/turn.ts';

type Call = ParsedRecording['calls'][number];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const RecordedCall = builder.objectRef<Call>('RecordedCall').implement({
  description: 'One question a model was asked, and what it answered.',
  fields: (t) => ({
    step: t.string({ description: 'The step that asked.', resolve: ({ step }) => text(step) }),
    purpose: t.string({
      description: '`ask`, or why it was asked again: `repair`, `retry`.',
      resolve: ({ purpose }) => text(purpose),
    }),
    modelKey: t.string({ description: 'The key of the model.', resolve: ({ modelKey }) => text(modelKey) }),
    provider: t.string({
      description: 'Provider behind the model key.',
      resolve: ({ provider }) => text(provider),
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'Time of the call.',
      resolve: ({ startedAt }) => new Date(text(startedAt)),
    }),
    firstDeltaMs: t.float({
      nullable: true,
      description: 'Time to the first word; null when none came.',
      resolve: ({ firstDeltaMs }) => number(firstDeltaMs),
    }),
    durationMs: t.float({
      nullable: true,
      description: 'Duration in milliseconds; null when not measured.',
      resolve: ({ durationMs }) => number(durationMs),
    }),
    costUsd: t.float({
      nullable: true,
      description: 'Cost in US dollars; null when the price is unknown.',
      resolve: ({ cost }) => number(cost),
    }),
    usage: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its tokens as the provider counts them; null when the provider did not say.',
      resolve: ({ usage }) => usage ?? null,
    }),
    ending: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Outcome: finished, failed, aborted or abandoned, with known details.',
      resolve: ({ end }) => end ?? null,
    }),
    request: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The whole prompt as it was sent.',
      resolve: ({ request }) => request ?? null,
    }),
    reply: t.string({ description: 'Raw answer.', resolve: ({ reply }) => text(reply) }),
  }),
});

const TurnRecording = builder.objectRef<ParsedRecording>('TurnRecording');

builder.node(TurnRecording, {
  subGraphs: AUTHORING_ONLY,
  id: { resolve: ({ turnId, attempt }) => `${turnId}/${attempt}`, description: 'Its id.' },
  loadOne: async (key, { loaders, access }) => {
    const [turnId = '', attempt] = key.split('/');
    const turn = await loaders.turn.load(turnId);
    if (turn === null || (await access.standingAt(turn.sessionId))?.role !== 'gm') return null;
    const recording = (await loaders.recordings.load(turnId)).find((one) => String(one.attempt) === attempt);
    return recording === undefined ? null : parseRecording(recording);
  },
  description: 'Everything about one attempt at a turn. For the game master.',
  fields: (t) => ({
    attempt: t.exposeInt('attempt', { description: 'Attempt number, from 1.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'End time.' }),
    calls: t.expose('calls', { type: [RecordedCall], description: 'Model calls, in order.' }),
    prompts: t.field({
      type: 'JSON',
      description: 'Assembly reports of the prompts: parts and cuts.',
      resolve: ({ prompts }) => prompts,
    }),
    searches: t.field({
      type: 'JSON',
      description: 'Lore searches and their results.',
      resolve: ({ searches }) => searches,
    }),
    operations: t.field({
      type: 'JSON',
      description: 'Applied changes of the world, and rejected ones.',
      resolve: ({ operations }) => operations,
    }),
    report: t.string({
      nullable: true,
      description: 'All of it as a page to read; null when another version recorded it.',
      resolve: ({ content, bytes }) => {
        const recording = readRecording(content);
        return recording === null ? null : writeRecordingReport(recording, bytes);
      },
    }),
    bytes: t.exposeInt('bytes', { description: 'Compressed size in storage.' }),
    content: t.field({
      type: 'JSON',
      description: 'The whole recording as it is stored.',
      resolve: ({ content }) => content,
    }),
  }),
});

builder.objectField(Turn, 'recordings', (t) =>
  t.field({
    type: [TurnRecording],
    nullable: true,
    description: 'Everything about each attempt at it, oldest first.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.recordings.load(id)).map(parseRecording),
  }),
);
