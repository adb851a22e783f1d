import { truncateLineage } from '#engine/domain/lineage.ts';
import { type Discrepancy, findDiscrepancies, formatRepairBlock } from '#engine/state/discrepancies.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { type GmView, loadGmView, loadSessionRules } from '../../views/visible-scene.ts';
import { Session } from '../play/session.ts';
import { ChronicleEntry, toChroniclePage } from '../scene/chronicle-entry.ts';
import {
  AT_SCENE_ARGUMENT,
  loadSessionScene,
  OBSERVATION_ORDER_ARGUMENT,
  Observation,
  toObservationPage,
} from '../scene/observation.ts';

type Master = { readonly session: SessionRecord };

async function gmSceneOf({ session }: Master, sceneId: string | null, context: Context): Promise<GmView> {
  const scene = await loadSessionScene(session, sceneId, context);
  return loadGmView(scene, await context.loaders.snapshot.load(scene.id));
}

const GmDiscrepancy = builder.objectRef<Discrepancy>('GmDiscrepancy').implement({
  description: 'Contradiction within the state of a session, with the value that would be right.',
  fields: (t) => ({
    path: t.string({
      description: 'Path in the words of GOD mode: `npc_data.npc_goblin_001.hp_current`.',
      resolve: ({ path }) => path.join('.'),
    }),
    sentence: t.exposeString('sentence', { description: 'The contradiction as a sentence.' }),
  }),
});

async function loadDiscrepancies({ session }: Master, { loaders }: Context): Promise<readonly Discrepancy[]> {
  const [snapshot, campaign] = await Promise.all([
    loaders.snapshot.load(session.currentSceneId),
    loaders.rules.load(session.campaignId),
  ]);
  const [personaId] = snapshot.personas;
  if (campaign === null || personaId === undefined) return [];
  const { rules, calendar } = campaign;
  return findDiscrepancies({ snapshot, rules, calendar, asker: 'god', personaId });
}

const GmSession = builder.objectRef<Master>('GmSession').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'A session with everything players must not know. For its game master.',
  fields: (t) => ({
    discrepancies: t.field({
      type: [GmDiscrepancy],
      description:
        'Contradictions of the current state. While there are any, turns of the story fail with `STATE_OUT_OF_SYNC`.',
      resolve: async (master, _args, context) => [...(await loadDiscrepancies(master, context))],
    }),
    repairBlock: t.string({
      nullable: true,
      description:
        'The `GOD_MODE_SET:` block that repairs them. Send it as it is in mode `GOD`. Null when nothing is wrong.',
      resolve: async (master, _args, context) =>
        formatRepairBlock(await loadDiscrepancies(master, context)) || null,
    }),
    observations: t.connection(
      {
        type: Observation,
        description: 'Memories of all characters at a scene of the session, retracted ones included.',
        args: {
          characterId: t.arg.id({
            description: 'Character whose memories to return: `npc_viktor_001`. Default: all characters.',
          }),
          at: t.arg.globalID(AT_SCENE_ARGUMENT),
          by: t.arg(OBSERVATION_ORDER_ARGUMENT),
        },
        resolve: async (master, { characterId, at, ...args }, context) => {
          const { scene, snapshot, viewScope } = await gmSceneOf(master, at?.id ?? null, context);
          const [memories, rules] = await Promise.all([
            context.loaders.memories.load({
              lineage: truncateLineage(master.session.lineage, scene.index),
              characterId: characterId ?? null,
            }),
            loadSessionRules(scene.sessionId, context),
          ]);
          return toObservationPage(memories, snapshot, rules, viewScope, args);
        },
      },
      { name: 'GmSessionObservationConnection', description: 'Page of observations of any character.' },
      {
        name: 'GmSessionObservationEdge',
        description: 'One of the observations of a page, with its cursor.',
      },
    ),
    chronicle: t.connection(
      {
        type: ChronicleEntry,
        description: 'Everything that happened up to a scene of the session, in its canonical order.',
        args: { at: t.arg.globalID(AT_SCENE_ARGUMENT) },
        resolve: async (master, { at, ...args }, context) => {
          const { scene, viewScope } = await gmSceneOf(master, at?.id ?? null, context);
          return toChroniclePage(
            await context.loaders.chronicle.load(truncateLineage(master.session.lineage, scene.index)),
            viewScope,
            args,
          );
        },
      },
      { name: 'GmSessionChronicleConnection', description: 'A page of the whole history.' },
      { name: 'GmSessionChronicleEdge', description: 'One of the events of a page, with its cursor.' },
    ),
  }),
});

builder.objectField(Session, 'gm', (t) =>
  t.field({
    type: GmSession,
    nullable: true,
    description: 'The same session with everything players must not know.',
    resolve: (session) => ({ session }),
  }),
);
