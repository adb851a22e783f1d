import type { Trouble } from '../trouble.ts';

export const theft: Trouble = {
  asked:
    /\b(?:theft|thie(?:f|ves)|st(?:eal|ole|olen|ealing)|heist|robbe\w*|burgl\w*|lost|whodunn?it|mystery)\b/i,
  isForTwo: false,
  things: [
    {
      name: 'ledger',
      description: 'An account book with a broken clasp; its last nine pages are in another hand.',
    },
    {
      name: 'strongbox',
      description: 'A box as long as a forearm, heavy for its size, with two locks and one key.',
    },
    {
      name: 'seal',
      description: 'A seal on a worn cord. Whoever presses it into wax speaks for somebody else.',
    },
    {
      name: 'medicine case',
      description: 'A flat case with twelve places for twelve bottles, and eleven bottles.',
    },
  ],
  holder: 'rival',
  title: ['The {Thing} That Walked', 'One {Thing}, Four Liars', 'Nobody Leaves Before the {Thing}'],
  summary: [
    'A {thing} has gone from {place}, and the people who could have taken it are all still there. {client} answers for it; {rival} says that it was never worth the noise. By morning somebody will be blamed, rightly or not.',
    'Until an hour ago there was a {thing} at {place}. {client} has asked for help and not for questions; {rival} has offered help that nobody asked for. Whoever finds it first decides what is said about it.',
  ],
  tone: ['close, watchful, dry; everybody polite and nobody at ease'],
  stakes: [
    'If the {thing} is not back by morning, {client} pays for it with everything that can be taken from a person who was trusted.',
    'Without the {thing} {client} is ruined, and whoever is blamed in the meantime will not be asked for proof.',
  ],
  goals: [
    ['Find the {thing} before morning.'],
    ['Find out who took it, and what for.'],
    ['Decide who should have it in the end.'],
  ],
  parts: {
    persona: [
      'the one who was asked because nobody here owes them anything',
      'the stranger both sides will talk to',
    ],
    client: ['the one who answers for what is missing', 'the keeper of what is no longer there'],
    rival: ['the one who would rather it stayed lost', 'the helpful one'],
    witness: ['the one who was nearer than anybody thinks', 'the one who sees who comes and goes'],
  },
  wants: {
    persona: ['To be paid, thanked and gone, in that order.'],
    client: ['The {thing} back, and no talk about how it went.'],
    rival: ['That the search ends tonight, with whatever result.'],
    witness: ['To be left out of it, and to have been right.'],
  },
  threads: [
    {
      title: ['The missing {thing}'],
      stakes: ['It is back by morning, or {client} is finished here.'],
      about: ['client', 'rival'],
      open: true,
    },
    {
      title: ['What it was wanted for'],
      stakes: [
        'Nobody steals a {thing} for its own sake; there is a use for it, and a day on which it will be used.',
      ],
      about: ['rival', 'witness'],
      open: false,
    },
  ],
  secrets: [
    {
      holder: 'rival',
      secret: [
        '{rival} carried it out under a folded coat and still has it close at hand, unable to open it or to sell it.',
        '{rival} took it on behalf of somebody whose name must not be said, and has begun to regret the bargain.',
      ],
      triggers: [
        'search the belongings of {rival}',
        'ask {rival} to empty both pockets',
        'follow {rival} outside',
      ],
    },
    {
      holder: 'client',
      secret: [
        '{client} had already lent the thing out twice for money, which is why no guard was posted over it.',
      ],
      triggers: [
        'ask {client} who else has handled it',
        'ask why it was not guarded',
        'look at how the lock was opened',
      ],
    },
    {
      holder: 'witness',
      secret: [
        '{witness} watched two people leave together and come back apart, one of them without gloves.',
      ],
      triggers: [
        'ask {witness} who went out',
        'offer {witness} something for a straight answer',
        'stand where {witness} stood',
      ],
    },
  ],
  clocks: [
    {
      name: ['Patience runs out'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 8,
      steps: [
        { at: 2, happens: 'People begin to say a name aloud, and it is not the right one.' },
        { at: 4, happens: 'Somebody bars the way out, for everybody’s good.' },
        {
          at: 6,
          happens: 'The wrong person is blamed, in front of witnesses, and the matter is called settled.',
        },
      ],
    },
    {
      name: ['The {thing} is on its way'],
      max: 4,
      open: false,
      thread: 1,
      mover: 'rival',
      hours: 9,
      steps: [
        { at: 2, happens: 'Something the size of a {thing} changes hands in the dark.' },
        { at: 4, happens: 'The {thing} is out of reach, and a price is named for it.' },
      ],
    },
  ],
  deadline: {
    what: 'Morning, when the loss has to be reported',
    hours: 10,
    otherwise: 'The loss is reported, with a name attached to it.',
  },
  constraints: [
    ['Nobody may leave unseen: too many people are watching the way out.'],
    ['The loss is not yet public; said too loudly, it will be.'],
  ],
  light: 'dim',
  noise: 'quiet',
  prologue: [
    [
      'You were told that it would take an hour. {Place} is not where one expects to be kept waiting, and you have been kept waiting.',
      'The message had four words in it and no signature: come, and tell nobody. So here is {place}, and here you are.',
    ],
    ['{atmosphere} Where the {thing} should be there is a clean shape in the dust, with straight edges.'],
    [
      '“It was there at the last count,” says {client}. “I do the counting. So you see how it looks.” A little way off, {rival} looks up, and goes on not listening.',
      '{client} speaks low and quickly. “Find it, and I will owe you. Find out who has it, and I will owe you more.” {rival} is near enough to hear, and has stopped moving.',
    ],
  ],
  intro: [
    'Open on the empty space where the {thing} was. {client} explains too much, {rival} too little, and {witness} says nothing until spoken to. Let each do one small thing with their hands. Then ask what is looked at first.',
  ],
  seen: {
    persona: ['I was asked by {client}, in a hurry, and told less than there is.'],
    client: ['I counted it myself at the last round. It was there.'],
    rival: ['They have brought in somebody from outside. That was quicker than I thought.'],
    witness: ['I was not asked to look. I looked.'],
  },
};
