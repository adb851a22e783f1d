import { matchesOf } from '#engine/kit/matches-of.ts';
import { oncePer } from '#engine/kit/once-per.ts';
import { BE, DO, HAVE, MODALS } from './english/small-words.ts';
import { familiesOf, isSensing, kindOf, readVerb } from './english/verbs.ts';
import type { NamedPerson, NarrationFacts } from './narration-facts.ts';
import { ownDoings } from './own-doings.ts';
import { verbsIn } from './verbs-in.ts';

/** How the players took part in a turn: they kept still, they spoke or looked closely, or they set out to do something. */
export type Stance = 'still' | 'engaged' | 'acting';

const QUOTED = /["“«„「]/;
/** Work that is only looking, and moves nothing. */
const LOOKS = /^(?:check|examine|inspect|study|count|scan|read|trace|track)$/;
// Both cases are written out: letters of every script without regard to case are dear to look for.
const OWN_VERB =
  /(?:^|[,.;:] |\b[Aa][Nn][Dd] )(?:[Tt][Hh][Ee][Nn] )?[Ii] (?:\p{L}+[Ll][Yy] )?(\p{L}+)|^(?![Ii]\b)(\p{L}+)/gu;

export type TakingPart = {
  readonly stance: Stance;
  /** They set out to do something in a word the lists do not know: "I bribe him" may be paying, talking or both. */
  readonly isUnread: boolean;
};

const LEFT_TO_OTHERS: TakingPart = { stance: 'still', isUnread: false };

/** How the player of one character took part, or of whomever the narration addresses as you. */
export function takingPart(facts: NarrationFacts, persona: NamedPerson | null): TakingPart {
  return persona !== null && isLeftToOthers(facts, persona) ? LEFT_TO_OTHERS : partTaken(facts);
}

/** Whether this turn is another player's: it names their character and not this one. */
function isLeftToOthers({ personas, playerWords, settled }: NarrationFacts, persona: NamedPerson): boolean {
  const named = (person: NamedPerson) =>
    [...playerWords, ...settled].some((text) =>
      [person.name, ...person.aliases].some((name) => text.includes(name)),
    );
  return !named(persona) && personas.some((other) => other !== persona && named(other));
}

const partTaken = oncePer((facts: NarrationFacts): TakingPart => partTakenIn(facts));

/** How players took part by their words and by what was settled of their deeds. */
export function partTakenIn(facts: Pick<NarrationFacts, 'playerWords' | 'settled' | 'personas'>): TakingPart {
  const isUnread = hasUnreadVerb(facts);
  return { stance: isUnread ? 'acting' : stanceOf(facts), isUnread };
}

function stanceOf({ playerWords, settled }: Pick<NarrationFacts, 'playerWords' | 'settled'>): Stance {
  const lemmas = playerWords.map(ownDoings).flatMap(verbsIn);
  if (settled.length > 0 || lemmas.some(isActive)) return 'acting';
  const engages = (lemma: string) => kindOf(lemma) === 'speak' || LOOKS.test(lemma);
  return playerWords.some((text) => QUOTED.test(text)) || lemmas.some(engages) ? 'engaged' : 'still';
}

function isActive(lemma: string): boolean {
  const kind = kindOf(lemma);
  if (lemma === 'weigh' || lemma === 'measure') return true;
  return (kind === 'act' || kind === 'move') && !LOOKS.test(lemma) && !familiesOf(lemma).has('waiting');
}

export function hasUnreadVerb({
  playerWords,
  personas,
}: Pick<NarrationFacts, 'playerWords' | 'personas'>): boolean {
  const names = personas.flatMap(({ name, aliases }) => [name, ...aliases]);
  return playerWords.some((text) => {
    const bare = names.reduce((rest, name) => rest.replaceAll(name, 'I'), text);
    return matchesOf(OWN_VERB, bare).some(([, own, first]) => isUnread((own ?? first ?? '').toLowerCase()));
  });
}

function isUnread(word: string): boolean {
  return (
    !NO_VERBS.test(word) &&
    !KNOWN.some((words) => words.has(word)) &&
    readVerb(word).length === 0 &&
    !isSensing(word)
  );
}

const KNOWN = [BE, HAVE, DO, MODALS];
const NO_VERBS =
  /^(?:|i|i'm|we|he|she|it|they|you|the|an?|my|our|his|her|this|that|these|those|there|here|what|who|whom|whose|where|when|why|how|which|is|and|but|or|so|if|then|with|without|in|on|at|to|for|from|of|by|as|after|before|while|once|no|not|yes|yeah|ok|okay|please|well|just|still|also|only|never|always|now|first|instead|would|s|d|ll|m|ve|gaze|peer|nothing|silence|smell|think|sleep)$/;
