import { writeConditionsLine, writeResourcesLine, writeStatusLine } from '#engine/srd5e/hit-points.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { loadSessionRules, loadVisibleScene } from '../../views/visible-scene.ts';
import { Scene } from './scene.ts';

type Lines = {
  readonly timestamp: string | null;
  readonly location: string | null;
  readonly status: string | null;
  readonly conditions: string | null;
  readonly resources: string | null;
};

const SceneHeader = builder.objectRef<Lines>('SceneHeader').implement({
  description: 'Header of a scene: time, place and condition of your persona.',
  fields: (t) => ({
    timestamp: t.exposeString('timestamp', {
      nullable: true,
      description: 'Date and clock time; null when the calendar is no longer available.',
    }),
    location: t.exposeString('location', {
      nullable: true,
      description: 'Place; null when there is none in particular.',
    }),
    status: t.exposeString('status', {
      nullable: true,
      description:
        '`Lvl 3 Fighter | HP: 24/28 (Temp: 5) | XP: 950/2700 | Gold: 15gp`; null in rulesets without such a stat block.',
    }),
    conditions: t.exposeString('conditions', {
      nullable: true,
      description: '`Conditions: Prone | Exhaustion: 1 | Inspiration: No`; null where it is not known.',
    }),
    resources: t.exposeString('resources', {
      nullable: true,
      description: 'Resources left to spend, remaining of total; null in rulesets without such a stat block.',
    }),
    text: t.string({
      description: 'All of it as lines of text.',
      resolve: ({ timestamp, location, status, conditions, resources }) =>
        [
          timestamp === null ? null : `Timestamp: ${timestamp}`,
          location === null ? null : `Location: ${location}`,
          status === null ? null : `Status: ${status}`,
          conditions,
          resources === null ? null : `Resources: ${resources}`,
        ]
          .filter((line) => line !== null)
          .join('\n'),
    }),
  }),
});

builder.objectField(Scene, 'header', (t) =>
  t.field({
    type: SceneHeader,
    description: 'Header: time, place and condition of your persona.',
    resolve: headerOf,
  }),
);

async function headerOf(scene: SceneRecord, _args: object, context: Context): Promise<Lines> {
  const [{ view, viewScope }, rules] = await Promise.all([
    loadVisibleScene(scene, context),
    loadSessionRules(scene.sessionId, context),
  ]);
  const persona = view.entities[view.personaId];
  const own = persona?.kind === 'character' ? persona : null;
  const block = Srd5eStatBlock.safeParse(own?.stats ?? null);
  const names = own?.seen?.conditions.map(({ name }) => name).join(', ');
  const plain = names === undefined ? null : `Conditions: ${names === '' ? 'None' : names}`;
  return {
    timestamp: rules === null ? null : rules.calendar.format(view.time, 'header'),
    location: viewScope.entityOf(view.scene.placeId)?.name ?? null,
    status: block.success ? writeStatusLine(block.data) : null,
    conditions: block.success ? writeConditionsLine(block.data) : plain,
    resources: block.success ? writeResourcesLine(block.data) : null,
  };
}
