import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import { type Phrases, say } from './grammar.ts';
import { midSentence } from './speech/short-name.ts';

type Retelling = readonly [pattern: RegExp, phrases: Phrases];

/** What the rules say happened, and how it looks from close by. An empty phrase is left to the others. */
const RETELLINGS: readonly Retelling[] = [
  [
    /^(?<weapon>.+?) strikes (?<target>.+?), and strikes home\.$/,
    [
      '{weapon} finds the one place {target} had left open, and goes in to the hilt of what it can do.',
      'There is a sound nobody wants to hear twice: {weapon} has caught {target} full.',
    ],
  ],
  [
    /^(?<weapon>.+?) strikes (?<target>.+?)\.$/,
    [
      '{weapon} gets through to {target}.',
      '{weapon} catches {target} before there is time to turn.',
      '{weapon} lands, and {target} is a half step further back than before.',
      '{target} is late by a breath, and {weapon} is not.',
    ],
  ],
  [
    /^(?<weapon>.+?) misses (?<target>.+?)\.$/,
    [
      '{weapon} goes wide of {target}.',
      '{weapon} meets nothing but air where {target} was.',
      '{weapon} comes close enough to {target} to be felt as wind.',
      '{target} is not where {weapon} comes down.',
    ],
  ],
  [
    /^(?<name>.+?) takes \d+ \w+ damage and falls to 0 hit points\.$/,
    ['It is one blow too many. {name} goes down and does not get up.', 'The ground comes up to meet {name}.'],
  ],
  [
    /^(?<name>.+?) takes \d+ \w+ damage and is knocked out\.$/,
    ['{name} folds up, breathing, and is out of it.'],
  ],
  [/^(?<name>.+?) takes \d+ \w+ damage and dies\.$/, ['{name} falls, and there is no more movement in it.']],
  [/^.+ takes \d+ \w+ damage.*\.$/, ['']],
  [/^.+ must make a death save\.$/, ['']],
  [/^.+ regains 0 hit points\.$/, ['']],
  [
    /^(?<name>.+?) regains \d+ hit points\.$/,
    [
      'Warmth comes back into {name}, from the middle outwards.',
      'What hurt hurts less: {name} stands straighter for it.',
      'Colour comes back into the face of {name}.',
    ],
  ],
  [
    /^(?<name>.+?) holds on\.$/,
    [
      'One breath, and after a while another.',
      'The dark comes close, looks, and goes a step away again.',
      'Somewhere a heart decides to try once more.',
    ],
  ],
  [
    /^(?<name>.+?) slips (?:much )?further away\.$/,
    [
      'The breath that should come next takes its time.',
      'The sounds go thin, and the cold comes up from the ground.',
      'Something lets go that was holding.',
    ],
  ],
  [/^(?<name>.+?) is stable\.$/, ['The worst of it passes. The breath steadies, shallow and even.']],
  [
    /^(?<name>.+?) comes to with 1 hit point\.$/,
    ['All at once there is air, and light, and everything hurts: {name} is awake.'],
  ],
  [
    /^The fight ends in defeat .+$/,
    ['Then it is quiet, and the place belongs to those who are still standing.'],
  ],
  [/^The fight ends in victory .+$/, ['Then it is quiet. Nobody is left who wants to go on.']],
  [/^The fight ends in flight .+$/, ['The sounds of it fall behind.']],
];

/** The rules' sentences in the words of somebody who was there; what is no matter of fights stays as it is. */
export function retold(lines: readonly string[], random: KeyedRandom, recent: string): string {
  return lines
    .filter((line) => !lines.some((other) => other !== line && other.includes(line)))
    .map((line) => {
      for (const [pattern, phrases] of RETELLINGS) {
        const found = pattern.exec(line);
        if (found !== null) return capital(say(random, phrases, wordsOf(found), recent));
      }
      return line;
    })
    .filter((line) => line !== '')
    .join(' ');
}

function wordsOf({ groups = {} }: RegExpExecArray): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(groups).map(([name, word]) => [name, midSentence(word)]));
}

/** Whether what the rules say happened is a matter of blows. */
export function isFight(lines: readonly string[]): boolean {
  return lines.some((line) => RETELLINGS.some(([pattern]) => pattern.test(line)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
