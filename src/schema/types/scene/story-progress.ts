import type { PlayerView } from '#engine/state/player-view.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findById, identifyRecord } from '../../views/record-node.ts';
import { loadVisibleScene, type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { Campaign } from '../play/campaign.ts';
import { Session } from '../play/session.ts';
import { Scene } from './scene.ts';
import { WorldTime } from './world-time.ts';

const ThreadStatus = defineWordEnum('ThreadStatus', 'Status of a story thread.', {
  dormant: 'Not pursued at present.',
  active: 'It is being followed.',
  resolved: 'It was answered.',
  failed: 'It can no longer be answered.',
});

export const Thread = builder.objectRef<ViewScoped<PlayerView['threads'][number]>>('Thread');

builder.node(Thread, {
  ...identifyRecord<PlayerView['threads'][number]>(
    'Thread',
    ({ id }) => id,
    ({ records }, id) => findById(records.threads, id),
  ),
  description: 'A question the story has opened.',
  fields: (t) => ({
    threadId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    status: t.field({ type: ThreadStatus, description: 'Status.', resolve: ({ status }) => status }),
    stakes: t.exposeString('stakes', { description: 'Stakes.' }),
  }),
});

builder.objectField(Scene, 'threads', (t) =>
  t.field({
    type: [Thread],
    description: 'The questions the story has opened.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.threads);
    },
  }),
);

const MissionStatus = defineWordEnum('MissionStatus', 'Status of a mission.', {
  offered: 'Not accepted yet.',
  accepted: 'It was taken.',
  in_progress: 'It is under way.',
  completed: 'It is done.',
  failed: 'It can no longer be done.',
  abandoned: 'It was given up.',
});

export const Mission = builder.objectRef<ViewScoped<PlayerView['missions'][number]>>('Mission');

builder.node(Mission, {
  ...identifyRecord<PlayerView['missions'][number]>(
    'Mission',
    ({ id }) => id,
    ({ records }, id) => findById(records.missions, id),
  ),
  description: 'A task the personas were given or set themselves.',
  fields: (t) => ({
    missionId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    status: t.field({ type: MissionStatus, description: 'Status.', resolve: ({ status }) => status }),
    objective: t.exposeString('objective', { description: 'Objective.' }),
  }),
});

builder.objectField(Scene, 'missions', (t) =>
  t.field({
    type: [Mission],
    description: 'The tasks there are.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.missions);
    },
  }),
);

export const Ending = builder.objectRef<ViewScoped<NonNullable<PlayerView['ending']>>>('Ending');

builder.node(Ending, {
  ...identifyRecord<NonNullable<PlayerView['ending']>>(
    'Ending',
    ({ id }) => id,
    ({ view, snapshot }, id) => findById([view?.ending ?? snapshot?.ending ?? []].flat(), id),
  ),
  description: 'The ending a story has reached. The story does not go on from the scene that has one.',
  fields: (t) => ({
    endingId: t.exposeID('id', { description: 'Its id inside the entry point.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    epilogue: t.string({
      description:
        'Authored text to show after the narration of the last scene, one line per paragraph. It is never part of a narration.',
      resolve: ({ epilogue }) => joinHardWrappedLines(epilogue),
    }),
  }),
});

/** Loads the ending of a scene; null while the story goes on. */
async function loadEnding(scene: SceneRecord, _args: object, context: Context) {
  const { view, viewScope } = await loadVisibleScene(scene, context);
  return view.ending == null ? null : { ...view.ending, viewScope };
}

async function loadEndingAt(sceneId: string, context: Context) {
  // Most stories have not ended: the view of the viewer is not built for them.
  if ((await context.loaders.snapshot.load(sceneId)).ending === undefined) return null;
  const scene = await context.loaders.scene.load(sceneId);
  return scene === null ? null : loadEnding(scene, {}, context);
}

builder.objectField(Scene, 'ending', (t) =>
  t.field({
    type: Ending,
    nullable: true,
    description: 'The ending of the story; null while it goes on.',
    resolve: loadEnding,
  }),
);

builder.objectField(Session, 'ending', (t) =>
  t.field({
    type: Ending,
    nullable: true,
    description:
      'The ending this session has reached; null while its story goes on. After it only questions (`DM`) and the game master’s commands are taken; an earlier scene can be played on from.',
    resolve: ({ currentSceneId }, _args, context) => loadEndingAt(currentSceneId, context),
  }),
);

builder.objectField(Campaign, 'ending', (t) =>
  t.field({
    type: Ending,
    nullable: true,
    description:
      'The ending of the session that is played now, else of the newest; null while the story goes on.',
    resolve: async ({ id }, _args, context) => {
      const sessions = await context.loaders.sessionsOfCampaign.load(id);
      const current = sessions.findLast(({ status }) => status === 'active') ?? sessions.at(-1);
      return current === undefined ? null : loadEndingAt(current.currentSceneId, context);
    },
  }),
);

export const Clock = builder.objectRef<ViewScoped<PlayerView['clocks'][number]>>('Clock');

builder.node(Clock, {
  ...identifyRecord<PlayerView['clocks'][number]>(
    'Clock',
    ({ id }) => id,
    ({ records }, id) => findById(records.clocks, id),
  ),
  description: 'A danger or a hope counted in segments.',
  fields: (t) => ({
    clockId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'Subject of the clock.' }),
    value: t.exposeInt('value', { description: 'Filled segments.' }),
    max: t.exposeInt('max', { description: 'Total segments.' }),
    isFull: t.boolean({
      description: 'Whether it has run out.',
      resolve: ({ value, max }) => value >= max,
    }),
  }),
});

builder.objectField(Scene, 'clocks', (t) =>
  t.field({
    type: [Clock],
    description: 'Clocks.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.clocks);
    },
  }),
);

export const Urgency = defineWordEnum('Urgency', 'Urgency of a deadline.', {
  low: 'There is time.',
  medium: 'It should not be forgotten.',
  high: 'It presses.',
  critical: 'It is now or never.',
});

const DeadlineStatus = defineWordEnum('DeadlineStatus', 'Status of a deadline.', {
  active: 'It is still to come.',
  met: 'It was kept.',
  missed: 'It passed.',
  cancelled: 'It no longer matters.',
});

export const Deadline = builder.objectRef<ViewScoped<PlayerView['deadlines'][number]>>('Deadline');

builder.node(Deadline, {
  ...identifyRecord<PlayerView['deadlines'][number]>(
    'Deadline',
    ({ id }) => id,
    ({ records }, id) => findById(records.deadlines, id),
  ),
  description: 'Something that happens at a moment unless it is prevented.',
  fields: (t) => ({
    deadlineId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    description: t.exposeString('description', { description: 'Event that is due.' }),
    dueAt: t.field({
      type: WorldTime,
      description: 'Due time.',
      resolve: ({ dueAt, viewScope: { sessionId } }) => ({ time: dueAt, sessionId }),
    }),
    urgency: t.field({
      type: Urgency,
      description: 'Urgency.',
      resolve: ({ urgency }) => urgency,
    }),
    status: t.field({
      type: DeadlineStatus,
      description: 'Status.',
      resolve: ({ status }) => status,
    }),
  }),
});

builder.objectField(Scene, 'deadlines', (t) =>
  t.field({
    type: [Deadline],
    description: 'Event that happens at a set time unless it is prevented.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.deadlines);
    },
  }),
);
