import { describe, expect, it } from 'vitest';
import { Narration } from '#engine/contracts/narration.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { InvalidReply, ModelRefused } from '#engine/llm/structured.ts';
import { removeReasoning } from '#engine/llm/wrappers/strip-reasoning.ts';
import { NarrationText } from '../../../src/engine/llm/reading/narration-text.ts';
import { narrated, narratedText } from '../../support/wire/narrated.ts';
import { type Line, scriptedProvider } from '../../support/wire/scripted-provider.ts';

const PROSE = 'The keeper does not turn round.\n\n"You are late," she says. "Shut the door."';
const TAIL = [
  'safe | Shut the door | The draught stops.',
  'medium | Ask her about the wreck | She may not like it.',
  'high | Take the log book | She is watching the glass.',
].join('\n');
const REPLY = `${PROSE}\n===\n${TAIL}\nnotes: The keeper knows of the wreck.`;
const KEYS = ['shut_the_door', 'ask_her_about_the_wreck', 'take_the_log_book'];
const keysIn = (narration: Narration | null) => narration?.choices.map(({ key }) => key);
const gone = () => new ProviderError('gone', { retryable: true, fault: 'connection-lost' });

describe('a narration in the form that was asked for', () => {
  it('is read into prose, choices and notes', async () => {
    const { narration, reason } = await narratedText(scriptedProvider(REPLY));
    expect(Narration.parse(narration)).toEqual({
      prose: PROSE,
      choices: [
        { key: 'shut_the_door', risk: 'safe', text: 'Shut the door', description: 'The draught stops.' },
        {
          key: 'ask_her_about_the_wreck',
          risk: 'medium',
          text: 'Ask her about the wreck',
          description: 'She may not like it.',
        },
        {
          key: 'take_the_log_book',
          risk: 'high',
          text: 'Take the log book',
          description: 'She is watching the glass.',
        },
      ],
      rows: [],
      notes: 'The keeper knows of the wreck.',
    });
    expect(reason).toBe('finished');
  });

  it('ends its prose as soon as the separator is complete', async () => {
    const pieces = [PROSE, '\n', '===', '\n', 'safe | Shut', ' the door', '\n'];
    const seen: string[] = [];
    const { events } = await narratedText({
      id: 'watched',
      async *stream() {
        for (const text of pieces) {
          seen.push(text);
          yield { type: 'text-delta', text };
        }
        yield {
          type: 'reply-end',
          reason: 'finished',
          usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
        };
      },
    });
    expect(events).toEqual([PROSE, '===']);
  });

  it('lets the prose through before the reply is over', async () => {
    const provider = scriptedProvider({ pieces: REPLY.match(/[\s\S]{1,5}/g) ?? [] });
    const { events } = await narratedText(provider);
    const [first = ''] = events;
    expect(first.length).toBeLessThan(30);
    expect(events.length).toBeGreaterThan(10);
    expect(events.at(-1)).toBe('===');
  });
});

describe('choices while they are written', () => {
  const inPieces = (reply: string) => scriptedProvider({ pieces: reply.match(/[\s\S]{1,5}/g) ?? [] });
  const written = async (reply: string, tableDue = false) =>
    (await narratedText(inPieces(reply), tableDue)).choices.map(({ choices, isComplete }) => [
      choices.length,
      isComplete,
    ]);

  it('come line by line, and are complete when the notes begin', async () => {
    expect(await written(REPLY)).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [3, true],
    ]);
  });

  it('are complete before the notes have been written', async () => {
    const { choices } = await narratedText({
      id: 'watched',
      async *stream() {
        for (const text of REPLY.match(/[\s\S]{1,5}/g) ?? []) {
          yield { type: 'text-delta', text };
          if (text.includes('knows')) throw gone();
        }
      },
    });
    expect(choices.at(-1)?.isComplete).toBe(true);
    expect(choices.at(-1)?.choices.map(({ key }) => key)).toEqual(KEYS);
  });

  it('are never complete without notes: the end of the reply shows the last one', async () => {
    expect(await written(`${PROSE}\n===\n${TAIL}`)).toEqual([
      [1, false],
      [2, false],
    ]);
  });

  it.each([
    ['with notes alone', `${PROSE}\n===\nnotes: Nothing to choose.`],
    ['with nothing behind the separator', `${PROSE}\n===\n`],
    ['without a separator', PROSE],
    ['with a JSON block', `${PROSE}\n===\n{"choices":["Shut the door"],"notes":"x"}`],
    ['with lines that may be the head of a table', `${PROSE}\n===\nWhat | Why\n---|---\nlow`],
  ])('are none in a reply %s', async (_name, reply) => {
    expect(await written(reply)).toEqual([]);
  });

  it('are none where a table is due', async () => {
    expect(await written(REPLY, true)).toEqual([]);
  });

  it('are the choices of the whole narration, in any pieces', async () => {
    for (let size = 1; size < 40; size += 1) {
      const pieces = REPLY.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      const { choices, narration } = await narratedText(scriptedProvider({ pieces }));
      expect(choices.at(-1)?.choices).toEqual(narration?.choices);
    }
  });
});

