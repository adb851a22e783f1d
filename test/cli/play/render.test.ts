import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseServerEvents } from '#client/graphql-api.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { formatInventory, formatSheet } from '../../../src/cli/play/belongings.ts';
import { findMenuItem } from '../../../src/cli/play/menu.ts';
import { readPlayFlags } from '../../../src/cli/play/play-flags.ts';
import {
  createWordWrap,
  formatChoices,
  formatMenu,
  formatRolls,
  wrapLines,
  wrapText,
} from '../../../src/cli/play/render.ts';
import { formatExplanation } from '../../../src/cli/play/table-commands.ts';

describe('prose that comes in pieces', () => {
  it('is broken between words and keeps its paragraphs', () => {
    expect(wrapText('The lamp goes out.\n\nNobody moves at all.', 12)).toBe(
      'The lamp\ngoes out.\n\nNobody moves\nat all.',
    );
  });

  it('looks the same however it is cut into pieces', () => {
    const text = 'A very old house stands by the quay.\nNobody has lived in it since the flood.';
    const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, fc.integer({ min: 0, max: 40 }), (places, width) => {
        const wrap = createWordWrap(width);
        const ends = [...places, text.length].sort((one, other) => one - other);
        const pieces = ends.map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
        expect(pieces.map((piece) => wrap.add(piece)).join('') + wrap.end()).toBe(wrapText(text, width));
      }),
      { numRuns: 100 },
    );
  });
});

it('numbers choices and says more only where there is more to say', () => {
  const choices = [
    { key: 'a', text: 'Wait', description: 'Wait' },
    { key: 'b', text: 'Run', description: 'Loud.' },
  ];

  expect(formatChoices(choices, 0)).toBe('   1. Wait\n   2. Run (Loud.)\n');
  expect(formatChoices(choices, 16)).toBe('   1. Wait\n   2. Run\n      (Loud.)\n');
});

it('lines up what each total will mean', () => {
  const rows = [
    { from: 2, to: 9, text: 'She laughs.' },
    { from: 10, to: 10, text: 'She nods.' },
    { from: 11, to: 12, text: 'She stays.' },
  ];

  expect(formatRolls(rows, 0)).toBe('    2-9  She laughs.\n     10  She nods.\n  11-12  She stays.\n');
});

it('wraps what a menu says about an item at word boundaries, below its name', () => {
  const lines = formatMenu([{ name: 'Quay', about: `Rain.\n${'word '.repeat(40)}` }], 60);
  const [first, second, ...rest] = lines.trimEnd().split('\n');

  expect(first).toMatch(/^ {3}1\. Quay: Rain\. word( word)*$/);
  expect(second).toMatch(/^ {6}word( word)*$/);
  expect([first, second, ...rest].every((line) => (line ?? '').length <= 60)).toBe(true);
  expect(lines.match(/word/g)).toHaveLength(40);
});

it('prints a menu of any width without breaking a word', () => {
  const about = 'A drowned district keeps its lamps lit for couriers who may never come back.';
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 120 }), (width) => {
      const lines = formatMenu([{ name: 'Neo-Seattle', about }], width)
        .trimEnd()
        .split('\n');
      expect(lines.every((line) => line.length <= width)).toBe(true);
      expect(lines.join(' ').replace(/\s+/g, ' ').trim()).toBe(`1. Neo-Seattle: ${about}`);
    }),
    { numRuns: 60 },
  );
});

it('wraps a message line by line and keeps its indentation', () => {
  expect(wrapLines('one two three\n  four five six', 10)).toBe('one two\nthree\n  four\n  five six');
});

it.each([
  ['', 'One'],
  ['2', 'Two'],
  ['two', 'Two'],
  ['3', undefined],
])('picks by number, name or nothing: %j', (line, name) => {
  const items = [
    { name: 'One', about: '' },
    { name: 'Two', about: '' },
  ];

  expect(findMenuItem(line, items)?.name).toBe(name);
});

it.each([
  [['--server', 'quay'], '--server: write the address'],
  [['--sever', 'x'], '--sever'],
  [['now'], 'now'],
])('does not understand %j', (words, sentence) => {
  expect(readPlayFlags(words)).toEqual(expect.stringContaining(sentence));
});

