import type { SavedScenario } from '#engine/scenario/scenario-maker.ts';
import { builder } from '../builder.ts';

type Parts = SavedScenario['parts'];
type Member = Parts['outline']['cast'][number] & { readonly statBlock: unknown };

const GeneratedCastMember = builder.objectRef<Member>('GeneratedCastMember').implement({
  description: 'Somebody of a scenario that was made.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What they are called.' }),
    role: t.exposeString('role', { description: 'What they are in this story.' }),
    wants: t.exposeString('wants', { description: 'What they want here.' }),
    characterId: t.string({
      nullable: true,
      description: 'The id of the character of the world’s pack they are; null for somebody new.',
      resolve: ({ from }) => (from === '' ? null : from),
    }),
    statBlock: t.expose('statBlock', {
      type: 'JSON',
      nullable: true,
      description: 'Their stat block for the ruleset; null for those who have one in their own pack.',
    }),
  }),
});

const GeneratedThread = builder.objectRef<Parts['outline']['threads'][number]>('GeneratedThread').implement({
  description: 'Something at stake in a scenario that was made.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What it is called.' }),
    stakes: t.exposeString('stakes', { description: 'What hangs on it.' }),
    isOpen: t.exposeBoolean('open', { description: 'Whether players know of it from the start.' }),
  }),
});

const GeneratedSecret = builder.objectRef<Parts['outline']['secrets'][number]>('GeneratedSecret').implement({
  description: 'Something that can be found out in a scenario that was made.',
  fields: (t) => ({
    holder: t.exposeString('holder', { description: 'Who hides it.' }),
    text: t.exposeString('secret', { description: 'What is hidden.' }),
    triggers: t.exposeStringList('triggers', { description: 'What a player may do or say to find it out.' }),
  }),
});

const GeneratedClock = builder.objectRef<Parts['clocks']['clocks'][number]>('GeneratedClock').implement({
  description: 'A clock of a scenario that was made: something that comes nearer, segment by segment.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    segments: t.exposeInt('max', { description: 'How many segments it has.' }),
    isOpen: t.exposeBoolean('open', { description: 'Whether players see it.' }),
    steps: t.stringList({
      description: 'What happens as it fills, in order.',
      resolve: ({ steps }) => steps.map(({ at, happens }) => `${at}: ${happens}`),
    }),
  }),
});

export const GeneratedScenario = builder.objectRef<Parts>('GeneratedScenario').implement({
  description: 'The parts of a scenario that was made, secrets included: for whoever ordered it.',
  fields: (t) => ({
    title: t.string({ description: 'What it is called.', resolve: ({ outline }) => outline.title }),
    summary: t.string({ description: 'What it is about.', resolve: ({ outline }) => outline.summary }),
    tone: t.string({ description: 'How it feels.', resolve: ({ outline }) => outline.tone }),
    stakes: t.string({ description: 'What hangs on it.', resolve: ({ outline }) => outline.stakes }),
    goals: t.stringList({
      description: 'What the player is after.',
      resolve: ({ outline }) => outline.goals,
    }),
    locationId: t.string({
      description: 'The place it begins at, by its id among all packs.',
      resolve: ({ outline }) => outline.location,
    }),
    time: t.string({ description: 'When it begins.', resolve: ({ scene }) => scene.time }),
    prologue: t.string({
      description: 'What players read before the first turn.',
      resolve: ({ scene }) => scene.prologue,
    }),
    cast: t.field({
      type: [GeneratedCastMember],
      description: 'Who is in it, the persona first.',
      resolve: ({ outline, cast }) =>
        outline.cast.map((member) => ({
          ...member,
          statBlock: cast.characters.find(({ name }) => name === member.name)?.stat_block ?? null,
        })),
    }),
    threads: t.field({
      type: [GeneratedThread],
      description: 'The questions the story asks.',
      resolve: ({ outline }) => outline.threads,
    }),
    secrets: t.field({
      type: [GeneratedSecret],
      description: 'What can be found out.',
      resolve: ({ outline }) => outline.secrets,
    }),
    clocks: t.field({
      type: [GeneratedClock],
      description: 'Clocks that fill while people talk, and what happens as they do.',
      resolve: ({ clocks }) => clocks.clocks,
    }),
  }),
});
