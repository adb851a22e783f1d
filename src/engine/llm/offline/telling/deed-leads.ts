import type { Phrases } from '../grammar.ts';

/** How the world meets what is done without dice, by the kind of deed; the first kind the words name is taken. */
export const LEADS: readonly (readonly [RegExp, Phrases])[] = [
  [
    /\b(sing|dance|juggle|joke|whistle|handstand|perform|recite|bow)(?:e?s|e?d|ing)?\b/i,
    [
      'It gets a laugh from somewhere, and from somewhere else a look.',
      'For as long as it lasts {place} has nothing better to watch.',
      'Two people clap. One of them means it.',
      'Whoever was in the middle of a sentence forgets how it was to end.',
    ],
  ],
  [
    /^\W*(?:hello|hi|hey|greetings|good (?:morning|evening|day|night|afternoon))\b|\bgreet(?:s|ed|ing)?\b/i,
    [
      'The greeting is taken, weighed and given back.',
      'A nod comes back, which here is nearly a speech.',
      'It is returned in kind, and a little is held over for later.',
    ],
  ],
  [
    /\b(throw|toss|fling|hurl|pour|spill|splash)(?:e?s|e?d|ing)?\b/i,
    [
      'It flies, and everything in {place} stops to see where it lands.',
      'Somebody will have to wipe that up, and knows who.',
      'It is louder than it is hard, and it is loud.',
    ],
  ],
  [
    /\b(kiss|caress|wink)(?:e?s|e?d|ing)?\b/i,
    [
      'It is not answered at once, and not refused at once.',
      'That changes the air, whatever else it changes.',
      'For a breath nobody in {place} is anywhere else.',
    ],
  ],
  [
    /\b(phone|telephone|dial)(?:e?s|e?d|ing)?\b/i,
    [
      'It rings for a long time somewhere else.',
      'The line hums, clicks, and hums again. Nobody picks up.',
      'There is a voice, but it is only the one that says to try again.',
    ],
  ],
  [
    /\b(give|hand(?= (?:over|\p{L}+ (?:the|my|an?|some)))|lend|pay|tip)(?:s|ing)?\b/iu,
    [
      'It is looked at for a while before any hand goes out for it.',
      'Nobody refuses it, and nobody gives thanks for it yet.',
      'What it is for is not asked. It is wondered, though.',
    ],
  ],
  [
    /\b(take(?! (?:a|my|our|some|the) (?:\w+ )?(?:seat|look|breath|walk|nap|rest|bow|moment|time|step|stand|oath|care|turn|break))|grab|pocket|pick up|collect|gather)(?:s|ing)?\b/i,
    [
      'Nobody says that it may be taken, and nobody that it may not.',
      'More than one pair of eyes goes along with it.',
      'Whether it is missed will show when somebody counts.',
    ],
  ],
  [
    /\b(quit|resign|give up)(?:s|ting|ing)?\b/i,
    [
      'It is said. Nobody moves to hold anybody, and nobody makes room either.',
      'That is one way to end a sentence.',
    ],
  ],
  [
    /\b(sorry|apologi[sz]e|forgive|comfort|console|cry|weep|embrace|hug)(?:e?s|e?d|ing)?\b/i,
    [
      'It is taken in slowly, the way one takes a parcel one did not order.',
      'That was not expected, and for a breath nobody knows where to look.',
      'Something in the room is let down by an inch.',
    ],
  ],
  [
    /\b(drink|eat|order(?!\s+(?:\S+\s+){1,4}to\b)|coffee|ale|beer|tea|bread|breakfast|supper|toast)(?:e?s|e?d|ing)?\b/i,
    [
      'It is set down without a word, and it is warm.',
      'It tastes of {place}: not bad, and of something else underneath.',
      'For the length of a cup nothing is wanted of anybody.',
      'There is always a little more talk round a full cup than an empty one.',
    ],
  ],
  [
    /\b(write|letter|note|sign|draft|dictate)(?:e?s|e?d|ing)?\b/i,
    [
      'The page fills. What is on it is plain enough; who will read it first is not.',
      'It is written. Now somebody has to carry it.',
      'The ink takes its time to dry, and so does everybody near it.',
    ],
  ],
  [
    /\b(pray|kneel|bless|confess|chapel)(?:e?s|e?d|ing)?\b/i,
    [
      'It is quiet for as long as a prayer takes.',
      'Whoever is listening keeps it to themselves.',
      'A candle somewhere leans over and straightens again.',
    ],
  ],
  [
    /\b(knock|ring|call out|bang)(?:e?s|e?d|ing)?\b/i,
    [
      'The sound goes in and does not come out again.',
      'Somewhere behind it something is put down, softly.',
      'Nobody comes at once. Nobody is quite absent either.',
    ],
  ],
  [
    /\b(listen|overhear|eavesdrop)(?:e?s|e?d|ing)?\b/i,
    [
      'Under the noise of {place} there is a second noise, and that one is talk.',
      'Two voices stop at the same moment, a little too neatly.',
      'A name is mentioned somewhere in {place}, and then nobody mentions it again.',
      'It takes a while until {place} forgets that somebody is listening.',
    ],
  ],
  [
    /\b(search|rummage|feel under|turn over|go through|check|read|examine|inspect)(?:e?s|e?d|ing)?\b/i,
    [
      'Drawers, ledges, the undersides of things: the dust comes up first.',
      'Most of what turns up was lost by people who did not miss it.',
      'Behind the obvious there is the nearly obvious, and then a wall.',
      'It takes a little while to do it properly.',
    ],
  ],
  [
    /\b(open|unlock|uncover)(?:e?s|e?d|ing)?\b/i,
    [
      'There is less behind it than one hopes, as a rule.',
      'It takes a moment to give, and shows nothing that was not guessed.',
      'What is behind it has been there for a while and is in no hurry.',
    ],
  ],
  [
    /\b(wait|rest|sit|stay|linger|sleep|pause|silent|nothing)\b/i,
    [
      'Time passes the way it does for those who are paid to let it.',
      'After a while {place} stops performing and goes back to what it was doing.',
      'Somebody comes in, thinks better of it, and goes out again.',
      'Waiting is a kind of question too.',
    ],
  ],
  [
    /\b(ask|tell|say(?!\s+nothing)|talk|speak|answer|thank|call|whisper|shout|explain|promise|laugh|order|command|invite)\b/i,
    [
      'It has been said, and it has been heard.',
      'The nearest conversation drops by half, politely.',
      'It lands somewhere between a request and an admission.',
      'That gets attention, some of it the right kind.',
      'A pause, just long enough for a price to be thought of.',
    ],
  ],
];