const TABLE = '1-10 | The rope breaks.\n11-60 | The rope holds, slowly.\n61-100 | Up in one go.';
const WHOLE = [
  { from: 1, to: 10, outcome: 'The rope breaks.' },
  { from: 11, to: 60, outcome: 'The rope holds, slowly.' },
  { from: 61, to: 100, outcome: 'Up in one go.' },
];

describe('the rows of a table', () => {
  it.each([
    ['as asked for', TABLE],
    [
      'with en dashes and zeros',
      '01–10 | The rope breaks.\n11–60 | The rope holds, slowly.\n61–00 | Up in one go.',
    ],
    [
      'with percent signs',
      '1%-10% | The rope breaks.\n11%-60% | The rope holds, slowly.\n61%-100% | Up in one go.',
    ],
    [
      'with spaces and bold',
      '**1 - 10** | The rope breaks.\n**11 - 60** | The rope holds, slowly.\n**61+** | Up in one go.',
    ],
    ['as a list', '- 1-10 | The rope breaks.\n- 11-60 | The rope holds, slowly.\n- 61-100 | Up in one go.'],
    ['with colons', '1-10: The rope breaks.\n11-60: The rope holds, slowly.\n61-100: Up in one go.'],
    ['with fullwidth bars', TABLE.replaceAll('|', '｜')],
    [
      'as a table',
      '| Roll | Outcome |\n|---|---|\n| 1-10 | The rope breaks. |\n| 11-60 | The rope holds, slowly. |\n| 61-100 | Up in one go. |',
    ],
    ['out of order', TABLE.split('\n').reverse().join('\n')],
    ['with small gaps', '1-9 | The rope breaks.\n11-58 | The rope holds, slowly.\n61-99 | Up in one go.'],
    [
      'with borders claimed twice',
      '1-11 | The rope breaks.\n11-61 | The rope holds, slowly.\n61-100 | Up in one go.',
    ],
    ['beginning with 0', '0-10 | The rope breaks.\n11-60 | The rope holds, slowly.\n61-100 | Up in one go.'],
  ])('are read %s', async (_form, rows) => {
    const { narration } = await narratedText(scriptedProvider(`You climb.\n===\n${rows}\nnotes: none`), true);
    expect(narration).toMatchObject({ prose: 'You climb.', rows: WHOLE, choices: [] });
  });

  it.each([
    ['half of it is missing', '1-10 | a\n11-40 | b'],
    ['they overlap widely', '1-60 | a\n20-100 | b'],
    ['there is only one', '1-100 | a'],
    ['a number is impossible', '1-50 | a\n51-400 | b'],
  ])('are none when %s', async (_fault, rows) => {
    const { narration } = await narratedText(scriptedProvider(`You climb.\n===\n${rows}`), true);
    expect(narration).toMatchObject({ prose: 'You climb.', rows: [] });
  });

  it('are dropped when no table was due', async () => {
    const { narration } = await narratedText(scriptedProvider(`You climb.\n===\n${TABLE}`));
    expect(narration).toMatchObject({ rows: [], choices: [] });
  });

  it('are none when the reply was cut inside them', async () => {
    const line: Line = { pieces: [`You climb.\n===\n${TABLE.slice(0, -6)}`], reason: 'length' };
    const { narration, reason } = await narratedText(scriptedProvider(line), true);
    expect(narration).toMatchObject({ prose: 'You climb.', rows: [] });
    expect(reason).toBe('length');
  });
});

