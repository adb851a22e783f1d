import { expect, it } from 'vitest';
import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { anInput, aPacket, assembled, exchanges, lastMessage } from './a-narration.ts';

type RecordedEvent = ContextPacket['recentEvents'][number];

const event = (number: number, changes: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: `evt_${number}`,
  date: '12 March 1430',
  type: 'npc_action',
  summary: `Event ${number} took place.`,
  exchange: number,
  ...changes,
});
const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at} was noted.`).join('\n');

/** The last message after so many exchanges, of which the last sixteen are handed in. */
function messageAfter(total: number, changes: Partial<ContextPacket>): string {
  const conversation = exchanges(total).slice(-16);
  const packet = aPacket({ summary: lines(total), recentEvents: [], ...changes });
  const input = anInput({ conversation, conversationStart: total - conversation.length, packet });
  return lastMessage(assembled({ input }));
}
const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));
const linesIn = (text: string) => numbersIn(text, /Line (\d+) was noted/g);
const eventsIn = (text: string) => numbersIn(text, /Event (\d+) took place/g);

it('tells the ten newest events of play, with their day and nobody’s label', () => {
  const text = messageAfter(16, { recentEvents: Array.from({ length: 14 }, (_, at) => event(at)) });
  expect(eventsIn(text)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(text).toContain('- 12 March 1430: Event 13 took place.');
  expect(text).not.toContain('npc_action');
  expect(text).not.toMatch(/\d\d:\d\d:\d\d/);
});

it('leaves out events that an exchange tells which is sent, and tells them when it is sent no more', () => {
  const told = Array.from({ length: 20 }, (_, at) => event(at, { isTold: true as const }));
  expect(eventsIn(messageAfter(8, { recentEvents: told.slice(0, 8) }))).toEqual([]);
  const late = eventsIn(messageAfter(20, { recentEvents: told }));
  expect(late.length).toBeGreaterThan(0);
  expect(Math.max(...late)).toBeLessThan(12);
});

it('names those who had a part in an event and are not named in it', () => {
  const people = [
    { id: 'pc_mara_001', name: 'Mara' },
    { id: 'npc_ada_001', name: 'Ada' },
    { id: 'npc_tom_001', name: 'Tom' },
  ];
  const text = messageAfter(4, { recentEvents: [event(1, { summary: 'Ada shut the door', people })] });
  expect(text).toContain('- 12 March 1430: Ada shut the door. (with Tom)');
});

it('tells history older than the campaign only where somebody here had a part, and apart from play', () => {
  const old = (id: string, name: string) => {
    const { exchange: _exchange, ...rest } = event(0, {
      summary: `${name} was crowned.`,
      people: [{ id, name }],
    });
    return { ...rest, id: `evt_${id}` };
  };
  const text = messageAfter(4, {
    recentEvents: [old('npc_ada_001', 'Ada'), old('npc_far_001', 'Far'), event(2)],
  });
  expect(text).toContain('<before_the_story>\n- 12 March 1430: Ada was crowned.\n</before_the_story>');
  expect(text).not.toContain('Far was crowned');
});

it('does not summarise exchanges that are sent', () => {
  expect(linesIn(messageAfter(10, {}))).toEqual([]);
  expect(linesIn(messageAfter(20, {}))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

it('tells an exchange by its event or by its line, not by both', () => {
  const text = messageAfter(20, { recentEvents: [event(3), event(5), event(15)] });
  expect(linesIn(text)).toEqual([0, 1, 2, 4, 6, 7, 8]);
  expect(eventsIn(text)).toEqual([3, 5, 15]);
});

const STORY = [
  { upTo: 8, text: 'The first eight.' },
  { upTo: 16, text: 'The first sixteen.' },
  { upTo: 24, text: 'The first twenty-four.' },
];

it('lets the condensed text end where the ten newest events begin', () => {
  const recentEvents = Array.from({ length: 12 }, (_, at) => event(9 + at));
  const text = messageAfter(30, { storySoFar: STORY, recentEvents });
  expect(text).toContain('The first eight.');
  expect(text).not.toContain('The first sixteen.');
  expect(eventsIn(text)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(linesIn(text)).toEqual([8, 9, 10]);
});

it('does not tell events again that only the condensed text can tell', () => {
  const text = messageAfter(30, {
    storySoFar: STORY.slice(1, 2),
    recentEvents: [event(3), event(17), event(29)],
  });
  expect(text).toContain('The first sixteen.');
  expect(eventsIn(text)).toEqual([17, 29]);
});

it('tells an event once that was recalled as lore', () => {
  const lore = [{ id: 'evt_2', title: 'Event 2', text: 'All about it.', kind: 'pull' as const, exchange: 4 }];
  const text = messageAfter(4, { lore, recentEvents: [event(2), event(3)] });
  expect(eventsIn(text)).toEqual([3]);
  expect(text).toContain('All about it.');
});

it('sends the end of a long summary', () => {
  const summary = Array.from({ length: 60 }, (_, at) => `Line ${at} was noted. ${'word '.repeat(20)}`).join(
    '\n',
  );
  const told = linesIn(messageAfter(60, { summary }));
  expect(told.at(-1)).toBe(44);
  expect(told.length).toBeGreaterThan(15);
  expect(told.length).toBeLessThan(24);
});

it('heads the first exchange of each in-world date with it', () => {
  const conversation = exchanges(4).map((exchange, at) => ({
    ...exchange,
    date: `${at < 2 ? 11 : 12} March 1430`,
  }));
  const { request } = assembled({ input: anInput({ conversation }) });
  const dates = request.messages.map(({ text }) => /<date>\n(.*)\n<\/date>/.exec(text)?.[1] ?? '');
  expect(dates).toEqual(['11 March 1430', '', '', '', '12 March 1430', '', '', '', '']);
});
