import type { z } from 'zod';
import type { ReactInput, Reaction } from '#engine/contracts/reaction.ts';
import type { ResolveInput, RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { toNamed } from '../grammar/lexicon.ts';
import { listActions } from '../grammar/parse.ts';
import { findVerb, RISKY, SPEECH_DEEDS } from '../grammar/verbs.ts';
import { tokenise } from '../grammar/words.ts';
import { toMatter, writeAnswer, writeWaiting } from '../voice/tell-actions.ts';

/**
 * Returns the reply to `react`: an authored line to the player who speaks to the character, or that it does nothing. In a fight
 * it strikes; its stat block says with what and at whom.
 */
export function reactOffline(input: ReactInput, seed: string): z.input<typeof Reaction> {
  return { ...answerOffline(input, seed), ...(input.fights ? { attempt: { kind: 'attack' } } : {}) };
}

function answerOffline(input: ReactInput, seed: string): z.input<typeof Reaction> {
  const { name, profile, lastNarration } = input;
  const topic = topicFor(input);
  if (topic === null) return { action: writeWaiting(name) };
  const speaker = { name, sampleLines: readSampleLines(profile) };
  const action = writeAnswer(speaker, topic, lastNarration, createKeyedRandom(seed, 'react'));
  return { action, intents: ['answer'] };
}

/** Returns the player's words to this character; empty for a greeting, null when the character is not spoken to. */
function topicFor({ playerText, characterId, name, present }: ReactInput): string | null {
  const others = present.filter(({ id }) => id !== characterId);
  const people = [...others, { id: characterId, name }];
  const named = people.map((person) => toNamed({ ...person, kind: 'person' }));
  const lexicon = { named, scenery: [] };
  const open = { lexicon, checks: null, means: [], money: null, clock: null, person: null, thing: null };
  // The text stands behind the name of the one who says it.
  const spoken = listActions(playerText.replace(/^.{1,80}?: /, ''), open).find(
    ({ deed, target }) => SPEECH_DEEDS.includes(deed) && target?.id === characterId,
  );
  return spoken === undefined ? null : toMatter(spoken.topic, spoken.verb);
}

/** Lines of the profile that are marked as samples. Quotations elsewhere may be secrets. */
function readSampleLines(profile: string): string[] {
  const [, lines = ''] = /^(?:says things like|sample lines?):(.*)$/im.exec(profile) ?? [];
  return lines.split(' / ').flatMap((line) => line.trim() || []);
}

const DICE = /\b(\d{0,2})d(4|6|8|10|12|20|100)(\s?[+-]\s?\d{1,3})?\b/i;

/**
 * Returns the reply to `resolve`. Deeds that can fail are decided by the first dice the rulebook names, in three bands by their
 * range. Talking, looking, taking and going need no dice.
 */
export function resolveOffline({
  rulebook,
  actions,
  intent,
}: ResolveInput): z.input<typeof RulebookResolution> {
  const [expression, count = '', faces = '', added = ''] = DICE.exec(rulebook) ?? [];
  const attempt = actions.join('; ') || intent;
  if (expression === undefined || !isUncertain(attempt)) return {};
  const [number, bonus] = [Number(count || 1), Number(added.replace(/\s/g, ''))];
  const range = number * (Number(faces) - 1);
  const mixed = number + bonus + Math.ceil(range * 0.4);
  const success = number + bonus + Math.ceil(range * 0.7);
  const say = (result: string) => `The attempt (${attempt}) ${result}.`.slice(0, 2000);
  return {
    dice: [{ expression: expression.replace(/\s/g, '').toLowerCase(), purpose: attempt.slice(0, 1000) }],
    bands: [
      { to: mixed - 1, name: 'failure', degree: 'failure', outcome: say('fails') },
      { from: mixed, to: success - 1, name: 'partial', degree: 'mixed', outcome: say('succeeds in part') },
      { from: success, name: 'success', degree: 'success', outcome: say('succeeds') },
    ],
  };
}

function isUncertain(attempt: string): boolean {
  const deeds = attempt.split(/; | and /).map((deed) => findVerb(tokenise(deed))?.deed ?? '');
  return deeds.some((deed) => RISKY.has(deed) || ['attack', 'cast', 'help'].includes(deed));
}