describe('choices in another form', () => {
  it.each([
    ['bullets', TAIL.replaceAll(/^/gm, '- ')],
    ['numbers', TAIL.replaceAll(/^/gm, '1. ')],
    ['bold risks in capitals', TAIL.replaceAll(/^\w+/gm, (risk) => `**${risk.toUpperCase()}**`)],
    ['brackets', TAIL.replaceAll(/^\w+/gm, (risk) => `[${risk}]`)],
    ['fullwidth bars', TAIL.replaceAll('|', '｜')],
    ['a table', `| Risk | Choice | Why |\n| --- | --- | --- |\n${TAIL.replaceAll(/^|$/gm, '|')}`],
    ['a fence', `\`\`\`\n${TAIL}\n\`\`\``],
    ['blank lines between', TAIL.replaceAll('\n', '\n\n')],
    ['a heading', `**Choices:**\n${TAIL}`],
    ['no descriptions', TAIL.replaceAll(/ \| [^|]*$/gm, '')],
  ])('are read: %s', async (_form, tail) => {
    const { narration } = await narratedText(scriptedProvider(`${PROSE}\n\n===\n\n${tail}\n`));
    expect(keysIn(narration)).toEqual(KEYS);
    expect(narration?.choices.map(({ risk }) => risk)).toEqual(['safe', 'medium', 'high']);
    expect(narration?.prose).toBe(PROSE);
  });

  it('have a low risk where none of ours is named', async () => {
    const tail = 'mittel | Frag die Wärterin | Sie schweigt gern.\nRuf laut | Vielleicht hört dich jemand.';
    const { narration } = await narratedText(scriptedProvider(`Nichts rührt sich.\n===\n${tail}`));
    expect(narration?.choices).toEqual([
      { key: 'frag_die_warterin', risk: 'low', text: 'Frag die Wärterin', description: 'Sie schweigt gern.' },
      { key: 'ruf_laut', risk: 'low', text: 'Ruf laut', description: 'Vielleicht hört dich jemand.' },
    ]);
  });

  it('have keys of their own, also without a Latin letter, and never other_action', async () => {
    const tail = [
      'low | 扉を閉める | 風が止む。',
      'high | 日誌を取る | 見られている。',
      'low | Wait | a',
      'safe | wait! | b',
      'low | other_action | c',
    ].join('\n');
    const { narration } = await narratedText(scriptedProvider(`灯台守は振り向かない。\n===\n${tail}`));
    expect(keysIn(narration)).toEqual(['choice_1', 'choice_2', 'wait', 'wait_4']);
  });

  it('are cut to what can be shown', async () => {
    const { narration } = await narratedText(
      scriptedProvider(`Rain.\n===\nlow | ${'go on '.repeat(60)} | ${'because '.repeat(90)}`),
    );
    const [choice] = narration?.choices ?? [];
    expect(choice?.text.length).toBeLessThanOrEqual(120);
    expect(choice?.description.length).toBeLessThanOrEqual(400);
  });

  it('are read out of JSON that nobody asked for', async () => {
    const json = JSON.stringify({ choices: [{ text: 'Shut the door', risk: 'safe' }, 'Leave'], notes: 'x' });
    const { narration, deltas } = await narratedText(
      scriptedProvider(`${PROSE}\n\n\`\`\`json\n${json}\n\`\`\``),
    );
    expect(deltas.join('')).toBe(PROSE);
    expect(keysIn(narration)).toEqual(['shut_the_door', 'leave']);
    expect(narration?.notes).toBe('x');
  });

  it('are read out of a reply that is one object', async () => {
    const json = JSON.stringify({ prose: PROSE, choices: ['Shut the door', 'Leave'] });
    const { narration, deltas } = await narratedText(scriptedProvider(json));
    expect(deltas.join('')).toBe(PROSE);
    expect(keysIn(narration)).toEqual(['shut_the_door', 'leave']);
  });
});

