import type { PlayerContent } from '#engine/content/player-content.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { defineConnectionNames, paginateContents } from '../../connection.ts';
import { findPlayerContent, listPlayerContents } from '../../views/pack-contents.ts';
import { ContentInterface } from './content.ts';
import { Pack } from './pack.ts';

type Stat = PlayerContent<'ruleset'>['stats'][number];

const RulesetStat = builder.objectRef<Stat>('RulesetStat').implement({
  description: 'Meaning of a character number.',
  fields: (t) => ({
    key: t.exposeString('id', { description: 'The key it stands under in a stat block.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    represents: t.exposeString('represents', { description: 'Meaning.' }),
    high: t.string({
      nullable: true,
      description: 'Example of a high value; null when the rules give none.',
      resolve: ({ high }) => high,
    }),
    low: t.string({
      nullable: true,
      description: 'Example of a low value; null when the rules give none.',
      resolve: ({ low }) => low,
    }),
    success: t.string({
      nullable: true,
      description: 'Effect of a good roll; null when the rules name none.',
      resolve: ({ success }) => success,
    }),
    failure: t.string({
      nullable: true,
      description: 'Cost of a bad roll; null when the rules name none.',
      resolve: ({ failure }) => failure,
    }),
  }),
});

export const Ruleset = builder.objectRef<PlayerContent<'ruleset'>>('Ruleset');

builder.node(Ruleset, {
  description: 'The rules a story is played by. Rules are public.',
  interfaces: [ContentInterface],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'ruleset', id),
  fields: (t) => ({
    rulebook: t.exposeString('rulebook', { description: 'The rules in full.' }),
    rulebookSummary: t.exposeString('rulebookSummary', { description: 'The rules in a few sentences.' }),
    tags: t.exposeStringList('tags', { description: 'Words the author files the ruleset under.' }),
    stats: t.expose('stats', { type: [RulesetStat], description: 'Meanings of the character numbers.' }),
  }),
});

builder.queryField('rulesets', (t) =>
  t.connection(
    {
      subGraphs: AUTHORING_ONLY,
      type: Ruleset,
      description: 'The rulesets of the loaded packs.',
      args: { packId: t.arg.globalID({ for: Pack, description: 'Only rulesets of this pack.' }) },
      resolve: (_root, { packId, ...args }, { library }) =>
        paginateContents(
          listPlayerContents(library(), 'ruleset').filter(
            (one) => packId == null || one.packId === packId.id,
          ),
          args,
        ),
    },
    ...defineConnectionNames('Ruleset', 'rulesets'),
  ),
);
