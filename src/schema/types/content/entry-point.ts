import { findContentImage, findPackCover } from '#engine/content/pack-images.ts';
import type { PlayerContent } from '#engine/content/player-content.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import { defineConnectionNames, paginateContents } from '../../connection.ts';
import { findPlayerContent, joinLinesOrNull, listPlayerContents } from '../../views/pack-contents.ts';
import { Image } from '../image.ts';
import { Calibration } from '../play/calibration.ts';
import { Character } from './character.ts';
import { ContentInterface } from './content.ts';
import { Pack } from './pack.ts';
import { Ruleset } from './ruleset.ts';
import { World } from './world.ts';

export const EntryPointType = defineWordEnum('EntryPointType', 'Kind of story an entry point leads into.', {
  adventure: 'A story with a direction.',
  scenario: 'One situation to be met.',
  sandbox: 'A place to go one’s own way in.',
  quest: 'A goal to be reached.',
});

type Persona = PlayerContent<'entry_point'>['personas'][number];

const OfferedPersona = builder.objectRef<Persona>('OfferedPersona').implement({
  description: 'Character a player may play in this story.',
  fields: (t) => ({
    characterId: t.exposeID('characterId', { description: 'Their id among all packs.' }),
    part: t.exposeString('part', {
      nullable: true,
      description: 'Role in this story; null when the pack names none.',
    }),
    character: t.field({
      type: Character,
      nullable: true,
      description: 'The character; null when the pack hides it from players until it is played.',
      resolve: ({ characterId }, _args, { library }) =>
        findPlayerContent(library(), 'character', characterId),
    }),
  }),
});

type Opening = PlayerContent<'entry_point'>['openings'][number];

const OtherOpening = builder.objectRef<Opening>('OtherOpening').implement({
  description: 'Another beginning of the same story.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, unique in its entry point.' }),
    prologue: t.string({
      description: 'Authored text players read before the first turn, one line per paragraph.',
      resolve: ({ prologue }) => joinHardWrappedLines(prologue),
    }),
  }),
});

export const EntryPoint = builder.objectRef<PlayerContent<'entry_point'>>('EntryPoint');

builder.node(EntryPoint, {
  description: 'One way into a world: where a campaign begins.',
  interfaces: [ContentInterface],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'entry_point', id),
  fields: (t) => ({
    entryPointId: t.exposeID('id', { description: 'Its id among all packs: `neo_seattle:dead_drop`.' }),
    type: t.field({
      type: EntryPointType,
      description: 'Kind of story.',
      resolve: ({ type }) => type,
    }),
    tone: t.exposeString('tone', {
      nullable: true,
      description: 'Tone; null when it has the tone of its world.',
    }),
    tags: t.exposeStringList('tags', { description: 'Words the author files the story under.' }),
    goals: t.exposeStringList('goals', { description: 'Goal of the players.' }),
    prologue: t.string({
      nullable: true,
      description:
        'Authored text players read before the first turn, one line per paragraph. Null without one.',
      resolve: ({ prologue }) => joinLinesOrNull(prologue),
    }),
    openings: t.expose('openings', {
      type: [OtherOpening],
      description: 'Other beginnings of the same story. Pass the name of one to `startCampaign`.',
    }),
    calibration: t.expose('calibration', {
      type: Calibration,
      description: 'What the author suggests for session zero. `startCampaign` takes changes.',
    }),
    maxPersonas: t.exposeInt('maxPersonas', { description: 'Maximum number of players.' }),
    personas: t.expose('personas', {
      type: [OfferedPersona],
      description: 'Playable characters. Default of a campaign: the first.',
    }),
    cover: t.field({
      type: Image,
      nullable: true,
      description: 'Image for lists of stories: its own, else that of its pack; null without one.',
      resolve: ({ id, packId }, _args, { library }) =>
        findContentImage(library(), id, 'cover') ?? findPackCover(library(), packId),
    }),
    world: t.field({
      type: World,
      nullable: true,
      description: 'Starting place; null when the pack hides it from players.',
      resolve: ({ worldId }, _args, { library }) => findPlayerContent(library(), 'world', worldId),
    }),
    rulesets: t.field({
      type: [Ruleset],
      description: 'The rules it is played by; the first one owns the dice.',
      resolve: ({ rulesetIds }, _args, { library }) =>
        rulesetIds.flatMap((id) => findPlayerContent(library(), 'ruleset', id) ?? []),
    }),
  }),
});

builder.queryField('entryPoints', (t) =>
  t.connection(
    {
      type: EntryPoint,
      description:
        'Every way into a story that the loaded packs offer; stories of starter packs stand first.',
      args: {
        type: t.arg({ type: EntryPointType, description: 'Only stories of this kind.' }),
        worldId: t.arg.globalID({ for: World, description: 'Only stories in this world.' }),
        packId: t.arg.globalID({ for: Pack, description: 'Only stories of this pack.' }),
      },
      resolve: (_root, { type, worldId, packId, ...args }, { library }) => {
        const found = listPlayerContents(library(), 'entry_point').filter(
          (one) =>
            (type == null || one.type === type) &&
            (worldId == null || one.worldId === worldId.id) &&
            (packId == null || one.packId === packId.id),
        );
        const isStarter = ({ packId }: { readonly packId: string }) =>
          library().findPack(packId)?.manifest.starter === true;
        return paginateContents(found, args, isStarter);
      },
    },
    ...defineConnectionNames('EntryPoint', 'entry points'),
  ),
);
