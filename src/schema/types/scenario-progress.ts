import type { ScenarioProgress as Progress } from '#engine/scenario/scenario-maker.ts';
import { builder } from '../builder.ts';

export const ScenarioChunk = builder.enumType('ScenarioChunk', {
  description: 'The chunks a scenario is made in, in their order.',
  values: {
    OUTLINE: { value: 'outline', description: 'What it is about, where it happens and who is in it.' },
    CAST: { value: 'cast', description: 'Everybody who is new, with stat blocks.' },
    CLOCKS: { value: 'clocks', description: 'What moves while people talk.' },
    SCENE: { value: 'scene', description: 'The opening.' },
    SAVING: { value: 'saving', description: 'All of it is made and being saved.' },
  } as const,
});

const ScenarioChunkState = builder.enumType('ScenarioChunkState', {
  description: 'What is being done about a chunk.',
  values: {
    ASKED: { value: 'asked', description: 'It is being made.' },
    REPAIRING: {
      value: 'repairing',
      description: 'It did not hold, and the model was told what is wrong with it.',
    },
    DONE: { value: 'done', description: 'It holds.' },
  } as const,
});

const ScenarioProgress = builder.objectRef<Progress>('ScenarioProgress').implement({
  description: 'How far the making of a scenario has come.',
  fields: (t) => ({
    chunk: t.field({ type: ScenarioChunk, description: 'The chunk.', resolve: ({ chunk }) => chunk }),
    state: t.field({
      type: ScenarioChunkState,
      description: 'What is being done about it.',
      resolve: ({ state }) => state,
    }),
  }),
});

builder.subscriptionField('scenarioProgress', (t) =>
  t.field({
    type: ScenarioProgress,
    description:
      'Every step of a scenario you ordered on this server, from the first on, until it is done. Subscribe before you order it.',
    args: {
      watchedAs: t.arg.string({ required: true, description: 'The name you gave it in `generateScenario`.' }),
    },
    subscribe: (_root, { watchedAs }, { scenarios, access }) =>
      scenarios.progressOf(access.viewer.id, watchedAs),
    resolve: (progress) => progress,
  }),
);
