import type { Phrases } from '../grammar.ts';

/** How a kind of deed looks from close by, by how the dice fell; `plain` when no dice were asked. */
export type Deed = {
  readonly said: RegExp;
  /** Nobody likes to have it done to them. */
  readonly isHostile?: true;
  readonly high: Phrases;
  readonly middle: Phrases;
  readonly low: Phrases;
  readonly plain: Phrases;
};

/** The first kind the words name is taken. `who` is the one it is done to, `place` where. */
export const DEEDS: readonly Deed[] = [
  {
    said: /\b(attack|fight|hit|punch|kick|stab|shoot|slash|strike|kill|tackle|shove|slap|headbutt|throttle)(?:e?s|e?d|ing)?\b/i,
    isHostile: true,
    high: [
      'It lands, and {who} goes back two steps with the breath knocked out.',
      'The blow is there before anybody has seen it start; {who} takes all of it.',
      '{who} does not get a hand up in time. Something goes over with a crash.',
    ],
    middle: [
      'It connects, but {who} was already turning, and what comes back hurts too.',
      'There is a blow, and there is an answer to it, and both of them count.',
      '{who} takes it on the shoulder and holds on; now it is a scuffle.',
    ],
    low: [
      '{who} is simply not where it lands, and everybody in {place} has seen it.',
      'It goes wide. {who} has time to look surprised, then time to look angry.',
      'A foot slips, an arm is caught, and {who} lets go only when the point is made.',
    ],
    plain: [
      '{who} goes back against the nearest hard thing, and people make room.',
      'There is a scuffle, short and ugly, and nobody wins it.',
    ],
  },
  {
    said: /\b(threaten|intimidate|menace|accuse|blackmail|provoke|insult|shout at)(?:e?s|e?d|ing)?\b/i,
    isHostile: true,
    high: [
      'It works as threats do: {who} goes pale first and reasonable second.',
      '{who} believes it. One can see the sums being done.',
      'Something in {who} gives way, and it is the part that was holding the door.',
    ],
    middle: [
      '{who} gives ground, and remembers who took it.',
      'It is believed, mostly. {who} will also tell somebody.',
      '{who} yields half a step and looks round for help.',
    ],
    low: [
      '{who} has been threatened by better, and says so without a word.',
      'It comes out too loud. {who} waits until it is over.',
      'The threat stands there with nothing behind it, and {who} can see round both sides.',
    ],
    plain: ['{who} goes very still.', 'The word is out, and {who} does not pretend not to have heard it.'],
  },
  {
    said: /\b(lies?|lied|lying|bluff|deceive|pretend|mislead|trick)(?:e?s|e?d|ing)?\b/i,
    high: [
      'The lie goes down like water. {who} even adds something to it.',
      'It is a good lie, with one true thing in it, and {who} takes the whole.',
    ],
    middle: [
      '{who} takes it, and keeps a corner of it back to look at later.',
      'It is believed for now, which is how long such things are made to last.',
    ],
    low: [
      '{who} lets it be told to the end, and that is the worst of it.',
      'One detail is wrong, and it is the one {who} happens to know.',
    ],
    plain: [
      'It sounds well enough. Whether {who} has swallowed it is another matter.',
      '{who} nods, the way people nod at weather.',
    ],
  },
  {
    said: /\b(persuade|convince|negotiate|bargain|haggle|plead|beg|bribe|charm|flirt|calm|reason with|offer)(?:e?s|e?d|ing)?\b/i,
    high: [
      'It is the right word at the right moment: {who} comes round to it.',
      '{who} had an answer ready, and puts it away again.',
      'Somewhere in the middle of it {who} begins to nod.',
    ],
    middle: [
      '{who} would, and has a condition, and the condition has a price.',
      'Half of it goes in. {who} keeps the other half to bargain with.',
      '{who} says neither yes nor no, in a tone that is nearer to yes.',
    ],
    low: [
      '{who} hears it out politely, and that is all that comes of it.',
      'It was the wrong thing to bring up. {who} closes like a shutter.',
      '{who} has heard it before, better put.',
    ],
    plain: [
      '{who} weighs it without hurry.',
      '{who} lets the offer lie where it is and walks round it once.',
      'It is not refused. It is not taken up either.',
    ],
  },
  {
    said: /\b(sneak|hide|creep|slip|slipping|tiptoe|stalk)(?:e?s|e?d|ing)?\b/i,
    high: [
      'No board creaks and no head turns.',
      'There is a moment when anybody could look up, and nobody does.',
    ],
    middle: [
      'It very nearly goes unseen. One pair of eyes stays on it a little too long.',
      'Quietly enough, though something small is knocked and rolls.',
    ],
    low: [
      'A board gives its opinion at the worst moment.',
      'Somebody says “Looking for something?” and it is not a question.',
    ],
    plain: [
      'It goes unnoticed, as far as such things can be known.',
      '{place} goes on with what it was doing.',
    ],
  },
  {
    said: /\b(steal|pickpocket|pick (?:a|the|his|her|their) (?:pocket|lock)|pocket|disarm|filch|swipe)(?:e?s|e?d|ing)?\b/i,
    isHostile: true,
    high: [
      'Fingers in, fingers out, and nothing is lighter that knows it.',
      'It comes away as if it had been waiting to be asked.',
    ],
    middle: [
      'It comes away, and with it a thread that leads straight back.',
      'Done, though {who} pats the place a moment later and frowns.',
    ],
    low: [
      '{who} catches the wrist before it is back, and holds it up for everyone to see.',
      'It clinks. Of course it clinks.',
    ],
    plain: [
      'There is less to take in {place} than it looks, and all of it is watched.',
      'The chance is there for a breath and then it is not.',
    ],
  },
  {
    said: /\b(climb|jump|leap|swim|balance|vault|scramble|handstand|somersault)(?:e?s|e?d|ing)?\b/i,
    high: [
      'It is done in one movement, and looks easy, which it is not.',
      'Hands and feet find what they need, and there is the top of it.',
    ],
    middle: [
      'It is managed, with a torn sleeve and a good deal of noise.',
      'Up, nearly; then up, by the skin of it.',
    ],
    low: [
      'The hold that looked best comes away. The ground is where it was.',
      'Half way is as far as it goes, and half way is a poor place to be seen.',
    ],
    plain: [
      'It draws a look or two, the kind kept for children and drunks.',
      'Somebody at the back counts, out of interest, how long it lasts.',
    ],
  },
  {
    said: /\b(flee|escape|run|running|outrun|bolt|dash|chase|pursue)(?:e?s|e?d|ing)?\b/i,
    high: [
      'By the time anybody shouts there is a corner in between.',
      'Feet, a door, air: it is over before it has been decided to stop it.',
    ],
    middle: [
      'A gap opens, and it is wide enough, and something is left behind in it.',
      'It gets as far as the next corner with the noise close behind.',
    ],
    low: [
      'Somebody is standing exactly where the way out was.',
      'Three steps, and then a hand, or a chair, or plain bad luck.',
    ],
    plain: [
      'Nobody follows. That is almost worse.',
      'Heads turn after it and turn back.',
      'It is a short run, and it ends for want of anywhere to go.',
      'There is nothing behind it but the way it came.',
    ],
  },
  {
    said: /\b(force|break|smash|pry|kick (?:in|down|open)|hack|jam|set fire|burn|saw through)(?:e?s|e?d|ing)?\b/i,
    high: [
      'It gives, all at once, with a sound like a dropped tray.',
      'There is a crack, and then there is a way in.',
    ],
    middle: [
      'It gives a hand’s breadth and sticks, and half of {place} has heard it.',
      'It is open. It will never again be shut.',
    ],
    low: [
      'It holds. It has been tried before, by people with tools.',
      'What breaks is not what was meant to.',
    ],
    plain: ['It is stouter than it looks.', 'It rattles, and stays.'],
  },
  {
    said: /\b(?:you(?:['’]re| are)?|(?:he|she|it)(?:['’]s| is)|they(?:['’]re| are))\s+(?:an?\s+|all\s+|such an?\s+)?(?:\p{L}+\s+){0,2}?(?:idiots?|morons?|liars?|fools?|cowards?|thie(?:f|ves)|pigs?|dogs?|bastards?|bitch|assholes?|scum|rats?|traitors?|stupid|ugly|pathetic|useless|murderers?|clowns?|losers?|dumb)\b|\b(?:mock|ridicule|curse at|swear at|spit (?:at|on)|laugh at)(?:e?s|e?d|ing)?\b|\b(?:fuck|screw|damn) (?:you|him|her|them)\b/iu,
    isHostile: true,
    high: [
      'It finds the one sore place, and {who} has nothing ready to say.',
      'Somebody laughs, and {who} hears who it was.',
    ],
    middle: [
      '{who} takes it, and will give it back with interest.',
      'It stings, and it costs something to have said it.',
    ],
    low: [
      'It falls flat; {who} has been called that by people who meant it better.',
      '{who} lets it hang in the air until it sounds foolish.',
    ],
    plain: [
      'The word stands in {place} like something spilled.',
      '{who} hears it to the end, which takes some doing.',
      'Nobody laughs. {who} least of all.',
    ],
  },
];

/** Whether it is the kind of deed a fight is made of. */
export function isBlow(deed: Deed | null): boolean {
  return deed === DEEDS[0];
}
