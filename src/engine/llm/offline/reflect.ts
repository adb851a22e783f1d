import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ReflectReply } from '../reflect-reply.ts';
import type { ReflectInput } from '../step-inputs.ts';
import { choose, say } from './grammar.ts';
import { ownLines, voiced, wasSaid } from './own-lines.ts';
import { VOICED } from './phrases.ts';

const GUARDED = [
  '{name} holds back and watches who else is watching.',
  '{name} answers with a question and waits for the price to be named.',
  '{name} shifts a step, so that the way out stays open.',
  '{name} says only as much as is known anyway.',
  '{name} lets somebody else speak first.',
  '{name} goes on with what was begun, only slower.',
  '{name} trades a look with nobody in particular.',
  '{name} sets something straight that was straight already.',
  '{name} counts the people between here and the door.',
] as const;

const WARMED = [
  '{name} nods once, and makes room.',
  '{name} gives a little ground and makes sure it is noticed.',
  '{name} puts down what was in the way of listening.',
  '{name} comes half a step nearer.',
] as const;

const WARY = [
  '{name} steps back and keeps both hands where they can be used.',
  '{name} raises a voice, just enough for the others to hear.',
  '{name} looks for the others, to see who saw it.',
  '{name} shuts what was open a moment ago.',
] as const;

const FIGHTING = [
  '{name} keeps coming.',
  '{name} gives no ground.',
  '{name} shifts to the side the light comes from.',
  '{name} does not hurry, and does not stop.',
] as const;

const BY_DEGREE = { failure: WARY, mixed: GUARDED, success: WARMED, critical: WARMED } as const;

/** What somebody does from their own wishes and memories, and what they keep to themselves. */
export function reflectOffline(input: ReflectInput, random: KeyedRandom): ReflectReply {
  const { name, profile, memories, outcome } = input;
  const goal = /^Wants: (.+)$/m.exec(profile)?.[1]?.split('; ')[0] ?? '';
  const degree = outcome?.degree ?? null;
  const isFight = outcome?.consequences.some((line) => / (?:strikes|misses) /.test(line)) ?? false;
  const phrases = isFight ? FIGHTING : BY_DEGREE[degree ?? 'mixed'];
  const memory = choose(random, memories.slice(0, 3));
  return {
    action_text:
      (isFight ? null : spoken(input, random)) ?? say(random, phrases, { name }, input.lastNarration),
    intent_tags: [degree === 'failure' ? 'guard' : 'observe'],
    goals: goal === '' ? [] : [goal],
    thought:
      memory === null
        ? `Nothing of this changes what I want. ${goal}`.trim()
        : `I have not forgotten: ${memory.content}`,
  };
}

/** Every other time somebody speaks, in words their author gave them; never the same twice in a row. */
function spoken({ name, profile, lastNarration }: ReflectInput, random: KeyedRandom): string | null {
  const speech =
    /^Speaks: ([\s\S]*?)(?=\n(?:Nature|Meets|Wants|Never|Knows|Keeps)\b|$)/m.exec(profile)?.[1] ?? '';
  const lines = ownLines(speech).filter((line) => !wasSaid(line, lastNarration));
  const line = choose(random, lines);
  return line === null || random.below(2) === 0
    ? null
    : say(random, VOICED, voiced(name, line), lastNarration);
}
