import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ReflectReply } from '../reflect-reply.ts';
import type { ReflectInput } from '../step-inputs.ts';
import { choose, type Phrases, say } from './grammar.ts';
import { VOICED } from './phrases.ts';
import { gesturesFor, startledGestures } from './reflecting/gestures.ts';
import { ownReply } from './reflecting/own-reply.ts';
import { readProfile } from './reflecting/read-profile.ts';
import { ownLines, voiced, wasSaid } from './speech/own-lines.ts';
import { capital, shortName } from './speech/short-name.ts';

/** What somebody does from their own wishes and memories, and what they keep to themselves. */
export function reflectOffline(input: ReflectInput, random: KeyedRandom): ReflectReply {
  const { memories, outcome } = input;
  const profile = readProfile(input);
  const [goal = ''] = profile.wants;
  const degree = outcome?.degree ?? null;
  const startled = startledGestures(input, profile);
  const answered = startled === null ? ownReply(input, profile, random) : null;
  const memory = choose(random, memories.slice(0, 3));
  return {
    action_text: capital(
      answered?.text ??
        (startled === null ? spoken(input, profile.speaks, random) : null) ??
        gesture(input, startled ?? gesturesFor(input), random),
    ),
    intent_tags: [answered?.intent ?? (degree === 'failure' ? 'guard' : 'observe')],
    goals: goal === '' ? [] : [goal],
    thought:
      memory === null
        ? `Nothing of this changes what I want. ${goal}`.trim()
        : `I have not forgotten: ${memory.content}`,
  };
}

function gesture(input: ReflectInput, phrases: Phrases, random: KeyedRandom): string {
  return say(random, phrases, { name: shortName(input.name) }, input.lastNarration);
}

/** Every other time somebody speaks, in words their author gave them; never the same twice in a row. */
function spoken({ name, lastNarration }: ReflectInput, speech: string, random: KeyedRandom): string | null {
  const line = choose(
    random,
    ownLines(speech).filter((one) => !wasSaid(one, lastNarration)),
  );
  return line === null || random.below(2) === 0
    ? null
    : say(random, VOICED, voiced(shortName(name), line), lastNarration);
}
