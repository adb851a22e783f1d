import type { Phrases } from './grammar.ts';

/** How the world answers when the dice have spoken, by how high they fell. */
export const AFTER_THE_DICE: Readonly<Record<'high' | 'middle' | 'low', Phrases>> = {
  high: [
    'It holds, and it holds cleanly: nothing in {place} pushes back.',
    'For once the moment gives way without a struggle, and {place} makes room for it.',
    'It works. The proof is in the silence that follows.',
    'The thing comes off better than anybody in {place} would have bet.',
  ],
  middle: [
    'It comes off, but not for free; something in {place} has taken note.',
    'Half of it lands. The other half will want paying for.',
    'It works, with a catch that shows itself a breath too late.',
    'There is a yes in this, and a bill folded inside it.',
  ],
  low: [
    'It goes wrong in the plain way things go wrong: quickly, and in front of witnesses.',
    'It does not hold. {place} closes over the gap as if nothing had been tried.',
    'The moment slips, and what was a chance turns into a cost.',
    'Nothing gives. Worse, now it is known that something was tried.',
  ],
};

/** Whoever does not speak answers all the same. */
export const SILENT_REPLIES: Phrases = [
  '{name} says nothing. It is not the silence of somebody who is looking for words.',
  'Nothing moves in the face of {name}.',
  '{name} stands as before, and the quiet around that figure is a little deeper than elsewhere.',
  'If {name} has heard, there is no sign of it.',
];

/** While a table lies open. */
export const IN_THE_BALANCE: Phrases = [
  '{name} does not answer at once. It could go either way, and everybody here knows it.',
  'Something in {name} has begun to weigh it. What the scales will say is not settled yet.',
  '{name} looks at the floor, the window, the others, and has not decided.',
];

export const UNDECIDED: Phrases = [
  'It hangs in the balance at {place}, and what will come of it is not settled yet.',
  'Everything at {place} holds its breath: this can fall either way.',
];

/** What those who stand by make of a row that was hit. */
export const WITNESSES: Phrases = [
  '{name} has heard every word, and files it where such things are kept.',
  '{name} lets out a breath that had been waiting.',
  '{name} looks from one to the other and says nothing yet.',
  'From where {name} stands comes the smallest of movements, quickly put away.',
];

/** Arriving somewhere. */
export const ARRIVALS: Phrases = [
  'The way leads to {place}.',
  'Then the ground underfoot is that of {place}.',
  'Some time later there is {place}.',
  'It is not far, and then it is {place}.',
  'At the end of it stands {place}, looking as if it had been expecting somebody else.',
  'The air changes first; after that it is {place}.',
];

export const PRESENCES: Phrases = [
  '{name} is here, {role}, and has already noticed who came in.',
  '{name}, {role}, does not look up, which is a way of looking.',
  'Over there is {name}: {role}, and in no hurry.',
];

export const ALONE: Phrases = [
  'There is nobody else in sight, and {place} makes no secret of it.',
  'No one answers; {place} keeps its own company.',
  '{place} is empty enough to hear it being empty.',
  'Whoever was in {place} last has left it warm and nothing else.',
  'There is only {place}, and what has been left lying in it.',
  'A draught goes through {place} and meets nobody.',
  'Nothing in {place} answers but {place} itself.',
];

export const CLOSINGS: Phrases = [
  'And still there is the matter people here would file under {thread}.',
  'None of this has settled {thread}.',
  'Under it all, unanswered: {thread}.',
  'It does not take much to see that this leads back to {thread}.',
  'Somebody will bring up {thread} before the day is out.',
  'There is one thing nobody has asked yet, and it has to do with {thread}.',
  'Whichever way it is turned, {thread} is on the other side.',
];

export const OPEN_ENDINGS: Phrases = [
  'The next move is not theirs to make.',
  'Then it is quiet, the kind of quiet that expects something.',
  'Nobody says what happens now.',
  'There is room for one more sentence, and it is being left free.',
  'Somewhere behind it all a door is opened and closed again.',
  'It could be left at that. It rarely is.',
  'A chair is pushed back, or perhaps only moved.',
  'The moment is still open, though not for long.',
  'Elsewhere, the world goes on with what it was doing.',
];

/** Said once, at the start, so that nobody takes this for a language model. */
export const HONESTY =
  '(No language model is in use. The offline storyteller tells this from the pack, the dice and what you do.)';

/** Said once, to whoever writes in another language. */
export const ENGLISH_ONLY =
  '(The offline storyteller knows the names in your words, but it reads and answers in English only.)';

/** Somebody answers in words their author gave them. */
export const VOICED: Phrases = [
  '“{clause}” {name} says.',
  '{name} takes a moment. “{line}”',
  '“{line}” {name} says it to nobody in particular.',
  '{name} does not look up. “{line}”',
  '“{clause}” says {name}, and lets that stand.',
  '{name} looks over. “{line}”',
  'After a while it is {name} who speaks. “{line}”',
  '“{line}” And {name} means it, as far as one can see.',
  '{name} says it without being asked. “{line}”',
];

/** Somebody was called who is not here. */
export const ABSENT: Phrases = [
  '{name} is not here. The name goes out into {place} and comes back alone.',
  'Nobody in {place} turns at the name of {name}. Word would have to be sent, and somebody would have to carry it.',
  '{name} does not come. Wherever that may be, it is out of earshot of {place}.',
  'The name of {name} means something in {place}: two people look at the door. It stays shut.',
];

/** There is no way there from here. */
export const NO_SUCH_WAY: Phrases = [
  'There is no going there straight from {place}.',
  'That is not to be reached from {place} in one go.',
  '{place} has no door that opens on that.',
];

/** Something draws nearer. */
export const PRESSING: Phrases = [
  'And it does not wait: {threat}.',
  'One thing has come nearer in the meantime. {threat}.',
  'It is in everybody’s mind and nobody’s mouth: {threat}.',
];

/** Those who stay when the story moves on. */
export const LEFT_BEHIND: Phrases = [
  'Behind, {name} has already turned to something else.',
  '{name} watches the going and says nothing to it.',
  '{name} stays, and does not wave.',
  'What {name} makes of it stays there too.',
];
