import { LiveEventInterface, sessionEventType } from './live-event.ts';
import { Scene } from './scene.ts';

const TELLING = 'Tells tellings apart that are under way at the same time.';

const RetellingStarted = sessionEventType('RetellingStarted', 'retelling-started').implement({
  description:
    'A scene is being told again. Until `NarrationChosen` follows, the telling before it stands; `RetellingDelta` gives the new one as it is told.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.string({ description: TELLING, resolve: ({ body }) => body.tellingId }),
    scene: t.field({
      type: Scene,
      nullable: true,
      description: 'The scene; null when it is gone.',
      resolve: ({ body }, _args, { loaders }) => loaders.scene.load(body.sceneId),
    }),
  }),
});

const RetellingDelta = sessionEventType('RetellingDelta', 'retelling-delta').implement({
  description:
    'The next words of a scene that is told again. They are no part of the story yet: show them in place of the telling before, never behind it. A telling that broke a rule and was set right reads otherwise: `NarrationChosen` has it.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.string({ description: TELLING, resolve: ({ body }) => body.tellingId }),
    text: t.string({
      description: 'What is told, to be shown as text and never as markup.',
      resolve: ({ body }) => body.text,
    }),
  }),
});

const RetellingWithdrawn = sessionEventType('RetellingWithdrawn', 'retelling-withdrawn').implement({
  description: 'Nothing came of a telling. Forget what you heard of it; the one before it stands.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.string({ description: TELLING, resolve: ({ body }) => body.tellingId }),
  }),
});

/** What readers hear while a scene is told again, as members of the union. */
export const RETELLING_EVENT_TYPES = [RetellingStarted, RetellingDelta, RetellingWithdrawn] as const;
