import { describe, expect, it } from 'vitest';
import { parseLine, parseThrownDice } from '../../../src/cli/play/parse-line.ts';

const CHOICES = [
  { key: 'talk', text: 'Talk to Ansa', description: '' },
  { key: 'leave', text: 'Leave', description: '' },
];

describe('a line at the table', () => {
  it.each([
    ['   ', { meant: 'nothing' }],
    ['1', { meant: 'choose', key: 'talk' }],
    ['2', { meant: 'choose', key: 'leave' }],
    ['3', { meant: 'unclear', because: 'There are the choices 1 to 2.' }],
    [' I open the door. ', { meant: 'say', text: 'I open the door.', mode: null }],
    ['2 coins for the ferry', { meant: 'say', text: '2 coins for the ferry', mode: null }],
    ['? who is Ansa', { meant: 'say', text: 'who is Ansa', mode: 'DM' }],
    ['?', { meant: 'unclear', because: 'Write the question behind it: ? what do I know of the harbour' }],
    ['I think about the ledger', { meant: 'say', text: 'I think about the ledger', mode: null }],
    ['GOD MODE: it rains', { meant: 'say', text: 'GOD MODE: it rains', mode: null }],
    ['/UNDO', { meant: 'table', word: 'undo', rest: '' }],
    ['/stop  Rats in walls', { meant: 'table', word: 'stop', rest: 'Rats in walls' }],
    ['/regenrate', { meant: 'unclear', because: 'There is no /regenrate. Did you mean /regenerate?' }],
    ['/xylophone', { meant: 'unclear', because: 'There is no /xylophone. /help lists what there is.' }],
  ])('takes %j as meant', (line, meant) => {
    expect(parseLine(line, CHOICES)).toEqual(meant);
  });

  it('takes a number as words where nothing is offered', () => {
    expect(parseLine('7', [])).toEqual({ meant: 'say', text: '7', mode: null });
  });
});

describe('dice of one’s own', () => {
  it.each([
    ['', '1d100', { faces: null }],
    ['roll', '1d100', { faces: null }],
    ['I throw the die!', '1d100', { faces: null }],
    ['42', '1d100', { faces: [42] }],
    ['3, 5', '2d6+1', { faces: [3, 5] }],
  ])('reads %j for %s', (line, expression, faces) => {
    expect(parseThrownDice(line, expression)).toEqual(faces);
  });

  it.each([
    ['0', '1d100'],
    ['101', '1d100'],
    ['high', '1d20'],
    ['1.5', '1d20'],
  ])('asks again for %j of %s', (line, expression) => {
    expect(parseThrownDice(line, expression)).toEqual({ because: expect.stringContaining(expression) });
  });
});
