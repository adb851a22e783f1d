import { describe, expect, it } from 'vitest';
import type { FindingPolicies } from '#engine/turn/narration/decide-on-findings.ts';
import { checkProse } from '#engine/turn/narration/exact-checks.ts';
import {
  chooseReleaseMode,
  createSentenceRelease,
  type ReleaseMode,
} from '#engine/turn/narration/sentence-release.ts';
import type { Playbook } from '#engine/turn/playbook.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { readLabelledNarrations } from '../../../support/labelled-narrations.ts';
import { factsWith, POLICIES } from './prose-facts.ts';

const open = (mode: ReleaseMode = 'held', facts = factsWith(), policies = POLICIES) =>
  createSentenceRelease({ facts, policies, mode });

const LENIENT: FindingPolicies = { ...POLICIES, secrets: 'repair', binding_row: 'repair' };

const TEXTS = [
  'Mr. Ota smiles. “No.” The door closes… and opens? Yes! (It is 3.5 km to St. Ives.)\n\nNext paragraph without an end',
  '“Halt!”, ruft Dr. Weber. Er bleibt stehen… „Wer ist da?“, fragt sie. »Niemand«, sagt er.',
  '—¿Quién es? —pregunta. Nadie contesta… ¡Corre! Son las 3. 4 hombres llegan.',
  '「誰だ？」と彼は言った。雨が降っている。彼女は黙った。😀😀 終わり',
  '!!! ... \r\n\r\n… hm. ok. so. A. B. C. 👩‍👩‍👧 Done.',
];

/** Cuts a text into pieces of changing length, also inside characters. */
function cut(text: string, seed: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0, step = seed; at < text.length; step = (step * 7 + 3) % 11) {
    pieces.push(text.slice(at, at + 1 + (step % 6)));
    at += 1 + (step % 6);
  }
  return pieces;
}

it.each(TEXTS)('releases whole sentences, and all of them, however the prose is cut: %s', (text) => {
  for (let seed = 1; seed < 12; seed += 1) {
    const gate = open();
    const released = cut(text, seed).map((piece) => gate.push(piece));
    released.push(gate.end());
    expect(released.join('')).toBe(text);
    const ends = new Set<number>([0]);
    let end = 0;
    for (const sentence of splitSentences(text)) {
      end += sentence.length;
      ends.add(end);
    }
    let shown = 0;
    for (const piece of released) {
      shown += piece.length;
      expect(ends).toContain(shown);
    }
  }
});

it('finds the same while it releases as in the whole prose', () => {
  for (const { prose, world } of readLabelledNarrations().filter((_, at) => at % 29 === 0)) {
    const facts = factsWith({ secrets: world.secrets, labels: world.internalLabels });
    const gate = open('held', facts);
    for (const piece of cut(prose, 4)) gate.push(piece);
    gate.end();
    expect(gate.findings()).toEqual(checkProse(prose, facts));
  }
});

it('shows a sentence as soon as the next begins, and the last at the end of the prose', () => {
  const gate = open();
  expect(gate.push('It rains. ')).toBe('');
  expect(gate.push('No')).toBe('It rains. ');
  expect(gate.push('body moves.')).toBe('');
  expect(gate.end()).toBe('Nobody moves.');
});

it('does not wait for ever for the end of a sentence', () => {
  const gate = open();
  const shown = gate.push('and then '.repeat(200));
  expect(shown.length).toBeGreaterThan(600);
  expect(shown + gate.end()).toBe('and then '.repeat(200));
});

describe('a sentence with a finding', () => {
  const PROSE = 'It rains. Viktor (npc_viktor_001) nods. He waits.';

  it('stops the release, and the rest is withheld', () => {
    const gate = open();
    expect(gate.push(PROSE) + gate.end()).toBe('It rains. ');
    expect(gate.isStopped()).toBe(true);
    expect(gate.withheld()).toBe('Viktor (npc_viktor_001) nods. He waits.');
    expect(gate.findings()).toMatchObject([{ kind: 'internal_labels', quote: 'npc_viktor_001' }]);
    expect(gate.approve()).toBe('Viktor (npc_viktor_001) nods. He waits.');
    expect(gate.withheld()).toBe('');
  });

  it('is shown when the ruleset only wants a flag', () => {
    const gate = open('held', factsWith(), { ...POLICIES, internal_labels: 'flag' });
    expect(gate.push(PROSE) + gate.end()).toBe(PROSE);
    expect(gate.isStopped()).toBe(false);
    expect(gate.findings()).toHaveLength(1);
  });

  it('is shown at once where prose is released immediately', () => {
    const gate = open('immediate');
    expect(gate.push(PROSE)).toBe(PROSE);
    expect(gate.end()).toBe('');
    expect(gate.isStopped()).toBe(false);
    expect(gate.withheld()).toBe('');
    expect(gate.findings()).toHaveLength(1);
  });
});

it('releases nothing before a review', () => {
  const gate = open('reviewed');
  expect(gate.push('It rains. Nobody moves. ') + gate.end()).toBe('');
  expect(gate.withheld()).toBe('It rains. Nobody moves. ');
  expect(gate.approve()).toBe('It rains. Nobody moves. ');
});

it('reviews prose first where a fault would fail the turn, and in another language while secrets are told', () => {
  const choose = (hasSecrets: boolean, language = '', policies: FindingPolicies = LENIENT) => {
    const mechanics = { release: 'held', on_finding: policies };
    const playbook = { mechanics, language: 'en' } as unknown as Playbook;
    return chooseReleaseMode({ playbook, language }, { hasSecrets });
  };
  expect(choose(true)).toBe('held');
  expect(choose(true, 'en-GB')).toBe('held');
  expect(choose(true, 'es')).toBe('reviewed');
  expect(choose(false, 'es')).toBe('held');
  expect(choose(false, '', { ...LENIENT, agency: 'fail' })).toBe('reviewed');
});
