import { describe, expect, it } from 'vitest';
import { checkNarration, checkNarrationByMeaning } from '#engine/turn/check-narration.ts';
import { quietRoom } from './quiet-room.ts';

const secretsIn = (prose: string, facts = quietRoom()) =>
  checkNarration(prose, facts).filter(({ check }) => check === 'secrets');

describe('a secret', () => {
  it.each([
    ['in its own words', 'The talk is that Bruno poisoned the well behind the chapel.'],
    ['in its own words, shouted', 'BRUNO POISONED THE WELL BEHIND THE CHAPEL!'],
    [
      'in somebody’s speech',
      '“In that dry summer I poisoned it,” says Bruno. “The well. Behind the chapel.”',
    ],
    [
      'in another order',
      'Behind the chapel there is a well, and in a dry summer it was Bruno who had poisoned it.',
    ],
  ])('is found %s', (_how, prose) => {
    expect(secretsIn(prose)).toHaveLength(1);
  });

  it.each([
    ['some of its words', 'Behind the chapel the grass is dry.'],
    ['a well of another kind', 'Bruno drinks from the well and wipes his mouth. It was a hot summer.'],
  ])('is not seen in %s', (_what, prose) => {
    expect(secretsIn(prose)).toEqual([]);
  });

  it('is found bit by bit in one paragraph, and not over several', () => {
    const bits = [
      '“That was the summer,” says Bruno. “You will not remember it, you were away at sea with the herring and the rest of them.',
      'It was so dry that we went about with our tongues out, from house to house, like so many dogs, and nobody laughed at it.',
      'There is a chapel up there, or there was one, with a bell and a priest and an elder tree that no one ever cut.',
      'It had a well, the best for miles; my mother used to send me up for it with two cans and a bit of bread.',
      'I put the poison in on a Sunday.”',
    ];
    expect(secretsIn(bits.join(' '))).toHaveLength(1);
    expect(secretsIn(bits.join('\n\n'))).toEqual([]);
  });

  it('is found by nearly half of its words, and not by three of them', () => {
    const secrets = [
      'Mother Anselm sold the abbey silver to a Genoese pilot for passage, pepper and two mules.',
    ];
    const facts = quietRoom({ secrets, known: [] });
    expect(secretsIn('The abbey silver went to a pilot, for two mules.', facts)).toHaveLength(1);
    expect(secretsIn('The abbey silver is counted before a pilot.', facts)).toEqual([]);
  });

  it('is none any more once players have it in writing', () => {
    const known = ['Bruno poisoned the well behind the chapel in the dry summer.'];
    const prose = 'So Bruno poisoned the well behind the chapel.';
    expect(secretsIn(prose, quietRoom({ secrets: [], known }))).toEqual([]);
  });

  it('is not seen in what the world is made of, wherever players read', () => {
    const secrets = ['Zenith cannot afford to mend the Stand; if the Basin is tideland it need not.'];
    const prose = 'The house stands in the dark: Zenith has cut the lamps of the Basin. Nobody need say it.';
    const everywhere = ['hires', 'pumps', 'sells', 'counts', 'floods', 'guards'].map(
      (verb) => `Zenith ${verb} the Stand above the Basin.`,
    );
    expect(secretsIn(prose, quietRoom({ secrets, known: [] }))).toHaveLength(1);
    expect(secretsIn(prose, quietRoom({ secrets, known: everywhere }))).toEqual([]);
    const told = 'They cannot afford to mend it, so they want it called tideland.';
    expect(secretsIn(told, quietRoom({ secrets, known: everywhere }))).toHaveLength(1);
  });

  it('is never written into the repair that is asked for', () => {
    const [verdict] = secretsIn('They say that Bruno poisoned the well behind the chapel.');
    expect(verdict?.repairHint).not.toMatch(/poison|well|chapel/);
  });

  it('is found in scripts without spaces', () => {
    const facts = quietRoom({ secrets: ['市長は古い井戸に毒を入れた。'] });
    expect(secretsIn('彼は囁いた。市長は古い井戸に毒を入れた、と。', facts)).toHaveLength(1);
    expect(secretsIn('市長は古い橋の上に立っていた。', facts)).toEqual([]);
  });
});