describe('without a separator', () => {
  it.each([
    ['choices after a blank line', `${PROSE}\n\n${TAIL}`],
    ['choices on the next line', `${PROSE}\n${TAIL}`],
    ['choices in a list', `${PROSE}\n\n${TAIL.replaceAll(/^/gm, '- ')}`],
    ['a rule', `${PROSE}\n\n---\n\n${TAIL}`],
    ['a rule of stars', `${PROSE}\n\n* * *\n${TAIL}`],
    ['a separator with a word', `${PROSE}\n\n=== Choices ===\n${TAIL}`],
    ['a label', `${PROSE}\n\n**Choices:**\n\n${TAIL}`],
    ['a separator behind the last sentence', `${PROSE} ===\n${TAIL}`],
    ['a separator of wide signs', `${PROSE}\n＝＝＝\n${TAIL}`],
    ['a decorated separator', `${PROSE}\n**===**\n${TAIL}`],
    ['a separator in front as well', `===\n${PROSE}\n===\n${TAIL}`],
    ['everything in a fence', `\`\`\`text\n${PROSE}\n===\n${TAIL}\n\`\`\``],
    ['a label in front', `**Narration:**\n\n${PROSE}\n\n===\n${TAIL}`],
  ])('%s are recognised', async (_form, reply) => {
    const { narration, deltas, events } = await narratedText(scriptedProvider(reply));
    expect(narration?.prose).toBe(PROSE);
    expect(deltas.join('')).toBe(PROSE);
    expect(keysIn(narration)).toEqual(KEYS);
    expect(events.filter((event) => event === '===')).toHaveLength(1);
  });

  it('a list of plain choices is recognised', async () => {
    const { narration } = await narratedText(
      scriptedProvider(`${PROSE}\n\n1. Shut the door\n2. Ask her about the wreck`),
    );
    expect(narration?.prose).toBe(PROSE);
    expect(keysIn(narration)).toEqual(['shut_the_door', 'ask_her_about_the_wreck']);
  });

  it.each([
    ['plain prose', PROSE],
    ['a scene break', 'Night.\n\n---\n\nMorning comes with rain.'],
    ['a list in the middle', 'On the slate:\n\n- rope\n- oil\n\nNothing else is written there.'],
    ['dialogue with hyphens', 'El guardia mira.\n\n- ¿Quién va?\n- Nadie, señor.'],
    ['dialogue with dashes', '—¿Quién va? —pregunta el guardia.\n\n—Nadie —dices.'],
    ['a screen', 'The handset lights up.\n\n=== MESSAGE FROM JIN ===\n\nYou read it twice.'],
    ['a colon at the end', 'She turns the page and reads:'],
    ['numbers in front', '12-14 men stand on the quay and none of them waves.'],
    ['stars', '***Crash!***\n\n*Then* nothing.'],
    ['sums', 'On the wall: 2 + 2 = 4.\nSomebody added "= 5".'],
  ])('%s stays prose', async (_form, prose) => {
    const { narration, deltas } = await narratedText(scriptedProvider({ pieces: prose.split('') }));
    expect(narration).toEqual({ prose, choices: [], rows: [], notes: '' });
    expect(deltas.join('')).toBe(prose);
  });
});

