import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ReflectReply } from '../reflect-reply.ts';
import type { ReflectInput } from '../step-inputs.ts';
import { choose, say } from './grammar.ts';

const GUARDED = [
  '{name} holds back and watches who else is watching.',
  '{name} answers with a question and waits for the price to be named.',
  '{name} shifts a step, so that the way out stays open.',
  '{name} says only as much as is known anyway.',
  '{name} lets somebody else speak first.',
] as const;

const WARMED = [
  '{name} nods once, and makes room.',
  '{name} gives a little ground and makes sure it is noticed.',
] as const;

const WARY = [
  '{name} steps back and keeps both hands where they can be used.',
  '{name} raises a voice, just enough for the others to hear.',
] as const;

/** What somebody does from their own wishes and memories, and what they keep to themselves. */
export function reflectOffline(input: ReflectInput, random: KeyedRandom): ReflectReply {
  const { name, profile, memories, outcome } = input;
  const goal = /^Wants: (.+)$/m.exec(profile)?.[1]?.split('; ')[0] ?? '';
  const degree = outcome?.degree ?? null;
  const phrases =
    degree === 'failure' ? WARY : degree === 'success' || degree === 'critical' ? WARMED : GUARDED;
  const memory = choose(random, memories.slice(0, 3));
  return {
    action_text: say(random, phrases, { name }, input.lastNarration),
    intent_tags: [degree === 'failure' ? 'guard' : 'observe'],
    goals: goal === '' ? [] : [goal],
    thought:
      memory === null
        ? `Nothing of this changes what I want. ${goal}`.trim()
        : `I have not forgotten: ${memory.content}`,
  };
}
