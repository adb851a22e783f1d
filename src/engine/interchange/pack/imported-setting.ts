import type { HomebrewContent, JsonData } from '#engine/content/homebrew-pack.ts';
import { toSlug } from '#engine/util/slugs.ts';
import { cleanCardText } from '../card/card-text.ts';
import type { JsonObject } from '../files/read-json.ts';
import type { Report } from '../import-report.ts';

/** The pack imported stories stand on: a ruleset without dice, and a visitor to play. */
export const JUST_TALK = 'just_talk';
/** Name of the visitor of that pack. */
export const VISITOR = 'Robin';

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;
const MOST = { name: 120, summary: 3_000 };

type Setting = { readonly packId: string; readonly manifest: JsonData };

/** Creates the manifest of an imported pack from what a card or a book says about itself. */
export function createSetting(
  data: JsonObject,
  { packId, name }: { readonly packId: string; readonly name: string },
  report: Report,
): Setting {
  const text = (field: string) => (typeof data[field] === 'string' ? data[field].trim() : '');
  const clean = (value: string) => cleanCardText(value, { character: name, persona: VISITOR }).text;
  const notes = clean(text('creator_notes')).slice(0, MOST.summary);
  if (notes !== '') report.used('data.creator_notes', 'pack summary');
  const creator = clean(text('creator')).slice(0, MOST.name);
  if (creator !== '') report.used('data.creator', 'pack authors');
  const version = text('character_version');
  if (version !== '' && !VERSION.test(version))
    report.kept(
      'data.character_version',
      `“${version.slice(0, 40)}” is not three numbers; the pack is 1.0.0.`,
    );
  const source = [data.source]
    .flat()
    .find((one) => typeof one === 'string' && URL.canParse(one) && one.length <= 400);
  if (source !== undefined) report.used('data.source', 'pack license url');
  const id = toSlug(packId, 'card');
  const manifest: JsonData = {
    format: 1,
    id,
    name: name.slice(0, MOST.name),
    version: VERSION.test(version) ? version : '1.0.0',
    summary: notes === '' ? `${name}, imported from a file.` : notes,
    layer: 'homebrew',
    authors: creator === '' ? [] : [creator],
    ...(source === undefined ? {} : { license: { type: 'custom', url: source } }),
    depends_on: [{ id: JUST_TALK, version: '^1.0.0' }],
  };
  return { packId: id, manifest };
}

type Stage = {
  readonly packId: string;
  readonly name: string;
  readonly personaName: string;
  readonly characterId: string | null;
  /** Reference of the persona. */
  readonly persona: string;
  readonly prologue: string;
  readonly openings: readonly { readonly name: string; readonly prologue: string }[];
  readonly scenario: string;
  readonly observations?: readonly JsonData[];
  readonly extensions?: JsonData;
};

/** Creates world, place and entry point for what was imported. */
export function createStage(stage: Stage): readonly HomebrewContent[] {
  const { name, personaName, characterId, persona, prologue, openings, scenario } = stage;
  const world: JsonData = {
    id: 'the_world',
    name: `The world of ${name}`.slice(0, MOST.name),
    tone: 'as the texts of this world have it',
    prompt: `The world of ${name}. What the description, the lore and the conversation say is true here. Invent only what fits them.`,
    ...(stage.extensions === undefined ? {} : { extensions: stage.extensions }),
  };
  const entry: JsonData = {
    id: 'the_meeting',
    name: name.slice(0, MOST.name),
    type: 'sandbox',
    summary: firstSentence(scenario) || `A conversation with ${name}.`,
    world: 'the_world',
    rulesets: [`${JUST_TALK}:just_talk`],
    stakes: `What becomes of ${name} and ${personaName}.`,
    ...(prologue === '' ? {} : { prologue }),
    ...(openings.length === 0 ? {} : { openings: openings.map((one) => ({ ...one })) }),
    entry: [scenario, `${personaName} is the player’s character. ${name} acts and speaks for themselves.`]
      .filter((text) => text !== '')
      .join('\n\n'),
    entry_start:
      prologue === ''
        ? `${name} and ${personaName} meet. Show where they are and let ${name} speak first.`
        : 'The prologue has been read. Go on from it in a few sentences, without repeating it, and leave the next word to the player.',
    opening: { location: 'the_scene', time: '0001-06-01 18:00' },
    cast: [
      { character: persona, role: 'persona', location: 'the_scene', present: true },
      ...(characterId === null ? [] : [{ character: characterId, location: 'the_scene', present: true }]),
    ],
    ...(stage.observations === undefined ? {} : { observations: [...stage.observations] }),
    include: { characters: 'cast' },
  };
  return [
    { kind: 'world', id: 'the_world', data: world, body: '' },
    { kind: 'location', id: 'the_scene', data: { id: 'the_scene', name: 'The scene' }, body: '' },
    { kind: 'entry_point', id: 'the_meeting', data: entry, body: '' },
  ];
}

/** Creates a persona with the name the importer chose. */
export function createPersona(name: string): HomebrewContent {
  const data = {
    id: 'persona',
    name: name.slice(0, MOST.name),
    summary: 'Somebody who has come to talk.',
    tier: 'major',
    playable: true,
    location: 'the_scene',
  };
  return { kind: 'character', id: 'persona', data, body: '' };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function firstSentence(text: string): string {
  const [first] = segmenter.segment(text.slice(0, 1_500));
  return (first?.segment ?? '').trim();
}
