import type { Deed } from './english/deed.ts';
import { deedsOf } from './english/deeds.ts';
import type { Sentence, Token } from './english/narrated.ts';
import { predicateAt } from './english/predicate.ts';
import { BE, PLACES_OF_REST } from './english/small-words.ts';
import { occurrences, type Subject, standingAt, subjectsOf } from './english/subjects.ts';
import { familiesOf, readVerb } from './english/verbs.ts';
import type { NamedPerson, NarrationFacts } from './narration-facts.ts';
import { pronounRuns, upTo } from './pronoun-runs.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const SEEN = words(
  `step walk enter sit kneel rise crouch lean straighten mount drop lift close shut lower raise open drink pour tap knock sip rap push
  pull climb stride shoulder duck slip squeeze burst trot saunter stroll limp crawl hurry tiptoe barge amble swagger scramble hop shuffle wade glide
  hand pass clear`,
);
const SEEN_FAMILIES = [
  'gesture',
  'turning',
  'taking',
  'placing',
  'throwing',
  'opening',
  'dressing',
  'consuming',
];
/** What somebody may do habitually, elsewhere, or in a manner of speaking. */
const ANYWHERE = words(
  `take hold carry draw wear let release claim steal rest hang keep set load eat smoke burn press force break plant collect gather
  bar lock cover fill taste cross stare shift place cast catch reach clean strip remove sob weep forgive bind don sling face cut
  seize fetch retrieve lay empty down tie return wheel bolt drag relent bristle`,
);
const POSTURE = /^(?:stand|sit|lean|kneel|crouch|perch|wait|huddle|lounge|hover|squat|come|step|walk)$/;

/** Whether a doing can only be told of somebody who is in the room. Whoever is away may still own, rule and want things. */
export function isSeenDoing({ kind, lemma, speech }: Deed): boolean {
  if (kind === 'speak') return speech !== null;
  if (SEEN.has(lemma)) return true;
  const families = familiesOf(lemma);
  return !ANYWHERE.has(lemma) && SEEN_FAMILIES.some((family) => families.has(family));
}

/** `Halfway over stands Jossamy`: the place comes first, and whoever is in it last. */
export function isFoundAt({ tokens }: Sentence, person: NamedPerson): boolean {
  return subjectsOf(person).some((subject) =>
    occurrences(tokens, subject).some(({ start }) => {
      const [before, place] = [tokens[start - 1], tokens[start - 2]];
      if (before?.kind !== 'word' || place?.kind !== 'word' || start < 2) return false;
      return readVerb(before.lower).some(
        ({ lemma, form }) => POSTURE.test(lemma) && (form === 'third' || form === 'past'),
      );
    }),
  );
}

/** How many sentences behind the one that places somebody here a pronoun may still be theirs. */
const REACH = 2;

/** The sentences in which a pronoun acts that means somebody just placed in the room: `Arvid is on the bench, and he nods`. */
export function carriedDeeds(
  sentences: readonly Sentence[],
  person: NamedPerson,
  facts: NarrationFacts,
): ReadonlySet<number> {
  const placed = sentences.flatMap((sentence, index) => (isPlaced(sentence, person) ? [index] : []));
  if (placed.length === 0) return new Set();
  const runs = pronounRuns(sentences, person, facts);
  return new Set(
    runs.flatMap((run, index) => {
      const sentence = sentences[index];
      if (run === null || sentence === undefined) return [];
      if (!placed.some((at) => at <= index && index <= at + REACH)) return [];
      return deedsOf(upTo(sentence, run), run.pronoun).some(isSeenDoing) ? [index] : [];
    }),
  );
}

const INWARD = words('in into down through out up past over across along round around');

/** `comes round the stair`: told of now, and more than the dead do. In the past it may be how they lived. */
export function isWalkingIn({ tokens }: Sentence, person: NamedPerson): boolean {
  return subjectsOf(person).some((subject) =>
    occurrences(tokens, subject).some(({ start, end }) => {
      const goes = readVerb(tokens[end]?.lower ?? '').some(
        ({ lemma, form }) => form === 'third' && familiesOf(lemma).has('going'),
      );
      const whither = tokens[end + 1]?.lower ?? '';
      return goes && whither !== 'up' && INWARD.has(whither) && standingAt(tokens, start) === 'asserted';
    }),
  );
}

/** `is on the bench`, `leans over the table`, `sweeps in`: where somebody is, and nothing of what they do. */
function isPlaced({ tokens }: Sentence, person: NamedPerson): boolean {
  return subjectsOf(person).some((subject) =>
    occurrences(tokens, subject).some(
      ({ end }) => comesIn(tokens, end) || isAtRest(tokens, end, subject.agreement),
    ),
  );
}

/** `sweeps in`, `lets herself in`, `is pouring`. */
function comesIn(tokens: readonly Token[], end: number): boolean {
  const verb = tokens[end]?.lower ?? '';
  const next = tokens[end + 1]?.lower ?? '';
  if (BE.has(verb)) return /\w{3}ing$/.test(next);
  const whither = /^(?:him|her|them)sel(?:f|ves)$/.test(next) ? (tokens[end + 2]?.lower ?? '') : next;
  return /^[a-z]+(?:s|ed)$|^came$/.test(verb) && INWARD.has(whither);
}

function isAtRest(tokens: readonly Token[], end: number, agreement: Subject['agreement']): boolean {
  const verb = tokens[end]?.lower ?? '';
  const rests = BE.has(verb) || readVerb(verb).some(({ lemma }) => POSTURE.test(lemma));
  const at = tokens.slice(end + 1, end + 3).some(({ lower }) => PLACES_OF_REST.has(lower));
  return rests && at && predicateAt(tokens, end, agreement)?.deed === null;
}