const LANGUAGES: readonly (readonly [string, string])[] = [
  [
    'Spanish',
    '—Llegas tarde —dice la guardesa—. Cierra la puerta.\n\nFuera, el mar golpea. ¿Qué harás?\n===\nsafe | Cerrar la puerta | Cesa la corriente.\nhigh | Coger el diario | Te mira.\nnotes: La guardesa sabe lo del naufragio.',
  ],
  [
    'Japanese',
    '灯台守は振り向かない。「遅かったね」と彼女は言う。\n\n外では波が鳴っている。\n===\nsafe ｜ 扉を閉める ｜ 風が止む。\nhigh ｜ 日誌を取る ｜ 見られている。\nnotes： 灯台守は難破を知っている。',
  ],
  [
    'German',
    '„Du bist spät dran“, sagt die Wärterin. „Tür zu.“\n===\n- SAFE | Tür schließen | Der Zug hört auf.\n- Hoch | Das Logbuch nehmen | Sie sieht hin.\nnotes: Die Wärterin weiß vom Wrack.',
  ],
  [
    'Arabic',
    'لا تلتفت الحارسة. «تأخرت»، تقول.\n===\nsafe | أغلق الباب | يتوقف الهواء.\nhigh | خذ السجل | إنها تنظر.\nnotes: الحارسة تعرف.',
  ],
];

describe('torn into pieces', () => {
  const whole: readonly (readonly [string, string])[] = [
    ['English', REPLY],
    ['without a separator', `${PROSE}\n\n---\n${TAIL}`],
    ['with a fence', `\`\`\`\n${PROSE}\n===\n${TAIL}\n\`\`\``],
    ...LANGUAGES,
  ];
  it.each(whole)('%s is read the same wherever it is cut in two', async (_name, reply) => {
    const { narration: expected } = await narratedText(scriptedProvider(reply));
    expect(expected?.choices.length).toBeGreaterThan(1);
    for (let at = 0; at <= reply.length; at += 1) {
      const pieces = [reply.slice(0, at), reply.slice(at)];
      const { deltas, narration } = await narratedText(scriptedProvider({ pieces }));
      expect(narration, `cut at ${at}`).toEqual(expected);
      expect(deltas.join(''), `cut at ${at}`).toBe(expected?.prose);
      expect(deltas.every((delta) => delta.isWellFormed())).toBe(true);
    }
  });

  it.each(whole)('%s is read unit by unit', async (_name, reply) => {
    const { narration: expected } = await narratedText(scriptedProvider(reply));
    const { deltas, narration } = await narratedText(scriptedProvider({ pieces: reply.split('') }));
    expect(narration).toEqual(expected);
    expect(deltas.join('')).toBe(expected?.prose);
  });

  it.each([
    ['paragraphs and lists', `${PROSE}\n\n- a\n- b\n\n`],
    ['equals signs', '='],
    ['stars', '*'],
    ['spaces', ' '],
    ['blank lines', ' \n'],
    ['bars', 'a | b '],
    ['list lines', '- a line of a list\n'],
  ])('takes time in proportion to its length: %s', (_what, unit) => {
    const time = (length: number) => {
      const pieces = `Rain. ${unit.repeat(Math.ceil(length / unit.length))}`.match(/[\s\S]{1,3}/g) ?? [];
      const before = performance.now();
      const reader = new NarrationText();
      for (const piece of pieces) reader.push(piece);
      reader.end();
      return performance.now() - before;
    };
    time(20_000);
    expect(time(160_000)).toBeLessThan(Math.max(time(20_000), 10) * 8 * 5);
  });
});

