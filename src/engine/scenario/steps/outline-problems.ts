import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import type { ScenarioOutline } from '#engine/llm/scenario-replies.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import { doubles, strangers } from './name-problems.ts';

/** Whether everything an outline names is there: places and people of the world, people of its own cast. */
export function outlineProblems(outline: ScenarioOutline, lore: ScenarioLore): readonly string[] {
  const names = outline.cast.map(({ name }) => name);
  const [persona, ...others] = names;
  return [
    ...placeProblems(outline, lore),
    ...doubles('cast', names),
    ...doubles(
      'threads',
      outline.threads.map(({ title }) => title),
    ),
    ...castProblems(outline, lore),
    ...outline.threads.flatMap(({ about }, index) => strangers(`threads.${index}.about`, about, names)),
    ...outline.secrets.flatMap(({ holder }, index) =>
      strangers(`secrets.${index}.holder`, [holder], others).map((problem) =>
        holder === persona ? `${problem} A player cannot be made to keep a secret from themselves.` : problem,
      ),
    ),
    ...outline.things.flatMap(({ held_by: holder }, index) =>
      holder === '' ? [] : strangers(`things.${index}.held_by`, [holder], names),
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
    ...doubles(
      'cast.from',
      cast.map(({ from }) => from).filter((from) => from !== ''),
    ),
    ...tooMany,
  ];
}
