import type { Phrases } from './grammar.ts';
import { WITHOUT_DICE } from './phrases.ts';

/** How the world meets what is done, by the kind of deed; the first kind the words name is taken. */
const LEADS: readonly (readonly [RegExp, Phrases])[] = [
  [
    /\b(look|watch|study|examine|inspect|observe|glance|peer|stare)\b/i,
    [
      'There is more to see in {place} than is put on show.',
      'Seen slowly, {place} has a front and a back, and the back is the interesting one.',
      'The {time} light in {place} is honest about some things and not about others.',
      'Nothing in {place} minds being looked at, which is not the same as having nothing to hide.',
      '{place} holds still for it, the way people do for a portrait.',
      'What catches the eye in {place} is what somebody has tried to tidy away.',
    ],
  ],
  [
    /\b(listen|overhear|eavesdrop)\w*/i,
    [
      'Under the noise of {place} there is a second noise, and that one is talk.',
      'Two voices stop at the same moment, a little too neatly.',
      'What is said in {place} is said for company; what is left out is the news.',
      'A name is mentioned somewhere in {place}, and then nobody mentions it again.',
      'It takes a while until {place} forgets that somebody is listening.',
    ],
  ],
  [
    /\b(search|rummage|feel under|turn over|go through)\b/i,
    [
      'Drawers, ledges, the undersides of things: {place} gives up its dust first.',
      'Most of what turns up in {place} was lost by people who did not miss it.',
      'There are places where a hand goes and places where it does not, and {place} has both.',
      'A thorough search makes a particular sound, and in {place} people know it.',
      'Behind the obvious there is the nearly obvious, and then a wall.',
    ],
  ],
  [
    /\b(wait|rest|sit|stay|linger|sleep|pause)\b/i,
    [
      'Time passes in {place} the way it does for those who are paid to let it.',
      'Waiting is a kind of question too, and {place} begins to answer it.',
      'The {time} goes on without asking anybody.',
      'After a while {place} stops performing and goes back to what it was doing.',
      'Somebody comes in, thinks better of it, and goes out again.',
    ],
  ],
  [
    /\b(ask|tell|say|talk|speak|answer|greet|thank|offer|call|whisper|shout|explain|promise)\b/i,
    [
      'It has been said, and {place} has heard it.',
      'There is a pause in {place} just long enough for a price to be thought of.',
      'Words cost nothing in {place}; being seen to answer them does.',
      'The nearest conversation drops by half, politely.',
      'For a moment everybody in {place} finds something to do with their hands.',
      'It lands somewhere between a request and an admission.',
      'That gets attention in {place}, some of it the right kind.',
    ],
  ],
];

export function leadFor(words: string): Phrases {
  return LEADS.find(([deed]) => deed.test(words))?.[1] ?? WITHOUT_DICE;
}
