import { narratorsWords } from './english/narrated.ts';
import type { NarrationFacts } from './narration-facts.ts';
import type { Reading } from './reading.ts';
import { contentStems } from './text/words.ts';
import { grave, type Verdict } from './verdict.ts';

const BEING_THERE =
  '(?:(?:morning|dawn|daybreak|noon|dusk|evening|night|midnight) (?:finds|found) (?:you|us|them|{who})|(?:you|we|{who}) (?:are|is|was|were|stand|stands|stood|sit|sits|sat|are standing|is standing|have reached|has reached|have come to|reach|reaches|reached|arrive|arrives|arrived|enter|enters|entered|find yourself|finds (?:him|her)self)|here|back|all around you|you are back)(?: at last| now| again| back| standing| finally)?(?: in| at| on| inside| into| outside)?';

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
      (sentence) => !sentence.text.endsWith('?') && pattern.test(narratorsWords(sentence)),
    );
    return wrong === undefined ? [] : [verdict(wrong.text, place, facts.places.join(' or '))];
  });
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
