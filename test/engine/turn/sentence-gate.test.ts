import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWhileTold } from '#engine/turn/check-narration.ts';
import { sentenceGate } from '#engine/turn/sentence-gate.ts';
import { faultyNarrations, ordinaryNarrations } from '../../support/narration-set.ts';
import { quietRoom } from './checks/quiet-room.ts';

const nothing = () => [];
const careful = (prose: string) => checkWhileTold(prose, quietRoom());
const bad = (word: string) => (prose: string) =>
  prose.includes(word)
    ? [{ check: 'agency', severity: 'grave', excerpt: word, explanation: '', repairHint: '' } as const]
    : [];

const letters = (text: string) => [...text];

describe('releases', () => {
  it('a sentence as soon as what follows it is seen', () => {
    const gate = sentenceGate(nothing);
    expect(gate.push('It rains. ')).toBe('');
    expect(gate.push('T')).toBe('It rains.');
    expect(gate.push('he door opens.')).toBe('');
    expect(gate.end()).toBe(' The door opens.');
  });

  it.each([
    [
      'abbreviations',
      'Mr. Ota sits with Dr. Kettle at 3.15 p.m. today. Then',
      'Mr. Ota sits with Dr. Kettle at 3.15 p.m. today.',
    ],
    ['an ellipsis that goes on', 'He waits... and waits. Then', 'He waits... and waits.'],
    ['a question inside speech', '“Who is it?” he asks. Then', '“Who is it?” he asks.'],
    ['the closing mark', '“No.” The', '“No.”'],
    ['a full stop of another script', '雨が降る。扉', '雨が降る。'],
    ['a question mark of another script', '誰だ？扉', '誰だ？'],
    ['initials', 'J. R. Creed rides in. Then', 'J. R. Creed rides in.'],
  ])('with %s in one piece', (_what, text, first) => {
    const gate = sentenceGate(nothing);
    expect(gate.push(text)).toBe(first);
  });

  it('the beginning of a long sentence, but not its last words', () => {
    const gate = sentenceGate(nothing);
    expect(gate.push('one two three four five six seven eight nine ten eleven twelve')).toBe('');
    expect(gate.push(' thirteen fourteen ')).toBe('one two three four five six seven eight');
  });

  it('at once where the ruleset says so, and still says what it found', () => {
    const gate = sentenceGate(careful, 'immediate');
    expect(gate.push('You decide to go')).toBe('You decide to go');
    expect(gate.verdicts()).toEqual([]);
    expect(gate.push(' home. The')).toBe(' home. The');
    expect(gate.verdicts()).toMatchObject([{ check: 'agency' }]);
    expect(gate.end()).toBe('');
    expect(gate.isStopped()).toBe(false);
  });
});

it('stops before the sentence that breaks a rule and keeps the rest', () => {
  const gate = sentenceGate(careful);
  const shown =
    letters('It rains. You draw your blade and charge. Bruno laughs.').map(gate.push).join('') + gate.end();
  expect(shown).toBe('It rains.');
  expect(gate.isStopped()).toBe(true);
  expect(gate.withheld()).toBe(' You draw your blade and charge. Bruno laughs.');
  expect(gate.verdicts()).toMatchObject([{ check: 'agency' }]);
});

it('does not stop at slight remarks', () => {
  const gate = sentenceGate(() => [
    { check: 'length', severity: 'slight', excerpt: '', explanation: '', repairHint: '' },
  ]);
  expect(gate.push('It rains. The') + gate.end()).toBe('It rains. The');
  expect(gate.verdicts()).toHaveLength(1);
});

it('remarks on a long sentence once, and still stops where a remark turns grave', () => {
  const remark = { check: 'agency', severity: 'slight', explanation: '', repairHint: '' } as const;
  const gate = sentenceGate((prose) => [
    { ...remark, excerpt: prose.slice(0, 60) },
    ...(prose.includes('knife')
      ? [{ ...remark, severity: 'grave' as const, excerpt: prose.slice(0, 60) }]
      : []),
  ]);
  letters('You cross the long and empty room to the far window with the lamp in your hand').map(gate.push);
  expect(gate.verdicts()).toHaveLength(1);
  gate.push(' and a knife');
  gate.end();
  expect(gate.isStopped()).toBe(true);
});

it('finds what only the last words show', () => {
  const gate = sentenceGate(bad('knife'));
  expect(gate.push('It rains. Here is a knife')).toBe('It rains.');
  expect(gate.end()).toBe('');
  expect(gate.isStopped()).toBe(true);
});

it('never loses, doubles or turns around a character, however the prose is cut', () => {
  const piece = fc.constantFrom(
    'Mr. ',
    '“No.” ',
    'rain ',
    '… ',
    '。',
    '雨',
    '\n\n',
    '?" ',
    'He said',
    '😀',
    ' ',
    "don't ",
    '. ',
    '3.5',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.array(fc.nat({ max: 9 }), { minLength: 1 }),
      (pieces, sizes) => {
        const text = pieces.join('');
        for (const release of ['held', 'immediate'] as const) {
          const gate = sentenceGate(nothing, release);
          expect(cut(text, sizes).map(gate.push).join('') + gate.end()).toBe(text);
          expect(gate.withheld()).toBe('');
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('shows only the beginning of the prose, and never the word that stopped it', () => {
  const word = fc.constantFrom('rain', 'the', 'door.', 'Knife', 'He', 'knife', '“Go!”', 'slowly,');
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 50 }),
      fc.array(fc.nat({ max: 9 }), { minLength: 1 }),
      (words, sizes) => {
        const text = words.join(' ');
        const gate = sentenceGate(bad('knife'));
        const shown = cut(text, sizes).map(gate.push).join('') + gate.end();
        expect(text.startsWith(shown)).toBe(true);
        expect(shown).not.toContain('knife');
        expect(gate.isStopped()).toBe(text.includes('knife'));
        expect(shown + gate.withheld()).toBe(text);
      },
    ),
    { numRuns: 300 },
  );
});

function cut(text: string, sizes: readonly number[]): readonly string[] {
  const parts: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = (sizes[turn % sizes.length] ?? 0) + 1;
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}

const words = (text: string) => text.split(/(?<=\s)/);

it('stops fewer than 2 % of ordinary narrations that come word by word', () => {
  const samples = ordinaryNarrations();
  const stopped = samples.filter(({ prose, facts }) => {
    const gate = sentenceGate((told) => checkWhileTold(told, facts));
    words(prose).map(gate.push);
    gate.end();
    return gate.isStopped();
  });
  expect(stopped.length / samples.length).toBeLessThan(0.02);
});

it('shows at most a few words of a sentence that decides for the player', () => {
  const samples = faultyNarrations().filter(({ fault }) => fault === 'agency');
  const stopped = samples.filter(({ prose, facts }) => {
    const check = (told: string) => checkWhileTold(told, facts);
    const gate = sentenceGate(check);
    const shown = words(prose).map(gate.push).join('') + gate.end();
    return gate.isStopped() && check(shown).every(({ severity }) => severity === 'slight');
  });
  expect(stopped.length / samples.length).toBeGreaterThanOrEqual(0.81);
});
