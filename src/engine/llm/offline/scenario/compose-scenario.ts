import { type KeyedRandom, keyedRandom } from '#engine/kit/keyed-random.ts';
import type { ScenarioLore } from '../../scenario-inputs.ts';
import type {
  ScenarioClocks,
  ScenarioOutline,
  ScenarioParts,
  ScenarioScene,
} from '../../scenario-replies.ts';
import { choose, type Phrases, say } from '../grammar.ts';
import { chooseGround, type Ground } from './choose-ground.ts';
import { choosePeople, type Person } from './choose-people.ts';
import { castOf } from './describe-cast.ts';
import { type Words, wordsFor } from './fill-words.ts';
import type { Part } from './trouble.ts';

type Told = {
  readonly ground: Ground;
  readonly people: readonly Person[];
  readonly thing: { readonly name: string; readonly description: string };
  readonly words: Words;
  /** Said once: clocks name threads by their titles. */
  readonly titles: readonly string[];
  readonly random: KeyedRandom;
};

/** A whole scenario out of a world's own names and places. The same lore and seed give the same one, word for word. */
export function composeScenario(lore: ScenarioLore): ScenarioParts {
  const random = keyedRandom(lore.seed, `scenario:${lore.world.name}:${lore.brief}`);
  const ground = chooseGround(lore, random);
  const people = choosePeople(lore, ground.place.id, random);
  const thing = choose(random, ground.trouble.things);
  if (thing === null) throw new Error('a trouble turns on nothing');
  const words = wordsFor(ground, people, thing.name, random);
  const titles = ground.trouble.threads.map(({ title }) => say(random, title, words));
  const told = { ground, people, thing, words, titles, random };
  const outline = outlineOf(told);
  return {
    outline,
    cast: castOf(outline, people, lore, random),
    clocks: clocksOf(told),
    scene: sceneOf(told),
  };
}

function outlineOf({
  ground: { trouble, place },
  people,
  thing,
  words,
  titles,
  random,
}: Told): ScenarioOutline {
  const tell = (phrases: Phrases) => say(random, phrases, words);
  const isHere = ({ holder }: { readonly holder: Part }) => people.some(({ part }) => part === holder);
  return {
    title: tell(trouble.title),
    summary: tell(trouble.summary),
    tone: tell(trouble.tone),
    stakes: tell(trouble.stakes),
    goals: trouble.goals.map(tell),
    location: place.id,
    cast: people.map(({ part, name, from }) => {
      const role = tell(trouble.parts[part]);
      return {
        name,
        from,
        role,
        tagline: `${role.charAt(0).toUpperCase()}${role.slice(1)}.`,
        wants: tell(trouble.wants[part]),
      };
    }),
    threads: trouble.threads.map(({ stakes, about, open }, index) => ({
      title: titles[index] ?? '',
      stakes: tell(stakes),
      about: about.flatMap((part) => nameOf(people, part) ?? []),
      open,
    })),
    secrets: trouble.secrets.filter(isHere).map(({ holder, secret, triggers }) => ({
      holder: nameOf(people, holder) ?? '',
      secret: tell(secret),
      triggers: triggers.map((trigger) => tell([trigger])),
    })),
    things: [
      {
        name: words.Thing ?? thing.name,
        description: thing.description,
        held_by: nameOf(people, trouble.holder) ?? '',
      },
    ],
  };
}

function clocksOf({ ground: { trouble }, people, words, titles, random }: Told): ScenarioClocks {
  const tell = (phrases: Phrases) => say(random, phrases, words);
  const { deadline } = trouble;
  return {
    clocks: trouble.clocks.map(({ name, max, open, thread, steps, mover, hours }) => ({
      name: tell(name),
      max,
      open,
      thread: titles[thread] ?? '',
      steps: steps.map(({ at, happens }) => ({ at, happens: tell([happens]) })),
      mover: nameOf(people, mover) ?? '',
      hours,
    })),
    deadlines:
      deadline === null
        ? []
        : [{ what: deadline.what, due_in_hours: deadline.hours, otherwise: deadline.otherwise }],
  };
}

function sceneOf({ ground: { trouble, opening }, people, words, random }: Told): ScenarioScene {
  const tell = (phrases: Phrases) => say(random, phrases, words);
  const [, ...others] = people;
  return {
    time: opening.time,
    visibility: trouble.light,
    noise: trouble.noise,
    constraints: trouble.constraints.map(tell),
    present: others.map(({ name }) => name),
    scene_seed: opening.sceneSeed,
    prologue: trouble.prologue.map(tell).join('\n\n'),
    intro: tell(trouble.intro),
    observations: people.map(({ part, name }) => ({
      character: name,
      content: tell(trouble.seen[part]),
      importance: 4,
    })),
  };
}

function nameOf(people: readonly Person[], part: Part | null): string | null {
  return people.find((person) => person.part === part)?.name ?? null;
}
