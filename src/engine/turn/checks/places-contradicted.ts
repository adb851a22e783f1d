import { narratorsWords } from './english/narrated.ts';
import type { NarrationFacts } from './narration-facts.ts';
import type { Reading } from './reading.ts';
import { contentStems } from './text/words.ts';
import { grave, type Verdict } from './verdict.ts';

const BEING_THERE =
  "(?:(?:morning|dawn|daybreak|noon|dusk|evening|night|midnight) (?:finds|found) (?:you|us|them|{who})|(?:(?:you|we)['’]re|(?:you|we|{who}) (?:are|is|was|were|stand|stands|stood|sit|sits|sat|(?:are|is|was|were) (?:standing|sitting)|have reached|has reached|have come to|reach|reaches|reached|arrive|arrives|arrived|enter|enters|entered|find yourself|finds (?:him|her)self))|(?:(?:out|up|down|over|back|in) )?here|back|all around you|you are back)(?: at last| now| again| back| standing| finally)?(?: (?:in|at|on|by|beside|under|before) (?:the|a|your) \\w+ (?:of|in|at)| in| at| on| inside| into| outside)?";

/** Finds narration that plays in a place where nobody is. Places spoken of, seen or headed for are no fault. */
export function placeVerdicts({ prose, sentences }: Reading, facts: NarrationFacts): readonly Verdict[] {
  if (facts.places.length === 0) return [];
  const here = new Set(facts.places.flatMap((place) => [...contentStems(place)]));
  const who = facts.personas.flatMap(({ name, aliases }) => [name, ...aliases]).map(escaped);
  const being = BEING_THERE.replaceAll('{who}', who.length === 0 ? 'you' : who.join('|'));
  const told = prose.toLowerCase();
  return facts.otherPlaces.flatMap((place) => {
    if (!told.includes(bareName(place).toLowerCase())) return [];
    // A place that shares its telling words with this one may be the same place by another name.
    if ([...contentStems(place)].every((word) => here.has(word))) return [];
    const pattern = new RegExp(
      `(?:^|[,;.—]\\s*|\\b(?:and|now|then|but|morning|evening|night|noon|dawn|last)\\s+)${being} (?:the )?${escaped(bareName(place))}(?![\\p{L}\\p{N}'’-])`,
      'iu',
    );
    const wrong = sentences.find(
      (sentence) =>
        !sentence.text.endsWith('?') &&
        (pattern.test(narratorsWords(sentence)) || isAround(narratorsWords(sentence), bareName(place))),
    );
    return wrong === undefined ? [] : [verdict(wrong.text, place, facts.places.join(' or '))];
  });
}

const ABOUT_YOU =
  /\b(?:overhead|underfoot|(?:all )?(?:around|about) you|(?:over|above|under|beneath|below) your (?:heads?|feet|boots|shoes|soles)|on (?:all|every|either|both) sides?)\b/i;
/** Behind a place: whoever smells it is in it. */
const SMELLS = /^ (?:\w+ )?(?:smell(?:s|ed)|smelt|stinks|stank|reeks|reeked|echoes|echoed) /i;
const NOT_HERE =
  /\b(?:like|as if|as though|remember\w*|not|never|no|far|from|toward|towards|miles|somewhere|would|could|might|if)\b|n['’]t\b/i;

/** `The shuttle bay is dark around you`: what stands around somebody is where they are. */
function isAround(told: string, place: string): boolean {
  const at = told.toLowerCase().indexOf(place.toLowerCase());
  if (at === -1 || NOT_HERE.test(told)) return false;
  return ABOUT_YOU.test(told) || SMELLS.test(told.slice(at + place.length));
}

function verdict(excerpt: string, place: string, here: string): Verdict {
  return grave(
    'contradiction',
    excerpt,
    `The scene plays in ${here}, but is told as if it were in ${place}.`,
    `The scene plays in ${here}; nobody has gone to ${place}.`,
  );
}

function bareName(place: string): string {
  return place.replace(/^the\s+/i, '');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
