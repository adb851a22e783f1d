import { expect, it } from 'vitest';
import type { LoreView } from '#engine/llm/context-packet.ts';
import { anInput, aPacket, assembled, exchanges } from './a-narration.ts';

const lore = (
  id: string,
  kind: 'materialised' | 'pull',
  text = `All about ${id}.`,
): LoreView & { kind: typeof kind } => ({
  id,
  title: id,
  text,
  kind,
});

it('keeps the same part of the summary in front while the conversation grows', () => {
  const line = (index: number) => `Line ${index} of the story.`;
  const first = (turns: number, lines = turns) => {
    const summary = Array.from({ length: lines }, (_, index) => line(index)).join('\n');
    const input = anInput({ conversation: exchanges(turns), packet: aPacket({ summary }) });
    return assembled({ input, budget: 100_000 }).request.messages[0]?.text;
  };
  expect(first(27)).toBe(first(34));
  expect(first(34)).not.toBe(first(35));
  // A turn that added nothing to the summary, or two lines at once, moves nothing.
  expect(first(31, 30)).toBe(first(30));
  expect(first(31, 32)).toBe(first(30));
  expect(first(30)).toContain(line(18));
  expect(first(30)).not.toContain(line(26));
});

it('keeps what was pulled for an exchange with that exchange, and before the first when that exchange goes', () => {
  const pull = { ...lore('the-oil', 'pull'), exchange: 2 };
  const at = (turns: number) => {
    const input = anInput({ conversation: exchanges(turns), packet: aPacket({ lore: [pull] }) });
    return assembled({ input, budget: 100_000 }).request;
  };
  expect(at(2).messages.at(-1)?.text).toContain('All about the-oil.');
  expect(at(3).messages[4]?.text).toMatch(/All about the-oil\.[\s\S]*Question 2:/);
  expect(at(12).messages.slice(0, 6)).toEqual(
    at(4)
      .messages.slice(0, 6)
      .map((message) => message),
  );
  expect(at(12).system).toEqual(at(2).system);
  expect(at(17).messages[0]?.text).toMatch(/All about the-oil\.[\s\S]*Question 9:/);
  expect(at(17).system).toEqual(at(2).system);
});

it('puts an event between the exchanges and keeps ten of those before the conversation', () => {
  const event = (index: number, exchange?: number) => ({
    id: `evt_${index}`,
    date: 'd',
    type: 't',
    summary: `event ${index}.`,
    ...(exchange === undefined ? {} : { exchange }),
  });
  const at = (turns: number, recentEvents: ReturnType<typeof event>[]) => {
    const input = anInput({ conversation: exchanges(turns), packet: aPacket({ recentEvents, summary: '' }) });
    return assembled({ input, budget: 100_000 }).request.messages.map(({ text }) => text);
  };
  expect(at(4, [event(1, 3)]).at(-1)).toContain('event 1.');
  expect(at(5, [event(1, 3)])[8]).toMatch(/event 1\.[\s\S]*Question 4:/);
  expect(at(5, [event(1, 3)]).at(-1)).not.toContain('event 1.');
  expect(at(5, [event(1)]).at(-1)).toContain('event 1.');

  const many = Array.from({ length: 20 }, (_, index) => event(index, index));
  const [first] = at(26, many);
  expect(first).toContain('event 8.');
  expect(first).toContain('event 17.');
  expect(first).not.toContain('event 7.');
  expect(at(27, [...many, event(26, 26)])[0]).toBe(first);
});

it('heads the first exchange of each in-world date with it, and changes nothing of what stands before a new one', () => {
  const dated = (...days: readonly (number | null)[]) =>
    exchanges(days.length).map((exchange, at) => {
      const day = days[at] ?? null;
      return day === null ? exchange : { ...exchange, date: `1430-03-0${day}` };
    });
  const sent = (conversation: ReturnType<typeof dated>) =>
    assembled({ input: anInput({ conversation }), budget: 100_000 }).request.messages.map(({ text }) => text);
  const headings = (texts: readonly string[]) =>
    texts.map((text) => /<date>\n(.*)\n<\/date>/.exec(text)?.[1] ?? '').filter((_, at) => at % 2 === 0);

  const days = dated(null, 1, 1, 2, 2, 4);
  expect(headings(sent(days))).toEqual(['', '1430-03-01', '', '1430-03-02', '', '1430-03-04', '']);
  expect(sent(dated(null, 1, 1, 2)).slice(0, 8)).toEqual(sent(days).slice(0, 8));
  // Where the window begins, the date is said, whatever stood before it.
  expect(headings(sent(dated(...Array.from({ length: 17 }, () => 3))))[0]).toBe('1430-03-03');
  expect(sent(dated(null, null)).join()).not.toContain('<date>');
});