describe('a reply that is not whole', () => {
  it('loses its unfinished last sentence and does not say that its prose is complete', async () => {
    const line: Line = { pieces: ['The lamp goes out. Somebody breathes. Then a hand re'], reason: 'length' };
    const { narration, events, reason } = await narratedText(scriptedProvider(line));
    expect(narration?.prose).toBe('The lamp goes out. Somebody breathes.');
    expect(events).not.toContain('===');
    expect(reason).toBe('length');
  });

  it.each([
    ['灯りが消える。誰かが息をして', '灯りが消える。'],
    ['„Geh!“, sagt sie. Dann wird es dun', '„Geh!“, sagt sie.'],
    ['Half a sentence and no mo', 'Half a sentence and no mo'],
  ])('keeps whole sentences: %s', async (text, prose) => {
    const { narration } = await narratedText(scriptedProvider({ pieces: [text], reason: 'length' }));
    expect(narration?.prose).toBe(prose);
  });

  it('keeps the choices that were finished', async () => {
    const line: Line = { pieces: [`${PROSE}\n===\n${TAIL.slice(0, -50)}`], reason: 'length' };
    const { narration, events } = await narratedText(scriptedProvider(line));
    expect(narration?.prose).toBe(PROSE);
    expect(keysIn(narration)).toEqual(KEYS.slice(0, 2));
    expect(events.at(-1)).toBe('===');
  });

  it('is used as far as it came when the connection broke behind the prose', async () => {
    const line: Line = { pieces: [PROSE, '\n===\n', 'safe | Shut the door | x\nhi'], fails: gone() };
    const { narration, error } = await narratedText(scriptedProvider(line));
    expect(error).toBeNull();
    expect(narration?.prose).toBe(PROSE);
    expect(keysIn(narration)).toEqual(['shut_the_door']);
  });

  it('fails when the connection broke inside the prose', async () => {
    const fails = gone();
    const { narration, error } = await narratedText(
      scriptedProvider({ pieces: ['The keeper does not turn '], fails }),
    );
    expect(narration).toBeNull();
    expect(error).toBe(fails);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\n'],
    ['choices only', TAIL],
    ['a separator and choices', `===\n${TAIL}`],
    ['an empty fence', '```\n```'],
  ])('is asked for once more with another seed: %s', async (_what, reply) => {
    const provider = scriptedProvider(reply, REPLY);
    const { narration } = await narratedText(provider);
    expect(narration?.prose).toBe(PROSE);
    expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'retry']);
    expect(provider.asked[1]?.seed).not.toBe(provider.asked[0]?.seed);
  });

  it('is an error when it is empty twice', async () => {
    const { error } = await narratedText(scriptedProvider('', ''));
    expect(error).toBeInstanceOf(InvalidReply);
  });
});

describe('a refusal', () => {
  it('by its end is one', async () => {
    const { error } = await narratedText(scriptedProvider({ pieces: ['The keeper'], reason: 'refused' }));
    expect(error).toBeInstanceOf(ModelRefused);
  });
});

it('leaves out what a model thinks in front of its reply', async () => {
  const provider = scriptedProvider({ pieces: `<think>The keeper hides it.</think>\n${REPLY}`.split('') });
  const { narration, deltas } = await narratedText(removeReasoning(provider));
  expect(deltas.join('')).toBe(PROSE);
  expect(keysIn(narration)).toEqual(KEYS);
});

describe('a narration with its outcome in a block', () => {
  const BLOCK =
    '```json\n{"summary": "She noticed.", "minutes": 2, "choices": ["Shut the door", "質問する"]}\n```';

  it('gives prose, outcome and choices', async () => {
    const { deltas, end } = await narrated(scriptedProvider({ pieces: [PROSE, '\n\n', BLOCK] }));
    expect(deltas).toEqual([PROSE]);
    expect(end).toMatchObject({
      prose: PROSE,
      outcome: { summary: 'She noticed.', minutes: 2 },
      problems: [],
    });
    expect(keysIn(end?.narration ?? null)).toEqual(['shut_the_door', 'choice_1']);
  });

  it('reports a faulty block instead of failing', async () => {
    const faulty = await narrated(scriptedProvider(`${PROSE}\n\`\`\`json\n{"mood": "tense"}\n\`\`\``));
    expect(faulty.end).toMatchObject({ prose: PROSE, outcome: null });
    expect(faulty.end?.problems.join()).toContain('mood');
    const missing = await narrated(scriptedProvider(PROSE));
    expect(missing.end).toMatchObject({ prose: PROSE, outcome: null });
    expect(missing.end?.problems).toHaveLength(1);
  });

  it('reports a block that was cut off', async () => {
    const line: Line = { pieces: [`${PROSE}\n\`\`\`json\n{"summ`], reason: 'length' };
    const { end } = await narrated(scriptedProvider(line));
    expect(end).toMatchObject({ prose: PROSE, reason: 'length', outcome: null });
  });

  it('is told anew when there was no prose at all', async () => {
    const provider = scriptedProvider(BLOCK, `${PROSE}\n\n${BLOCK}`);
    const { deltas } = await narrated(provider);
    expect(deltas.join('')).toBe(PROSE);
    expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'retry']);
  });
});
