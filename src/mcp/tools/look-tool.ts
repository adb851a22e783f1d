import { z } from 'zod';
import { toApiView, View } from '../story/follow-turn.ts';
import {
  joinParagraphs,
  PROMPT_FIELDS,
  Prompt,
  SCENE_FIELDS,
  SceneReport,
  writeNext,
} from '../story/turn-report.ts';
import { defineTool, ToolFailure } from './tool.ts';

const SECTIONS = ['scene', 'sheet', 'inventory', 'map', 'missions', 'people', 'facts', 'chronicle'] as const;
type Section = (typeof SECTIONS)[number];

/** Fields of each section, of the session and of its current scene. */
const FIELDS: Readonly<Record<Section, { readonly session?: string; readonly scene?: string }>> = {
  scene: { session: `awaiting { ${PROMPT_FIELDS} }`, scene: 'present { name title role description }' },
  sheet: {
    scene: `
      persona { name title conditions { name source } sheet { groups { title fields { label value max note } } } }
      meters { label value min max }
      resources { name amount max }`,
  },
  inventory: { scene: 'inventory { quantity flags item { name description } }' },
  map: { scene: 'place { name description effects exits { label minutes blocked to { name } } }' },
  missions: {
    scene: `
      missions { title objective status }
      threads { title stakes status }
      deadlines { description urgency status dueAt { text } }
      clocks { name value max }`,
  },
  people: { session: 'characters(first: 60) { nodes { name title role description status } }' },
  facts: { scene: 'facts { subject { name } predicate object confidence }' },
  chronicle: { session: 'chronicle(last: 30) { nodes { time { text } summary status } }' },
};

function writeDocument(sections: readonly Section[]): string {
  const fields = sections.map((section) => FIELDS[section]);
  return `query McpLook($id: ID!, $as: ViewAs) {
    session(id: $id, as: $as) {
      campaign { name }
      ${fields.map(({ session = '' }) => session).join('\n')}
      currentScene { ${SCENE_FIELDS} ${fields.map(({ scene = '' }) => scene).join('\n')} }
    }
  }`;
}

const Text = z.string().nullable();
const At = z.object({ text: Text });
const Person = z.object({ name: z.string(), title: Text, role: z.string(), description: z.string() });
const Sheet = z.object({
  name: z.string(),
  title: Text,
  conditions: z.array(z.object({ name: z.string(), source: Text })).nullable(),
  sheet: z
    .object({
      groups: z.array(
        z.object({
          title: z.string(),
          fields: z.array(
            z.object({ label: z.string(), value: z.string(), max: z.number().nullable(), note: Text }),
          ),
        }),
      ),
    })
    .nullable(),
});
const Exit = z.object({
  label: Text,
  minutes: z.number().nullable(),
  blocked: Text,
  to: z.object({ name: z.string() }).nullable(),
});

const Looked = z.object({
  campaign: z.object({ name: z.string() }),
  awaiting: Prompt.nullish(),
  characters: z.object({ nodes: z.array(Person.extend({ status: Text })) }).optional(),
  chronicle: z
    .object({ nodes: z.array(z.object({ time: At, summary: z.string(), status: z.string() })) })
    .optional(),
  currentScene: SceneReport.extend({
    present: z.array(Person).optional(),
    persona: Sheet.nullish(),
    meters: z
      .array(z.object({ label: z.string(), value: z.number(), min: z.number(), max: z.number() }))
      .optional(),
    resources: z.array(z.object({ name: z.string(), amount: z.number(), max: z.number() })).optional(),
    inventory: z
      .array(
        z.object({
          quantity: z.number(),
          flags: z.array(z.string()),
          item: z.object({ name: z.string(), description: z.string() }).nullable(),
        }),
      )
      .optional(),
    place: z
      .object({
        name: z.string(),
        description: z.string(),
        effects: z.array(z.string()),
        exits: z.array(Exit).nullable(),
      })
      .nullish(),
    missions: z.array(z.object({ title: z.string(), objective: z.string(), status: z.string() })).optional(),
    threads: z.array(z.object({ title: z.string(), stakes: z.string(), status: z.string() })).optional(),
    deadlines: z
      .array(z.object({ description: z.string(), urgency: z.string(), status: z.string(), dueAt: At }))
      .optional(),
    clocks: z.array(z.object({ name: z.string(), value: z.number(), max: z.number() })).optional(),
    facts: z
      .array(
        z.object({
          subject: z.object({ name: z.string() }).nullable(),
          predicate: z.string(),
          object: z.unknown(),
          confidence: z.number(),
        }),
      )
      .optional(),
  }),
});
type Looked = z.infer<typeof Looked>;

