import type { Json } from '#engine/kit/canonical-json.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type {
  ScenarioCast,
  ScenarioClocks,
  ScenarioOutline,
  ScenarioScene,
} from '#engine/llm/scenario-replies.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import { doubles, strangers } from './name-problems.ts';

type Faults = ReturnType<ScenarioGround['rules']['statFaults']>;

const sentences = (field: string, faults: Faults): readonly string[] =>
  faults.map(({ path, message }) => `${[field, ...path].join('.')}: ${message}`);

/** Whether everybody new was worked out, each with a stat block the ruleset accepts. */
export function castProblems(
  { characters }: ScenarioCast,
  outline: ScenarioOutline,
  { rules }: ScenarioGround,
): readonly string[] {
  const wanted = outline.cast.filter(({ from }) => from === '').map(({ name }) => name);
  const given = characters.map(({ name }) => name);
  const missing = wanted.filter((name) => !given.includes(name));
  return [
    ...doubles('characters', given),
    ...strangers('characters', given, wanted),
    ...missing.map((name) => `characters: ${name} is missing. Work out everybody of the cast who is new.`),
    ...characters.flatMap(
      ({ stat_block: block }, index) =>
        sentences(`characters.${index}.stat_block`, rules.statFaults(block as Json)), // it was parsed from JSON
    ),
  ];
}

/** Whether clocks threaten threads there are, stop where they end, and are driven by people of the cast. */
export function clockProblems(
  { clocks }: ScenarioClocks,
  { cast, threads }: ScenarioOutline,
): readonly string[] {
  const titles = threads.map(({ title }) => title);
  const others = cast.slice(1).map(({ name }) => name);
  const movers = clocks.map(({ mover }) => mover).filter((mover) => mover !== '');
  return [
    ...doubles(
      'clocks',
      clocks.map(({ name }) => name),
    ),
    ...doubles('clocks.mover', movers),
    ...clocks.flatMap(({ thread, max, steps, mover }, index) => {
      const at = `clocks.${index}`;
      const beyond = steps.filter((step) => step.at > max);
      return [
        ...(titles.includes(thread)
          ? []
          : [`${at}.thread: there is no thread ${thread}. There are ${titles.join(', ')}.`]),
        ...beyond.map((step) => `${at}.steps: ${step.at} is beyond the ${max} segments of the clock.`),
        ...doubles(
          `${at}.steps`,
          steps.map((step) => String(step.at)),
        ),
        ...(steps.some((step) => step.at === max)
          ? []
          : [`${at}.steps: say what happens at ${max}, when it is full.`]),
        ...(mover === '' ? [] : strangers(`${at}.mover`, [mover], others)),
      ];
    }),
  ];
}

/** Whether the opening is one the rules and the calendar of the world allow, with people who are there. */
export function sceneProblems(
  { time, present, scene_seed: seed, observations }: ScenarioScene,
  { cast }: ScenarioOutline,
  { rules, calendar }: ScenarioGround,
): readonly string[] {
  const names = cast.map(({ name }) => name);
  const moment = calendar.parse(time);
  return [
    ...(isRejection(moment) ? [`time: ${moment.reason}`] : []),
    ...strangers('present', present, names),
    ...strangers('observations', [...new Set(observations.map(({ character }) => character))], names),
    ...sentences('scene_seed', rules.stateFaults(seed as Json)), // it was parsed from JSON
  ];
}
