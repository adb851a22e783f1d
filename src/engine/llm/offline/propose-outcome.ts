import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrationInput, NarrationOutcome } from '../narration.ts';

type Choice = NarrationOutcome['choices'][number];

/** What follows from the scene just told: a little time passes, and some ways on. */
export function proposeOutcome(input: NarrationInput, random: KeyedRandom): NarrationOutcome {
  const minutes = input.isOpening ? 1 : 1 + random.below(5);
  return {
    operations: [{ op: 'advance_time', minutes }],
    choices: choicesFor(input),
    summary: summaryOf(input),
  };
}

function choicesFor({ present, place, exits, threads }: NarrationInput): Choice[] {
  const ways: Choice[] = [];
  const [someone] = present;
  if (someone !== undefined) {
    ways.push(choice('talk_to', someone.name, `Talk to ${someone.name}`, 'Ask what they know.', 'low'));
  }
  if (place !== null) {
    ways.push(
      choice('look_around', place.name, `Look around ${place.name}`, 'See what does not belong.', 'safe'),
    );
  }
  const [exit] = exits;
  if (exit !== undefined)
    ways.push(choice('go_to', exit, `Go to ${exit}`, 'Leave here and go there.', 'medium'));
  const [thread] = threads;
  if (thread !== undefined && ways.length < 4) {
    ways.push(choice('follow', thread, `Follow up: ${thread}`, 'Take up the matter at hand.', 'medium'));
  }
  return [
    ...ways,
    {
      key: 'other_action',
      text: 'Something else',
      description: 'Say in your own words what you do.',
      risk: 'low',
    },
  ];
}

function choice(
  verb: string,
  about: string,
  text: string,
  description: string,
  risk: Choice['risk'],
): Choice {
  return { key: `${verb}_${snake(about)}`.slice(0, 60).replace(/_+$/, ''), text, description, risk };
}

function snake(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
}

function summaryOf({ isOpening, place, playerText, outcome }: NarrationInput): string {
  const where = place === null ? '' : ` at ${place.name}`;
  if (isOpening) return `The story began${where}.`;
  const how = outcome === null ? '' : ` (${outcome.band})`;
  return `${JSON.stringify(playerText ?? '').slice(0, 120)}${where}${how}.`;
}
