import { builder } from '../builder.ts';

const ViewAs = builder.enumType('ViewAs', {
  description: 'View in which a campaign is shown.',
  values: {
    PLAYER: {
      value: 'player',
      description:
        'As the player of your persona sees it. A game master without a persona sees it as the first one without a player.',
    },
    GM: { value: 'gm', description: 'With everything. Only the game master of the campaign may ask for it.' },
  } as const,
});

/** Argument of root fields that show what belongs to a campaign. The guard applies it to everything below the field. */
export const VIEW_AS = {
  type: ViewAs,
  description:
    'View in which everything below is shown. Ids below carry it: given to `node` or another field, they show the same view again. Default: that of the ids that are given, else of your own role.',
} as const;

/** Argument beside `VIEW_AS` that names whose view it is. */
export const VIEW_PERSONA = {
  type: 'ID',
  description:
    'Persona in whose view everything below is shown, by its id inside the campaign: `npc_viktor_001`. Ids below carry its view. For the game master; players see as their own.',
} as const;
