import type { Trouble } from '../trouble.ts';

export const letter: Trouble = {
  asked: /\b(?:letter|message|courier|secret|sp(?:y|ies|ying)|intrigue|blackmail\w*|deliver\w*|smuggl\w*)\b/i,
  isForTwo: false,
  things: [
    {
      name: 'sealed letter',
      description: 'Folded small and sealed twice. The second seal was put on in a hurry.',
    },
    {
      name: 'sealed packet',
      description: 'Wrapped in oiled cloth and tied crosswise; something in it slides when it is tilted.',
    },
    {
      name: 'locked case',
      description: 'Narrow enough for a sleeve. Whoever made the lock did not mean it to be opened twice.',
    },
  ],
  holder: 'persona',
  title: ['Not to Be Opened', 'Three Hands for One {Thing}', 'The Wrong Pocket'],
  summary: [
    'You are carrying a {thing} that is meant for {client}. At {place} two people claim to be expecting it, and one of them is ready to pay. Nobody has told you what is in it; everybody behaves as if you knew.',
    'It was an errand: bring a {thing} to {place}, give it to {client}, go home. But {rival} was told to expect it too, and there is only one {thing}.',
  ],
  tone: ['quick, courteous, dangerous; a dance in which everybody leads'],
  stakes: [
    'In the right hands the {thing} keeps a promise; in the wrong ones it ends somebody. It is in yours now, and they know it.',
  ],
  goals: [
    ['Give the {thing} to whoever has a right to it.'],
    ['Find out what is in it without opening it, or decide to open it.'],
    ['Leave with clean hands, or at least with both of them.'],
  ],
  parts: {
    persona: ['the one who carries it', 'the messenger who was told too little'],
    client: ['the one it is addressed to', 'the one who has been waiting for it'],
    rival: ['the other one who has been waiting for it', 'the one with the better offer'],
    witness: ['the one who knows both of them', 'the one who remembers how it began'],
  },
  wants: {
    persona: ['To hand it over once, and to the right person.'],
    client: ['The {thing}, unopened, and nobody the wiser.'],
    rival: ['To read what is in it before anybody else does.'],
    witness: ['That nothing of this happens on the premises.'],
  },
  threads: [
    {
      title: ['The unopened {thing}'],
      stakes: ['Whoever reads it first decides what becomes of the one who wrote it.'],
      about: ['client', 'rival'],
      open: true,
    },
    {
      title: ['Who sent it'],
      stakes: ['An errand with two ends: somebody wanted both of them in one room tonight.'],
      about: ['client', 'witness'],
      open: false,
    },
  ],
  secrets: [
    {
      holder: 'client',
      secret: [
        '{client} wrote the thing personally weeks ago and had it sent, to see who would try to stop it.',
      ],
      triggers: [
        'compare the handwriting',
        'ask {client} when the errand was first spoken of',
        'watch {client} look at the seal',
      ],
    },
    {
      holder: 'rival',
      secret: ['{rival} is named in it as a debtor, and has nothing left to pay with except other people.'],
      triggers: ['open it and read', 'ask {rival} what is owed', 'offer {rival} time instead of money'],
    },
    {
      holder: 'witness',
      secret: ['{witness} steamed one of the seals open on the way and closed it again with kitchen wax.'],
      triggers: [
        'look closely at the seals',
        'ask {witness} about the second seal',
        'notice the burn on {witness}',
      ],
    },
  ],
  clocks: [
    {
      name: ['Politeness wears thin'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 6,
      steps: [
        { at: 2, happens: 'The same question is asked a third time, without the smile.' },
        { at: 4, happens: 'Somebody stands between the bearer and the way out.' },
        { at: 6, happens: 'A hand is laid on the {thing}, and it is not let go.' },
      ],
    },
    {
      name: ['Word gets out'],
      max: 4,
      open: false,
      thread: 1,
      mover: 'rival',
      hours: 5,
      steps: [
        { at: 2, happens: 'Two strangers come in and sit where they can see everything.' },
        { at: 4, happens: 'It is common knowledge that a {thing} has changed owners tonight.' },
      ],
    },
  ],
  deadline: {
    what: 'The hour at which the bearer is expected back',
    hours: 6,
    otherwise: 'Somebody is sent to see what has become of the bearer.',
  },
  constraints: [
    ['Whoever opens it can never again say that they did not know.'],
    ['There are too many people about for anything but good manners.'],
  ],
  light: 'dim',
  noise: 'normal',
  prologue: [
    [
      'Four times today you have felt for it, and four times it was there. It weighs next to nothing.',
      'You were paid half in advance, which is too much for an errand and too little for anything else.',
    ],
    ['This is {place}. {atmosphere}'],
    [
      '“You have something for me,” says {client}, before you have said a word. “No,” says {rival} from the other side, pleasantly, “I think that will be mine.”',
      'Two people get up when they see you. {client} holds out a hand. {rival} holds out a purse.',
    ],
  ],
  intro: [
    'Open with two outstretched hands and one {thing}. {client} appeals to what was agreed, {rival} to what would be sensible; {witness} wishes that all three would sit down. Nobody grabs anything yet. Ask what happens to the {thing}.',
  ],
  seen: {
    persona: ['I was told one name, and it was {client}.'],
    client: ['It has come. Now I shall see who else was waiting.'],
    rival: ['If that is opened before I have it, I am done.'],
    witness: ['The two of them under one roof; I said that it would end like this.'],
  },
};