/** Nothing about the deed is of a kind. */
export const ANY_LEAD: Phrases = [
  'It is done, and nothing falls over.',
  'Something shifts; not much, but enough to be noticed.',
  'It is {time}, and {place} has seen stranger things.',
  'One or two people make a note of it, each for a different reason.',
  'It takes less time than it had seemed it would.',
  'Nobody objects, which is not the same as nobody minding.',
];

/** Nothing is done, and the story is to go on. */
export const GOES_ON: Phrases = [
  'A moment goes by, and {place} fills it with what it always does.',
  'Things go on in {place} as they were going, only a little further along.',
  'It is {time}, and nobody is holding the next minute back.',
  'So it goes on.',
  'The talk, where there is any, finds its own way.',
];

/** The same was done a moment ago. */
export const AGAIN: Phrases = [
  'The second time shows what the first did, and no more.',
  'Once more, then. {place} has not changed in between.',
  'It has been done already; doing it again only makes it known.',
  'Nothing new comes of it. Whatever is to be had here is had some other way.',
];

/** Somewhere that is no further than where one is. */
export const NOT_FAR: Phrases = [
  'It is only a few steps, and it is still {place}.',
  'That is no distance; {place} goes with it all the way.',
  'A little further along, {place} looks much as it did.',
];

/** Following somebody who stays. */
export const GOES_NOWHERE: Phrases = [
  '{name} goes no further than the other end of {place}, and knows about the company.',
  'As it turns out, {name} is not leaving. It is a short walk, and it ends in a look.',
  '{name} takes three steps, stops, and waits to be caught up with.',
];

/** Following somebody who is not here, or not any more. */
export const NO_TRACE: Phrases = [
  'Of {whom} there is no trace now, in {place} or at its doors.',
  '{whom} is out of sight before it comes to anything.',
  'Wherever {whom} went, there is no telling it from {place}.',
];

/** Turning to somebody without a question. */
export const TURNED_TO: Phrases = [
  '{name} makes room for whatever this is going to be.',
  '{name} stops what was being done, not all at once.',
  '{name} has time, or makes some.',
];

/** Taking up a matter of which nothing more is known. */
export const NO_FURTHER: Phrases = [
  '{thread} stands where it stood. Somebody would have to be asked, or something looked at.',
  'What is known of {thread} has been gone through; the rest is with people, or in places.',
  'Turned over once more, {thread} looks no different from this side.',
];
