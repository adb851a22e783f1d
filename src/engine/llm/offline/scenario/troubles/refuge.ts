import type { Trouble } from '../trouble.ts';

export const refuge: Trouble = {
  asked:
    /\b(?:escape\w*|flee\w*|fugitive|hid(?:e|ing|den)|refuge\w*|protect\w*|guard\w*|hunt\w*|chase\w*|witness|prison\w*|siege)\b/i,
  isForTwo: false,
  things: [
    { name: 'borrowed cloak', description: 'Long, plain, with a hood. It has been used for this before.' },
    { name: 'forged pass', description: 'Good work, but dated wrong by one day.' },
    {
      name: 'map of the back ways',
      description: 'Drawn from memory on the back of a bill, with one way marked twice.',
    },
  ],
  holder: 'witness',
  title: ['Out Before Light', 'The One They Are Looking For', 'A Door That Is Not Watched'],
  summary: [
    'Somebody has to be gone from {place} before it gets light, and that somebody is {client}. {rival} has people at every way out but one, and has not yet said what for. You said yes before you had heard all of it.',
    '{client} cannot stay at {place} and cannot be seen leaving it. {rival} has asked very civilly that nobody go anywhere tonight. There is a {thing}, there is one way that is not watched, and there are a few hours.',
  ],
  tone: ['hushed, brave, a little absurd; whispering on the stairs'],
  stakes: [
    'Caught, {client} disappears, and what {client_first} knows goes with {client_them}. So does whoever was found helping.',
  ],
  goals: [
    ['Get {client} out before it is light.'],
    ['Find out what {rival} wants with {client_them}.'],
    ['Leave nobody behind to pay for it.'],
  ],
  parts: {
    persona: ['the one who said yes', 'the one who knows a way'],
    client: ['the one they are looking for', 'the guest who must not be found'],
    rival: ['the one who is looking', 'the one with people at the doors'],
    witness: ['the one who is hiding {client_them}', 'the one whose house it is tonight'],
  },
  wants: {
    persona: ['All of them out, and nobody the wiser until noon.'],
    client: ['To get away with what is known, and with whoever helped.'],
    rival: ['To have {client} alive, tonight, without a scene.'],
    witness: ['That it be over before anybody searches the place.'],
  },
  threads: [
    {
      title: ['Out before light'],
      stakes: ['{client} is gone by morning, or gone for good.'],
      about: ['client', 'rival'],
      open: true,
    },
    {
      title: ['Why {client_first} is wanted'],
      stakes: ['Somebody has gone to great expense over one person who says that it must be a mistake.'],
      about: ['client', 'rival'],
      open: true,
    },
  ],
  secrets: [
    {
      holder: 'client',
      secret: ['{client} is guilty of exactly what is said, and would do it again for the same reason.'],
      triggers: [
        'ask {client} straight out',
        'ask {client} what happened that night',
        'see what {client} will not let go of',
      ],
    },
    {
      holder: 'rival',
      secret: ['{rival} means to warn the fugitive of worse hunters, and cannot say so where others hear.'],
      triggers: [
        'speak with {rival} alone',
        'ask {rival} who gives the orders',
        'notice that nobody is armed',
      ],
    },
    {
      holder: 'witness',
      secret: [
        '{witness} has already told one person, a cousin, who talks when there is something to drink.',
      ],
      triggers: [
        'ask {witness} who else knows',
        'ask about the family of {witness}',
        'see {witness} count on both hands',
      ],
    },
  ],
  clocks: [
    {
      name: ['The search comes nearer'],
      max: 6,
      open: true,
      thread: 0,
      mover: 'rival',
      hours: 6,
      steps: [
        { at: 2, happens: 'There are knocks close by, polite ones.' },
        {
          at: 4,
          happens: 'Every light nearby is lit, and people are told to stand in front of their doors.',
        },
        { at: 6, happens: 'They come in, and they know where to look.' },
      ],
    },
    {
      name: ['Others take up the hunt'],
      max: 4,
      open: false,
      thread: 1,
      mover: null,
      hours: 12,
      steps: [
        { at: 2, happens: 'Somebody who does not knock has been seen on the way here.' },
        { at: 4, happens: 'There is a price, and it has been read out where everybody heard it.' },
      ],
    },
  ],
  deadline: {
    what: 'First light, when nobody can pass unseen',
    hours: 7,
    otherwise: 'It is light, and every face can be told from every other.',
  },
  constraints: [
    ['Every way out but one is watched, and that one has a drawback.'],
    ['Voices carry: whatever is said aloud is heard next door.'],
  ],
  light: 'dark',
  noise: 'quiet',
  prologue: [
    [
      'You said yes, and then they told you the rest of it.',
      'It is the hour at which even those who keep watch begin to think about their beds.',
    ],
    [
      'From where you stand one can see a good part of {place} and two of the people who are watching it. {atmosphere}',
    ],
    [
      '“They are very polite,” whispers {client}. “That is what frightens me.” {witness} has brought a {thing}. Outside, not hurrying, {rival} walks by for the third time.',
    ],
  ],
  intro: [
    'Open in hiding, with {client} and {witness} close together and {rival} passing outside. Show the {thing}, the watched ways and the one that is not, with its drawback. Let something small make a noise. Ask which way they go.',
  ],
  seen: {
    persona: ['I promised {witness} before I knew for whom.'],
    client: ['If they take me, nobody will ever hear what I saw.'],
    rival: ['Still in there. I have all night, and they have not.'],
    witness: ['I have only hidden people twice before, and the second time it went wrong.'],
  },
};
