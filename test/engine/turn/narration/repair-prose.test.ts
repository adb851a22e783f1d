import { describe, expect, it } from 'vitest';
import type { Finding } from '#engine/turn/narration/decide-on-findings.ts';
import {
  applyRepair,
  describeFindings,
  findFaultySentences,
  RepairReply,
  removeFaultySentences,
  repairProse,
} from '#engine/turn/narration/repair-prose.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { factsWith } from './prose-facts.ts';

const SECRET = 'Jin hid the dry tube behind the coin return of the jukebox.';
const facts = factsWith({ secrets: [SECRET] });
const finding = (
  quote: string,
  kind: Finding['kind'] = 'agency',
  source: Finding['source'] = 'judge',
): Finding => {
  return { kind, quote, explanation: 'It decides for the player.', source };
};
const PROSE = 'The jukebox hums. You decide to dance.\n\nKetch laughs. It rains.';

it('names the sentences of a finding, wherever its words stand', () => {
  const sentences = splitSentences('It rains. A bell. It rains on.');
  expect(findFaultySentences(sentences, finding('It rains'))).toEqual([1, 3]);
  expect(findFaultySentences(sentences, finding('rains. A'))).toEqual([1, 2]);
  expect(findFaultySentences(sentences, finding('snow'))).toEqual([]);
  expect(describeFindings(sentences, [finding('A bell'), finding('')])).toEqual([
    'Sentence 2, “A bell”: It decides for the player.',
    'The whole passage: It decides for the player.',
  ]);
});

describe('a model’s new sentences', () => {
  const repair = (reply: unknown, found = [finding('You decide to dance.')], prose = PROSE) =>
    applyRepair(prose, found, RepairReply.parse(reply), facts);

  it('replace the faulty ones and leave paragraphs as they are', () => {
    const { prose, changed, left } = repair({ sentences: [{ n: 2, text: 'The floor trembles with it.' }] });
    expect(prose).toBe('The jukebox hums. The floor trembles with it.\n\nKetch laughs. It rains.');
    expect({ changed, left }).toEqual({ changed: [2], left: [] });
  });

  it('can be none', () => {
    const { prose, changed } = repair({ sentences: [{ n: 2, text: '' }] });
    expect(prose).toBe('The jukebox hums.\n\nKetch laughs. It rains.');
    expect(changed).toEqual([2]);
  });

  it('change neither sentences beside a fault nor sentences that do not exist', () => {
    const reply = {
      sentences: [
        { n: 1, text: 'The jukebox roars.' },
        { n: 3, text: 'Ketch weeps.' },
        { n: 4, text: 'It snows.' },
        { n: 9, text: 'More.' },
      ],
    };
    expect(repair(reply)).toMatchObject({ prose: PROSE, changed: [] });
  });

  it('may tell a missing row at the end', () => {
    const reply = { sentences: [{ n: 5, text: 'The bridge falls.' }] };
    expect(repair(reply, [finding('', 'binding_row')]).prose).toBe(`${PROSE} The bridge falls.`);
  });

  it('are checked again', () => {
    const { left } = repair({ sentences: [{ n: 2, text: SECRET }] });
    expect(left).toMatchObject([{ kind: 'secrets', source: 'exact' }]);
  });

  it('work in Japanese and Spanish', () => {
    const japanese = repair(
      { sentences: [{ n: 2, text: '店の床が震える。' }] },
      [finding('あなたは踊る。')],
      '音楽が鳴る。あなたは踊る。雨だ。',
    );
    expect(japanese).toMatchObject({ prose: '音楽が鳴る。店の床が震える。雨だ。', changed: [2] });
    const spanish = repair(
      { sentences: [{ n: 1, text: '' }] },
      [finding('Decides bailar.')],
      'Decides bailar. Ketch se ríe.\n\n—¡Basta! —dice.',
    );
    expect(spanish).toMatchObject({ prose: 'Ketch se ríe.\n\n—¡Basta! —dice.', changed: [1] });
  });
});

describe('a repair by a model', () => {
  const found = [finding('You decide to dance.')];

  it('is asked for with numbered problems', async () => {
    const asked: unknown[] = [];
    const repaired = await repairProse(PROSE, found, facts, async (request) => {
      asked.push(request.problems);
      return { sentences: [{ n: 2, text: 'Nobody dances.' }] };
    });
    expect(asked).toEqual([['Sentence 2, “You decide to dance.”: It decides for the player.']]);
    expect(repaired).toMatchObject({ changed: [2], left: [] });
  });

  it.each([
    ['no answer', null],
    ['an empty answer', { sentences: [] }],
    ['nothing left', { sentences: [{ n: 1, text: '' }] }],
  ])('leaves prose and findings as they were after %s', async (_, reply) => {
    const prose = 'You decide to dance.';
    expect(await repairProse(prose, found, facts, async () => reply)).toEqual({
      prose,
      changed: [],
      left: found,
    });
  });

  it('has not repaired a finding whose words still stand', async () => {
    const reply = { sentences: [{ n: 2, text: 'You decide to dance. Slowly.' }] };
    const { left } = await repairProse(PROSE, found, facts, async () => reply);
    expect(left).toEqual(found);
  });
});

describe('removing by the engine', () => {
  const plainText = 'You wait ten minutes.';
  const remove = (prose: string, found: readonly Finding[]) =>
    removeFaultySentences(prose, found, { facts, plainText });

  it('takes out sentences with secrets and boundaries, and leaves harmless findings', () => {
    const prose = `It rains. ${SECRET} You decide to dance. Blood everywhere. Ketch laughs.`;
    const found = [
      finding(SECRET, 'secrets'),
      finding('You decide to dance.'),
      finding('Blood everywhere.', 'boundaries'),
    ];
    const { prose: rest, changed, left } = remove(prose, found);
    expect(rest).toBe('It rains. You decide to dance. Ketch laughs.');
    expect({ changed, left }).toEqual({ changed: [2, 4], left: [] });
  });

  it('goes on until nothing hidden is left', () => {
    const { prose, changed } = remove(`It rains. ${SECRET} Really. ${SECRET.toUpperCase()} She nods.`, [
      finding('Jin hid the dry tube', 'secrets'),
    ]);
    expect(prose).toBe('It rains. Really. She nods.');
    expect(changed).toEqual([2, 4]);
  });

  it.each([
    ['nothing else is told', SECRET, [finding(SECRET, 'secrets')]],
    ['the fault is one of the whole', PROSE, [finding('', 'boundaries')]],
  ])('tells the turn plainly when %s', (_, prose, found) => {
    expect(remove(prose, found)).toMatchObject({ prose: plainText, left: [] });
  });
});
