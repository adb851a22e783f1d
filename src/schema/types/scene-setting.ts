import { builder } from '../builder.ts';
import { mentionedIn } from '../mentioned-in.ts';
import { seenScene } from '../seen.ts';
import { wordEnum } from '../word-enum.ts';
import {
  characterThrough,
  KnownCharacter,
  KnownEntity,
  KnownLocation,
  knownThrough,
  locationThrough,
} from './known-entity.ts';
import { Scene } from './scene.ts';

const Light = wordEnum('SceneVisibility', 'What can be seen in a scene.', {
  clear: 'Everything.',
  dim: 'Most of it, without the details.',
  dark: 'Next to nothing.',
  obscured: 'What smoke, fog or a crowd leaves.',
});

const Noise = wordEnum('SceneNoise', 'What can be heard in a scene.', {
  silent: 'A breath.',
  quiet: 'A whisper.',
  normal: 'A voice.',
  loud: 'A raised voice.',
  deafening: 'Nothing else.',
});

builder.objectFields(Scene, (t) => ({
  place: t.field({
    type: KnownLocation,
    nullable: true,
    description: 'Where it plays; null when nobody is anywhere in particular.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return locationThrough(eyes, view.scene.placeId);
    },
  }),
  visibility: t.field({
    type: Light,
    description: 'What can be seen.',
    resolve: async (scene, _args, context) => (await seenScene(scene, context)).view.scene.visibility,
  }),
  noise: t.field({
    type: Noise,
    description: 'What can be heard.',
    resolve: async (scene, _args, context) => (await seenScene(scene, context)).view.scene.noise,
  }),
  constraints: t.stringList({
    description: 'What holds everybody back here.',
    resolve: async (scene, _args, context) => [...(await seenScene(scene, context)).view.scene.constraints],
  }),
  persona: t.field({
    type: KnownCharacter,
    nullable: true,
    description: 'Through whose eyes it is seen: your persona.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return characterThrough(eyes, view.personaId);
    },
  }),
  present: t.field({
    type: [KnownCharacter],
    description: 'Who is there and can be perceived.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return view.scene.presentIds.flatMap((id) => characterThrough(eyes, id) ?? []);
    },
  }),
  mentioned: t.field({
    type: [KnownEntity],
    description:
      'Everybody and everything the narration speaks of by name, as far as your persona knows of it, by id.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      const known = Object.values(view.entities).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      return mentionedIn(scene.narration, known).flatMap(({ id }) => knownThrough(eyes, id) ?? []);
    },
  }),
  entities: t.field({
    type: [KnownEntity],
    description: 'Everybody and everything known so far, by id.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return Object.keys(view.entities)
        .toSorted()
        .flatMap((id) => knownThrough(eyes, id) ?? []);
    },
  }),
}));