export const look = defineTool({
  name: 'look',
  title: 'Look into a story',
  description:
    'Reads where a session stands, as far as your persona knows: the scene with its choices, the character sheet, what is carried, the place and its exits, missions with deadlines, people, known facts, the chronicle.',
  isReadOnly: true,
  input: z.strictObject({
    sessionId: z.string().min(1).describe('Id of the session, from list_campaigns or begin_story.'),
    sections: z.array(z.enum(SECTIONS)).min(1).default(['scene']).describe('What to read.'),
    view: View,
  }),
  output: Looked,
  run: async ({ sessionId, sections, view }, { api }) => {
    const document = writeDocument(sections);
    const variables = { id: sessionId, as: toApiView(view) };
    const { session } = await api.ask(document, variables, z.object({ session: Looked.nullable() }));
    if (session === null) {
      throw new ToolFailure('sessionId: there is no such session. list_campaigns has the ids of yours.');
    }
    const texts = sections.map((section) => WRITERS[section](session));
    return { text: joinParagraphs([session.campaign.name, ...texts]), data: session };
  },
});

const WRITERS: Readonly<Record<Section, (looked: Looked) => string>> = {
  scene: ({ currentScene, awaiting }) => {
    const { header, narration, present = [] } = currentScene;
    const people = writeList(
      'Present',
      present.map(({ name, title, role }) => writeName(name, title ?? role)),
    );
    return joinParagraphs([header.text, narration, people, writeNext(currentScene, awaiting ?? null)]);
  },
  sheet: ({ currentScene: { persona, meters = [], resources = [] } }) => {
    if (persona == null) return 'You play no persona in this session.';
    const groups = (persona.sheet?.groups ?? []).map(({ title, fields }) =>
      writeList(
        title,
        fields.map(({ label, value, note }) => `${label} ${value}${note === null ? '' : ` (${note})`}`),
      ),
    );
    return joinParagraphs([
      writeName(persona.name, persona.title),
      ...groups,
      writeList(
        'Conditions',
        (persona.conditions ?? []).map(({ name }) => name),
      ),
      writeList(
        'Meters',
        meters.map(({ label, value, max }) => `${label} ${value} of ${max}`),
      ),
      writeList(
        'Resources',
        resources.map(({ name, amount, max }) => `${name} ${Math.round(amount * 10) / 10} of ${max}`),
      ),
    ]);
  },
  inventory: ({ currentScene: { inventory = [] } }) => {
    const carried = inventory.map(({ quantity, item }) => `${quantity} × ${item?.name ?? '?'}`);
    return writeList('Carried', carried) || 'Nothing is carried.';
  },
  map: ({ currentScene: { place } }) => {
    if (place == null) return 'The place is not known.';
    const exits = (place.exits ?? []).map(({ to, label, minutes, blocked }) => {
      const about = [
        label,
        minutes === null ? null : `${minutes} min`,
        blocked === null ? null : `blocked: ${blocked}`,
      ];
      const notes = about.filter((part) => part !== null).join(', ');
      return notes === '' ? (to?.name ?? '?') : `${to?.name ?? '?'} (${notes})`;
    });
    return joinParagraphs([place.name, place.description, ...place.effects, writeList('Exits', exits)]);
  },
  missions: ({ currentScene: { missions = [], threads = [], deadlines = [], clocks = [] } }) =>
    joinParagraphs([
      writeList(
        'Missions',
        missions.map(({ title, objective, status }) => `${title} (${status}): ${objective}`),
      ),
      writeList(
        'Threads',
        threads.map(({ title, stakes, status }) => `${title} (${status}): ${stakes}`),
      ),
      writeList(
        'Deadlines',
        deadlines.map(
          ({ description, dueAt, urgency }) => `${description}, ${dueAt.text ?? ''} (${urgency})`,
        ),
      ),
      writeList(
        'Clocks',
        clocks.map(({ name, value, max }) => `${name} ${value} of ${max}`),
      ),
    ]) || 'There are no missions.',
  people: ({ characters }) =>
    writeList(
      'People',
      (characters?.nodes ?? []).map(
        ({ name, title, description }) => `${writeName(name, title)}: ${description}`,
      ),
    ) || 'You know nobody yet.',
  facts: ({ currentScene: { facts = [] } }) =>
    writeList(
      'Known',
      facts.map(
        ({ subject, predicate, object }) => `${subject?.name ?? '?'} ${predicate} ${writeValue(object)}`,
      ),
    ) || 'You know no facts yet.',
  chronicle: ({ chronicle }) =>
    writeList(
      'Chronicle',
      (chronicle?.nodes ?? []).map(({ time, summary }) => `${time.text ?? ''}: ${summary}`),
    ) || 'Nothing is in the chronicle yet.',
};

function writeName(name: string, about: string | null): string {
  return about === null || about === '' ? name : `${name}, ${about}`;
}

function writeValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function writeList(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`${title}:`, ...lines.map((line) => `- ${line}`)].join('\n');
}
