import { selectIncluded } from '../begin/campaign-parts.ts';
import type { Content } from '../library/content.ts';
import type { FieldPath, Problem } from '../problem.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
  type ProblemDetails,
} from './check-context.ts';

type EntryPoint = Content<'entry_point'>;

/** Whether an entry point makes sense as a whole. */
export const checkEntryPoints: PackCheck = (checking) =>
  listContents(checking, 'entry_point').flatMap((entry) => {
    const about = (path: FieldPath, finding: ProblemDetails) =>
      createFieldProblem(checking, entry, path, finding);
    return [
      ...castProblems(entry, about),
      ...doubleIds(entry, about),
      ...clockProblems(entry, about),
      ...relationProblems(entry, about),
      ...strangers(entry, about),
      ...leftOut(checking, entry, about),
      ...doubleOpenings(entry, about),
    ];
  });

type About = (path: FieldPath, finding: ProblemDetails) => Problem;

function castProblems({ data }: EntryPoint, about: About): readonly Problem[] {
  const problems: Problem[] = [];
  const personas = data.cast.filter(({ role }) => role === 'persona').length;
  if (personas === 0) {
    const message = 'Nobody in the cast can be played.';
    problems.push(about(['cast'], { code: 'no-persona', message, advice: 'Give somebody role: persona.' }));
  }
  if (personas > 0 && data.max_personas > personas) {
    const message = `max_personas is ${data.max_personas}, but the cast offers ${personas}.`;
    const advice = `Write max_personas: ${personas}, or offer more personas.`;
    problems.push(
      about(['max_personas'], { severity: 'warning', code: 'too-few-personas', message, advice }),
    );
  }
  const seen = new Set<string>();
  for (const [index, { character }] of data.cast.entries()) {
    if (seen.has(character)) {
      const message = `${character} is in the cast twice.`;
      problems.push(
        about(['cast', index, 'character'], { code: 'duplicate-id', message, advice: 'Keep one of them.' }),
      );
    }
    seen.add(character);
  }
  return problems;
}

const LISTS = [
  'threads',
  'clocks',
  'facts',
  'missions',
  'deadlines',
  'resources',
  'accounts',
  'endings',
] as const;

function doubleIds({ data }: EntryPoint, about: About): readonly Problem[] {
  return LISTS.flatMap((list) => {
    const seen = new Set<string>();
    return data[list].flatMap(({ id }, index) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      const message = `${list} has ${id} twice.`;
      return [
        about([list, index, 'id'], { code: 'duplicate-id', message, advice: 'Give one of them another id.' }),
      ];
    });
  });
}

function doubleOpenings({ data }: EntryPoint, about: About): readonly Problem[] {
  return data.openings.flatMap(({ name }, index) => {
    const isFirst = data.openings.findIndex((other) => other.name === name) === index;
    if (isFirst) return [];
    const message = `Two openings are called ${name}.`;
    const advice = 'Give one of them another name.';
    return [about(['openings', index, 'name'], { code: 'duplicate-id', message, advice })];
  });
}

function clockProblems({ data }: EntryPoint, about: About): readonly Problem[] {
  return data.clocks.flatMap(({ name, value, max, triggers }, clock) => [
    ...(value > max
      ? [
          about(['clocks', clock, 'value'], {
            code: 'too-large',
            message: `${name} stands at ${value} of ${max}.`,
            advice: `Write at most ${max}.`,
          }),
        ]
      : []),
    ...triggers.flatMap(({ at: segment }, trigger) => {
      if (segment <= max) return [];
      const message = `A trigger at ${segment} is beyond the ${max} segments of ${name}.`;
      const advice = `Write at most ${max}.`;
      return [about(['clocks', clock, 'triggers', trigger, 'at'], { code: 'too-large', message, advice })];
    }),
  ]);
}

function relationProblems({ data }: EntryPoint, about: About): readonly Problem[] {
  const seen = new Set<string>();
  return data.relations.flatMap(({ between: [one, other] }, index) => {
    const path = ['relations', index, 'between'];
    if (one === other) {
      const message = `${one} is paired with themselves.`;
      return [about(path, { code: 'same-character', message, advice: 'Name two different characters.' })];
    }
    const pair = [one, other].sort().join('|');
    if (!seen.has(pair)) {
      seen.add(pair);
      return [];
    }
    const message = `${one} and ${other} are paired twice.`;
    return [about(path, { code: 'duplicate-id', message, advice: 'Keep one line for each pair.' })];
  });
}

const KNOWING = ['threads', 'clocks', 'facts', 'missions', 'deadlines', 'resources'] as const;

/** Reports knowers who are not personas: only personas can know a fact from the start. */
function strangers({ data }: EntryPoint, about: About): readonly Problem[] {
  const personas = data.cast.filter(({ role }) => role === 'persona').map(({ character }) => character);
  return KNOWING.flatMap((list) =>
    data[list].flatMap(({ known_to }, index) =>
      known_to.flatMap((id, position) => {
        if (personas.includes(id)) return [];
        const message = `${id} is no persona of this entry point.`;
        const advice = `known_to names personas: ${personas.join(', ')}. What others know stands in their knows.`;
        return [about([list, index, 'known_to', position], { code: 'not-a-persona', message, advice })];
      }),
    ),
  );
}

/** Warns of cast members whose place is not part of the campaign: they would be nowhere. */
function leftOut(checking: CheckContext, entry: EntryPoint, about: About): readonly Problem[] {
  const library = narrowToPack(checking, entry);
  const included = new Set(selectIncluded(entry, library).entities.map(({ id }) => id));
  return entry.data.cast.flatMap(({ character, location }, index) => {
    const place = location ?? library.find('character', character)?.data.location;
    if (place === undefined || included.has(place) || library.findAny(place) === null) return [];
    const message = `${character} is at ${place}, which include leaves out.`;
    const advice = `Add ${place} to include.locations, or give them another location.`;
    return [
      about(['cast', index, 'character'], { severity: 'warning', code: 'not-included', message, advice }),
    ];
  });
}
