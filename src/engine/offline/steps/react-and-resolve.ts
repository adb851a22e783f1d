import type { z } from 'zod';
import type { ReactInput, Reaction } from '#engine/contracts/reaction.ts';
import type { ResolveInput, RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { createRereadContext, ParseFault } from '../grammar/action.ts';
import { toNamed } from '../grammar/lexicon.ts';
import { parseInput } from '../grammar/parse.ts';
import { SPEECH_DEEDS } from '../grammar/speech.ts';
import { findVerb, isRisky } from '../grammar/verbs.ts';
import { writeAnswer, writeWaiting } from '../voice/tell-actions.ts';

/** Returns the reply to `react`: an authored line to the player who speaks to the character, or that it does nothing. */
export function reactOffline(input: ReactInput, seed: string): z.input<typeof Reaction> {
  const { name, profile, lastNarration } = input;
  const topic = topicFor(input);
  if (topic === null) return { action: writeWaiting(name) };
  const speaker = { name, sampleLines: readSampleLines(profile) };
  return {
    action: writeAnswer(speaker, topic, lastNarration, createKeyedRandom(seed, 'react')),
    intents: ['answer'],
  };
}

/** Returns the player's words to this character; empty for a greeting, null when the character is not spoken to. */
function topicFor({ playerText, characterId, name, present }: ReactInput): string | null {
  const people = present.some(({ id }) => id === characterId)
    ? present
    : [...present, { id: characterId, name }];
  const open = createRereadContext({
    named: people.map((person) => toNamed({ ...person, kind: 'person' })),
    scenery: null,
  });
  // The text stands behind the name of the one who says it.
  const spoken = parseInput(playerText.replace(/^.{1,80}?: /, ''), open)
    .flatMap(({ result }) => (result instanceof ParseFault ? [] : [result]))
    .find(({ deed, target }) => SPEECH_DEEDS.includes(deed) && target?.id === characterId);
  if (spoken === undefined) return null;
  return spoken.topic === '' && !['talk', 'greet', 'say'].includes(spoken.verb) ? spoken.verb : spoken.topic;
}

/** Lines of the profile that are marked as samples. Quotations elsewhere may be secrets. */
export function readSampleLines(profile: string): string[] {
  const [, lines = ''] = /^(?:says things like|sample lines?):(.*)$/im.exec(profile) ?? [];
  return lines
    .split(' / ')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const DICE = /\b\d{0,2}d(?:4|6|8|10|12|20|100)(?:\s?[+-]\s?\d{1,3})?\b/i;

/**
 * Returns the reply to `resolve`. Deeds that can fail are decided by the first dice the rulebook names, in three bands by their
 * range. Talking, looking, taking and going need no dice.
 */
export function resolveOffline({
  rulebook,
  actions,
  intent,
}: ResolveInput): z.input<typeof RulebookResolution> {
  const [expression] = DICE.exec(rulebook) ?? [];
  const attempt = actions.join('; ') || intent;
  if (expression === undefined || !isUncertain(attempt)) return {};
  const dice = expression.replace(/\s/g, '').toLowerCase();
  const [low, high] = rangeOf(dice);
  const [mixed, success] = [low + Math.ceil((high - low) * 0.4), low + Math.ceil((high - low) * 0.7)];
  const say = (result: string) => `The attempt (${attempt}) ${result}.`.slice(0, 2000);
  return {
    dice: [{ expression: dice, purpose: attempt.slice(0, 1000) }],
    bands: [
      { to: mixed - 1, name: 'failure', degree: 'failure', outcome: say('fails') },
      { from: mixed, to: success - 1, name: 'partial', degree: 'mixed', outcome: say('succeeds in part') },
      { from: success, name: 'success', degree: 'success', outcome: say('succeeds') },
    ],
  };
}

function isUncertain(attempt: string): boolean {
  return parseInput(attempt, createRereadContext({ named: [], scenery: null })).some(({ tokens }) => {
    const deed = findVerb(tokens)?.deed;
    return deed !== undefined && (isRisky(deed) || ['attack', 'cast', 'help'].includes(deed));
  });
}

function rangeOf(dice: string): readonly [number, number] {
  const [, count = '', faces = '20', added = '0'] = /^(\d*)d(\d+)([+-]\d+)?/.exec(dice) ?? [];
  const number = Number(count || 1);
  return [number + Number(added), number * Number(faces) + Number(added)];
}
