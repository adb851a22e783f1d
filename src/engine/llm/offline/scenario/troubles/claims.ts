import type { Trouble } from '../trouble.ts';

export const claims: Trouble = {
  asked:
    /\b(?:wedding|feast|festival|contest|inherit\w*|heir\w*|will|testament|funeral|election|council|court|trial|judge\w*|rivals?|feud\w*|celebrat\w*|party)\b/i,
  isForTwo: false,
  things: [
    { name: 'old agreement', description: 'Two pages sewn together. The thread is newer than the paper.' },
    { name: 'key with a tag', description: 'The tag says whose it is, in ink that has run.' },
    {
      name: 'witnessed will',
      description: 'Signed, dated and witnessed by three people, one of whom cannot write.',
    },
  ],
  holder: 'client',
  title: ['Two Claims, One Table', 'The Thread Is Newer Than the Paper', 'Whoever Speaks Last'],
  summary: [
    'Two people claim the same thing at {place}, and both of them have proof. {client} has a {thing}; {rival} has everybody’s sympathy. They have agreed on one point: you are to say who is right.',
    'What should have been a celebration at {place} has turned into a hearing. {client} has brought a {thing}, {rival} has brought friends, and those who came to eat have stayed to listen.',
  ],
  tone: ['festive, barbed, human; good clothes and long memories'],
  stakes: [
    'Whoever loses here loses a home, a name and the right to be greeted first, and will not go quietly.',
  ],
  goals: [
    ['Find out whose claim is good.'],
    ['Give a judgement that will still be standing tomorrow.'],
    ['Get through it without blood on the good clothes.'],
  ],
  parts: {
    persona: ['the one who is to decide', 'the one nobody can accuse of being related'],
    client: ['the one with the paper', 'the first claimant'],
    rival: ['the one everybody likes', 'the second claimant'],
    witness: ['the one who was there at the beginning', 'the oldest memory in the room'],
  },
  wants: {
    persona: ['To be believed, whatever the answer is.'],
    client: ['What is written, no more and no less.'],
    rival: ['What was promised, written or not.'],
    witness: ['That the dead be left in peace.'],
  },
  threads: [
    {
      title: ['The disputed claim'],
      stakes: ['One of the two is right, and both have nowhere else to go.'],
      about: ['client', 'rival'],
      open: true,
    },
    {
      title: ['What was really agreed'],
      stakes: ['There was a third party to it, and nobody has mentioned that name all evening.'],
      about: ['witness'],
      open: false,
    },
  ],
  secrets: [
    {
      holder: 'client',
      secret: ['{client} unpicked the proof and sewed one page in, after finding that a page had been lost.'],
      triggers: ['look closely at the {thing}', 'ask {client} about the thread', 'hold it against the light'],
    },
    {
      holder: 'rival',
      secret: [
        '{rival} was told years ago that the claim was worthless, by the one person who would have known.',
      ],
      triggers: [
        'ask {rival} who promised it',
        'ask {rival} what the old one said at the end',
        'offer {rival} half',
      ],
    },
    {
      holder: 'witness',
      secret: ['{witness} is the third party, and signed it all away in a bad year for very little.'],
      triggers: [
        'ask {witness} who else was there',
        'ask {witness} about the bad year',
        'compare names on old papers',
      ],
    },
  ],
  clocks: [
    {
      name: ['Good humour is used up'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 6,
      steps: [
        { at: 2, happens: 'The guests have begun to stand on one side or the other.' },
        { at: 4, happens: 'An old insult is repeated, word for word.' },
        { at: 6, happens: 'Somebody strikes somebody, and after that it is no longer about a claim.' },
      ],
    },
    {
      name: ['A friend prepares the ground'],
      max: 4,
      open: false,
      thread: 1,
      mover: 'rival',
      hours: 6,
      steps: [
        { at: 2, happens: 'The same three sentences are heard in several mouths.' },
        { at: 4, happens: 'It is taken as settled, and only the formality is left.' },
      ],
    },
  ],
  deadline: {
    what: 'The hour by which a judgement was promised',
    hours: 6,
    otherwise: 'The company decides for itself, by noise.',
  },
  constraints: [
    ['You have promised to hear both before you say anything that binds.'],
    ['Everybody can see your face.'],
  ],
  light: 'clear',
  noise: 'normal',
  prologue: [
    [
      'They have given you the chair with the arms. It was cleared in a hurry; somebody’s gloves are still on it.',
      'It was to have been a pleasant evening. There is still some of it left on the plates.',
    ],
    ['At {place} there are more people than seats, and those who stand can see better. {atmosphere}'],
    [
      '“I have it in writing,” says {client}, and lays down a {thing}. “And I have it from the mouth that said it,” says {rival}. It grows quiet. The quiet is looking at you.',
    ],
  ],
  intro: [
    'Open on the quiet after both have spoken. {client} keeps one finger on the {thing}, {rival} smiles at people by name, {witness} studies the floor. Let the onlookers breathe. Ask whom they hear first, and what they ask.',
  ],
  seen: {
    persona: ['Both sides chose me because I am nobody’s cousin.'],
    client: ['It is written. They will have to look at what is written.'],
    rival: ['They like me. That has always been enough.'],
    witness: ['I knew this evening would come. I had hoped to be dead.'],
  },
};
