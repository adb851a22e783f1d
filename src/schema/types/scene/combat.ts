import type { PlayerCombat } from '#engine/state/player-view.ts';
import type { Combatant as Fighter } from '#engine/state/record.ts';
import { builder } from '../../builder.ts';
import { findById, identifyRecord } from '../../views/record-node.ts';
import { loadVisibleScene, type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { findKnownCharacter, KnownCharacter } from './known-entity.ts';
import { Scene } from './scene.ts';

const Combatant = builder.objectRef<ViewScoped<Fighter>>('Combatant');

builder.node(Combatant, {
  ...identifyRecord<Fighter>(
    'Combatant',
    ({ id }) => id,
    ({ view, snapshot }, id) => findById((view ?? snapshot)?.combat?.combatants ?? [], id),
  ),
  description: 'Participant of a fight.',
  fields: (t) => ({
    characterId: t.exposeID('id', { description: 'Their id inside the campaign.' }),
    character: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'The character; null when they have left the story.',
      resolve: ({ id, viewScope }) => findKnownCharacter(viewScope, id),
    }),
    side: t.exposeString('side', { description: 'For whom they fight.' }),
    initiative: t.exposeInt('initiative', { description: 'Their place in the order: higher acts earlier.' }),
    isSurprised: t.exposeBoolean('surprised', { description: 'Whether they were caught unawares.' }),
    isOut: t.exposeBoolean('out', { description: 'Whether they fell, fled or gave up.' }),
  }),
});

export const Combat = builder.objectRef<ViewScoped<PlayerCombat>>('Combat').implement({
  description: 'A fight in progress.',
  fields: (t) => ({
    round: t.exposeInt('round', { description: 'Round number, from 1.' }),
    startedInScene: t.exposeInt('startedInScene', { description: 'The index of the scene it began in.' }),
    actingId: t.exposeID('actingId', {
      nullable: true,
      description: 'Character whose turn it is; null while an unseen one acts.',
    }),
    combatants: t.field({
      type: [Combatant],
      description: 'Participants, in the order they act.',
      resolve: ({ combatants, viewScope }) => withViewScope(viewScope, combatants),
    }),
  }),
});

builder.objectField(Scene, 'combat', (t) =>
  t.field({
    type: Combat,
    nullable: true,
    description: 'The fight your persona is there to see; null when there is none.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return view.combat === null ? null : { ...view.combat, viewScope };
    },
  }),
);
