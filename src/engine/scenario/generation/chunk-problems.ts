import type {
  ScenarioCast,
  ScenarioClocks,
  ScenarioLore,
  ScenarioOutline,
  ScenarioScene,
} from '#engine/llm/scenario-contracts.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { ScenarioSetting } from '../lore/scenario-setting.ts';

/** Names that stand in a list twice. */
function findDuplicates(field: string, names: readonly string[]): readonly string[] {
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  return [...new Set(twice)].map((name) => `${field}: ${name} is there twice. Name each once.`);
}

/** Names that are not among those there are. */
function findUnknownNames(
  field: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `${field}: there is nobody ${name} here. There are ${known.join(', ')}.${suggestName(name, known)}`,
    );
}

/** Checks that everything an outline names exists: places and people of the world, people of its own cast. */
export function checkOutline(outline: ScenarioOutline, lore: ScenarioLore): readonly string[] {
  const names = outline.cast.map(({ name }) => name);
  const [persona, ...others] = names;
  return [
    ...placeProblems(outline, lore),
    ...findDuplicates('cast', names),
    ...findDuplicates(
      'threads',
      outline.threads.map(({ title }) => title),
    ),
    ...castProblems(outline, lore),
    ...outline.threads.flatMap(({ about }, index) =>
      findUnknownNames(`threads.${index}.about`, about, names),
    ),
    ...outline.secrets.flatMap(({ holder }, index) =>
      findUnknownNames(`secrets.${index}.holder`, [holder], others).map((problem) =>
        holder === persona ? `${problem} A player cannot be made to keep a secret from themselves.` : problem,
      ),
    ),
    ...outline.things.flatMap(({ held_by: holder }, index) =>
      holder === '' ? [] : findUnknownNames(`things.${index}.held_by`, [holder], names),
    ),
  ];
}

function placeProblems({ location }: ScenarioOutline, { places }: ScenarioLore): readonly string[] {
  const ids = places.map(({ id }) => id);
  if (ids.includes(location)) return [];
  return [
    `location: there is no place ${location}. Write the id of one of the world’s places.${suggestName(location, ids)}`,
  ];
}

function castProblems({ cast }: ScenarioOutline, { people, isForTwo }: ScenarioLore): readonly string[] {
  const problems = cast.flatMap(({ name, from }, index) => {
    const at = `cast.${index}`;
    if (from === '') {
      const isKnown = people.some((person) => person.name === name);
      return isKnown
        ? [
            `${at}: ${name} is somebody the world knows. Write their id in from, or give the new person another name.`,
          ]
        : [];
    }
    const person = people.find(({ id }) => id === from);
    if (person === undefined) {
      const near = suggestName(
        from,
        people.map(({ id }) => id),
      );
      return [
        `${at}.from: there is nobody ${from}. Write the id of somebody of the world, or leave it empty.${near}`,
      ];
    }
    if (index === 0) return [`${at}.from: the persona is somebody new; leave it empty.`];
    return person.name === name ? [] : [`${at}.name: ${from} is called ${person.name}. Write that name.`];
  });
  const tooMany = isForTwo && cast.length > 2 ? ['cast: this ruleset is for two people and no more.'] : [];
  return [
    ...problems,
    ...findDuplicates(
      'cast.from',
      cast.map(({ from }) => from).filter((from) => from !== ''),
    ),
    ...tooMany,
  ];
}

type Faults = ReturnType<ScenarioSetting['rules']['statFaults']>;

const sentences = (field: string, faults: Faults): readonly string[] =>
  faults.map(({ path, message }) => `${[field, ...path].join('.')}: ${message}`);

/** Checks that every new character was worked out, each with a stat block the ruleset accepts. */
export function checkCast(
  { characters }: ScenarioCast,
  outline: ScenarioOutline,
  { rules }: ScenarioSetting,
): readonly string[] {
  const wanted = outline.cast.filter(({ from }) => from === '').map(({ name }) => name);
  const given = characters.map(({ name }) => name);
  const missing = wanted.filter((name) => !given.includes(name));
  return [
    ...findDuplicates('characters', given),
    ...findUnknownNames('characters', given, wanted),
    ...missing.map((name) => `characters: ${name} is missing. Work out everybody of the cast who is new.`),
    ...characters.flatMap(
      ({ stat_block: block }, index) =>
        sentences(`characters.${index}.stat_block`, rules.statFaults(block as Json)), // it was parsed from JSON
    ),
  ];
}

/** Checks that clocks threaten existing threads, stop where they end, and are driven by people of the cast. */
export function checkClocks(
  { clocks }: ScenarioClocks,
  { cast, threads }: ScenarioOutline,
): readonly string[] {
  const titles = threads.map(({ title }) => title);
  const others = cast.slice(1).map(({ name }) => name);
  const movers = clocks.map(({ mover }) => mover).filter((mover) => mover !== '');
  return [
    ...findDuplicates(
      'clocks',
      clocks.map(({ name }) => name),
    ),
    ...findDuplicates('clocks.mover', movers),
    ...clocks.flatMap(({ thread, max, steps, mover }, index) => {
      const at = `clocks.${index}`;
      const beyond = steps.filter((step) => step.at > max);
      return [
        ...(titles.includes(thread)
          ? []
          : [`${at}.thread: there is no thread ${thread}. There are ${titles.join(', ')}.`]),
        ...beyond.map((step) => `${at}.steps: ${step.at} is beyond the ${max} segments of the clock.`),
        ...findDuplicates(
          `${at}.steps`,
          steps.map((step) => String(step.at)),
        ),
        ...(steps.some((step) => step.at === max)
          ? []
          : [`${at}.steps: say what happens at ${max}, when it is full.`]),
        ...(mover === '' ? [] : findUnknownNames(`${at}.mover`, [mover], others)),
      ];
    }),
  ];
}

/** Checks that the rules and the world's calendar allow the opening, and that its people are there. */
export function checkScene(
  { time, present, scene_seed: seed, observations }: ScenarioScene,
  { cast }: ScenarioOutline,
  { rules, calendar }: ScenarioSetting,
): readonly string[] {
  const names = cast.map(({ name }) => name);
  const moment = calendar.parse(time);
  return [
    ...(isRejection(moment) ? [`time: ${moment.reason}`] : []),
    ...findUnknownNames('present', present, names),
    ...findUnknownNames('observations', [...new Set(observations.map(({ character }) => character))], names),
    ...sentences('scene_seed', rules.stateFaults(seed as Json)), // it was parsed from JSON
  ];
}
