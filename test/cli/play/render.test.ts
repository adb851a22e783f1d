import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { picking } from '../../../src/cli/play/menu.ts';
import { readPlayFlags } from '../../../src/cli/play/play-flags.ts';
import { choiceLines, menuLines, rowLines, wrapped } from '../../../src/cli/play/render.ts';
import { eventsOf } from '../../../src/cli/play/server-events.ts';
import { explained } from '../../../src/cli/play/why.ts';
import { wordWrap } from '../../../src/cli/play/word-wrap.ts';

describe('prose that comes in pieces', () => {
  it('is broken between words and keeps its paragraphs', () => {
    expect(wrapped('The lamp goes out.\n\nNobody moves at all.', 12)).toBe(
      'The lamp\ngoes out.\n\nNobody moves\nat all.',
    );
  });

  it('looks the same however it is cut into pieces', () => {
    const text = 'A very old house stands by the quay.\nNobody has lived in it since the flood.';
    const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, fc.integer({ min: 0, max: 40 }), (places, width) => {
        const wrap = wordWrap(width);
        const ends = [...places, text.length].sort((one, other) => one - other);
        const pieces = ends.map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
        expect(pieces.map((piece) => wrap.add(piece)).join('') + wrap.end()).toBe(wrapped(text, width));
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

  expect(choiceLines(choices)).toBe('   1. Wait\n   2. Run (Loud.)\n');
});

it('lines up what each total will mean', () => {
  const rows = [
    { from: null, to: 9, outcome: 'She laughs.' },
    { from: 10, to: 10, outcome: 'She nods.' },
    { from: 11, to: null, outcome: 'She stays.' },
  ];

  expect(rowLines(rows)).toBe('    up to 9  She laughs.\n         10  She nods.\n  11 and up  She stays.\n');
});

it('cuts what a menu says about an item to a line', () => {
  const lines = menuLines([{ name: 'Quay', about: `Rain.\n${'word '.repeat(40)}` }]);

  expect(lines.split('\n')).toHaveLength(2);
  expect(lines).toMatch(/^ {3}1\. Quay: Rain\. word .* …\n$/);
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

  expect(picking(line, items)?.name).toBe(name);
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

  expect(await Array.fromAsync(eventsOf(cut()))).toEqual(['{"a":"é"}', '2']);
});

it('explains a turn by its rolls, what was impossible, what was refused and what the checks found', () => {
  const proposal = { op: 'move_character' };
  const rejection = { rejected: 'no-path', reason: 'There is no way there.' };
  const content = {
    operations: [{ effects: [{}, {}], rejected: [{ proposal, rejection }] }],
    verdicts: [{ check: 'agency', severity: 'grave', explanation: 'It moves the persona.', of: 'prose' }],
    notes: [{ step: 'validate', note: { blocked_actions: [{ action: 'fly', reason: 'Nobody can.' }] } }],
  };
  const text = explained({
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

it('joins lines that were broken to fit another page, and leaves verses, lists and ends of sentences alone', () => {
  const long = 'The waggons came in under the arch at noon on Tuesday, and by Vespers three';

  expect(wrapped(`${long}\ngentlemen had called.`, 200)).toBe(`${long} gentlemen had called.`);
  for (const text of [
    'Row, row,\nrow your boat',
    `${long}.\nThen nobody`,
    `${long}\n- a list`,
    `${long}\n\nThen`,
  ]) {
    expect(wrapped(text, 200)).toBe(text);
  }
});