it('reads server-sent events however they are cut, until the stream completes', async () => {
  const text =
    ': hello\n\nevent: next\ndata: {"a":"é"}\n\nevent: next\ndata: 2\n\nevent: complete\ndata:\n\ndata: 3\n\n';
  const bytes = new TextEncoder().encode(text);
  async function* cut() {
    for (let at = 0; at < bytes.length; at += 3) yield bytes.slice(at, at + 3);
  }

  expect(await Array.fromAsync(parseServerEvents(cut()))).toEqual(['{"a":"é"}', '2']);
});

it('explains a turn by its rolls, what was impossible, what was refused and what the checks found', () => {
  const proposal = { op: 'move_character' };
  const rejection = { rejected: 'no-path', reason: 'There is no way there.' };
  const content = {
    operations: [{ effects: [{}, {}], rejected: [{ proposal, rejection }] }],
    verdicts: [{ check: 'agency', severity: 'grave', explanation: 'It moves the persona.', of: 'prose' }],
    notes: [{ step: 'validate', note: { blocked_actions: [{ action: 'fly', reason: 'Nobody can.' }] } }],
  };
  const text = formatExplanation({
    playerText: 'I fly.',
    rolls: [{ line: '1d20 = 7' }],
    steps: [
      { name: 'narrate', milliseconds: 40.4 },
      { name: 'intake', milliseconds: 90 },
    ],
    recordings: [{ attempt: 1, content }],
  });

  expect(text).toBe(
    'rolls\n  1d20 = 7\nnot possible\n  fly: Nobody can.\nrefused changes\n  move_character: There is no way there.\n' +
      'checks of the prose\n  agency (grave, prose): It moves the persona.\nchanges made  2\ntime  intake 90 ms, narrate 40 ms\n',
  );
});

it('joins the lines of a paragraph, and leaves verses, lists, indented lines and blank lines alone', () => {
  const long = 'The waggons came in under the arch at noon on Tuesday, and by Vespers three';

  expect(wrapText(`${long}\ngentlemen had called.`, 200)).toBe(`${long} gentlemen had called.`);
  expect(wrapText(`${long}.\nThen nobody.`, 200)).toBe(`${long}. Then nobody.`);
  for (const text of [
    'Row, row,\nrow your boat',
    `${long}\n- a list\n- of two`,
    `${long}\n1. a list`,
    `${long}\n  indented`,
    `${long}\n\nThen`,
  ]) {
    expect(wrapText(text, 200)).toBe(text);
    expect(joinHardWrappedLines(text)).toBe(text);
  }
});

it('lets the lines of a list entry stand below its text', () => {
  expect(wrapText('- one two three four\n- five', 10)).toBe('- one two\n  three\n  four\n- five');
});

it('lists what is carried', () => {
  const lamp = { name: 'Lamp', description: 'It is\nshort of oil.' };
  const items = [
    { itemId: 'item_lamp_001', quantity: 2, flags: ['equipped', 'borrowed_from_tam'], item: lamp },
    { itemId: 'item_key_001', quantity: 1, flags: [], item: null },
  ];

  expect(formatInventory(items, 0)).toBe(
    '    2 × Lamp (equipped, borrowed from tam): It is short of oil.\n    1 × item_key_001\n',
  );
  expect(formatInventory([], 0)).toBe('You carry nothing.\n');
});

it('shows a character sheet in groups of lines', () => {
  const persona = {
    name: 'Fenwick Lay',
    title: null,
    role: 'a bard in debt',
    pronouns: 'he/him',
    status: 'CONSCIOUS',
    isCaptive: false,
    conditions: [{ name: 'Tired' }],
    sheet: {
      groups: [
        {
          title: 'Health',
          fields: [
            { label: 'Hit points', value: '20', max: 24, note: '3 temporary' },
            { label: 'Speed', value: '30 feet', max: null, note: null },
          ],
        },
        { title: 'Saves', fields: [{ label: 'Wisdom', value: '+2', max: null, note: null }] },
      ],
    },
  };

  expect(formatSheet(persona, { width: 0, style: (_style, text) => text })).toBe(
    'Fenwick Lay, a bard in debt, he/him\n' +
      'conscious, Tired\n' +
      'Health\n' +
      '  Hit points  20 of 24 (3 temporary)\n' +
      '  Speed       30 feet\n' +
      'Saves\n' +
      '  Wisdom  +2\n',
  );
  const porter = { ...persona, title: 'Relief porter', role: 'The relief porter, three days in the job.' };
  expect(formatSheet(porter, { width: 0, style: (_style, text) => text }).split('\n')[0]).toBe(
    'Fenwick Lay, The relief porter, three days in the job, he/him',
  );
});