/** A space of three directions: what is said of the well, of the gate, and of anything else. */
const embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
  texts.map((text) => {
    const about = [/poison|well|water|foul/i, /gate|postern/i].map((topic) => (topic.test(text) ? 3 : 0.2));
    const vector = [...about, 1 + (text.length % 7) / 20];
    const size = Math.hypot(...vector);
    return Float32Array.from(vector.map((value) => value / size));
  });

it('sees a paraphrase by how much nearer it lies than sentences about anything else', async () => {
  const prose = 'That dry summer the chapel had foul water, and one man in this hall knows why.';
  expect(checkNarration(prose, quietRoom())).toEqual([]);
  expect(await checkNarrationByMeaning(prose, quietRoom(), embed)).toMatchObject([{ check: 'secrets' }]);
});

it('does not take nearness alone for a secret: without one of its words nothing is told', async () => {
  const prose = 'The water is good here, and the wine is better.';
  expect(await checkNarrationByMeaning(prose, quietRoom(), embed)).toEqual([]);
});

it('asks for no vectors where the words leave nothing open', async () => {
  const asked: string[] = [];
  const counting = async (texts: readonly string[]) => {
    asked.push(...texts);
    return embed(texts);
  };
  await checkNarrationByMeaning('Rain falls on the roof, and nobody says a word.', quietRoom(), counting);
  expect(asked).toEqual([]);
});

describe('a binding row', () => {
  const row = {
    outcome: 'The gate stays shut and the herald is pelted with dung.',
    others: ['The gate opens and the garrison kneels.', 'The herald is shot.'],
  };
  const rowsIn = (prose: string) =>
    checkNarration(prose, quietRoom({ row, settled: [row.outcome] })).filter(
      ({ check }) => check === 'binding_row',
    );

  it('passes when it is told', () => {
    expect(rowsIn('The gate stays shut. From the wall comes dung, and the herald wears most of it.')).toEqual(
      [],
    );
  });

  it('fails when another one is told', () => {
    const told = 'Slowly the gate opens, and behind it the whole garrison kneels in the rain.';
    expect(rowsIn(told)).toMatchObject([{ severity: 'grave' }]);
  });

  it('is only remarked on when no row is told in words: it may be shown in others', () => {
    expect(rowsIn('Rain. The cooks give up on the fires. Somebody is singing.')).toMatchObject([
      { severity: 'slight' },
    ]);
  });

  it('is only remarked on beside a word of another row, which any telling may need', () => {
    const told = 'Nobody kneels. Nobody does anything at all, and the day goes by in the rain.';
    expect(rowsIn(told)).toMatchObject([{ severity: 'slight' }]);
  });

  it('is only remarked on beside words of another row that the players have before them', () => {
    const told = 'Slowly the gate opens, and behind it the whole garrison kneels in the rain.';
    const facts = quietRoom({ row, settled: [row.outcome], playerWords: ['I ask the garrison to kneel.'] });
    expect(checkNarration(told, facts)).toMatchObject([{ check: 'binding_row', severity: 'slight' }]);
  });

  it('passes in other words when a sentence means it', async () => {
    const prose = 'Not a postern moves for him all day; and what they throw at the man cannot be named.';
    const facts = quietRoom({ row: { ...row, others: ['The herald is shot.'] }, settled: [row.outcome] });
    expect(rowsIn(prose)).toHaveLength(1);
    expect(await checkNarrationByMeaning(prose, facts, embed)).toEqual([]);
  });

  it('fails when a sentence means another row as much', async () => {
    const prose = 'Not a postern moves for him all day; and what they throw at the man cannot be named.';
    const facts = quietRoom({ row, settled: [row.outcome] });
    expect(await checkNarrationByMeaning(prose, facts, embed)).toMatchObject([{ check: 'binding_row' }]);
  });

  it('passes by many of its words, though a short row is told in all of its few', () => {
    const told = {
      outcome: 'Both men fire and neither is hit; Tobias falls because he slips.',
      others: ['Both men fire into the air.', 'Tobias is killed.'],
    };
    const prose =
      'Both pistols fire. In the wet air the two men stand, and then Tobias falls. “I slipped,” he says.';
    const facts = quietRoom({ row: told, settled: [told.outcome] });
    expect(checkNarration(prose, facts).filter(({ check }) => check === 'binding_row')).toEqual([]);
  });
});
