import { expect, it } from 'vitest';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { canKnowEvent, findEventKnowers } from '#engine/memory/event-knowledge.ts';
import { ADA, BRUNO, character, hallAndCellar, MIRA, VIKTOR } from '../../support/worlds.ts';

const hall = hallAndCellar();
const world = {
  ...hall,
  personas: [ADA, BRUNO],
  entities: {
    ...hall.entities,
    [ADA]: character(ADA, 'Ada'),
    [BRUNO]: character(BRUNO, 'Bruno'),
    [VIKTOR]: character(VIKTOR, 'Viktor'),
    [MIRA]: character(MIRA, 'Mira', { visibility: 'hidden', knownTo: [BRUNO] }),
  },
};
const event = (more: object) =>
  ChronicleEntry.parse({
    id: 'evt_0001',
    scene: { sessionId: 'a session', index: 3 },
    time: { day: 1, microsecond: 0 },
    chapter: 1,
    placeId: null,
    type: 'loss',
    summary: 'A door is forced.',
    ...more,
  });
const before = { scene: { sessionId: 'a session', index: 0 } };

it.each<[string, object, 'everyone' | readonly string[]]>([
  ['those who had a part in it', { characterIds: [ADA, VIKTOR] }, [ADA, VIKTOR]],
  ['those who were told', { characterIds: [VIKTOR], knownTo: [BRUNO] }, [VIKTOR, BRUNO]],
  ['nobody, when it names nobody and nobody saw it', {}, []],
  ['everybody, when it is public', { characterIds: [VIKTOR], visibility: 'public' }, 'everyone'],
  ['everybody, when it moves the world', { scope: 'world_affecting' }, 'everyone'],
  ['everybody, when it is a rumour', { type: 'rumor' }, 'everyone'],
  ['everybody, when it is filed as a rumour', { tags: ['rumour'] }, 'everyone'],
  ['everybody, when it happened before play began', { characterIds: [VIKTOR], ...before }, 'everyone'],
  ['who knows all it names', { characterIds: [MIRA], scope: 'world_affecting' }, [BRUNO, MIRA]],
  ['no persona it would give somebody away to', { characterIds: [ADA, MIRA] }, [MIRA]],
  ['no listener it would give somebody away to', { characterIds: [MIRA], knownTo: [ADA] }, [MIRA]],
  ['nobody, when it is the game master’s alone', { characterIds: [ADA], visibility: 'gm' }, []],
  ['nobody, when it names somebody unheard of', { factionIds: ['faction_none_001'], type: 'rumour' }, []],
])('lets an event be known by %s', (_who, more, knowers) => {
  const entry = event(more);

  expect(findEventKnowers(entry, world)).toEqual(knowers);
  for (const persona of [ADA, BRUNO])
    expect(canKnowEvent(entry, persona, world)).toBe(knowers === 'everyone' || knowers.includes(persona));
});

it('does not forget what those did who have left the story', () => {
  const gone = {
    ...world,
    entities: { ...world.entities, [VIKTOR]: character(VIKTOR, 'Viktor', { retired: true }) },
  };

  expect(canKnowEvent(event({ characterIds: [ADA, VIKTOR] }), ADA, gone)).toBe(true);
});
