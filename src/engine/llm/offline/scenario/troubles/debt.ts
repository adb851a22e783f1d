import type { Trouble } from '../trouble.ts';

export const debt: Trouble = {
  asked:
    /\b(?:debts?|money|owes?|owed|loan\w*|gambl\w*|wager|bet|cards?|price|poor|rent|bargain\w*|deal|trade\w*)\b/i,
  isForTwo: false,
  things: [
    {
      name: 'note of hand',
      description: 'A promise to pay, signed by two people. The second signature leans the wrong way.',
    },
    {
      name: 'pledge',
      description:
        'Something small and old, left as a pledge and worth more to one person than to all others.',
    },
    { name: 'purse of short weight', description: 'It has the right number of coins and the wrong weight.' },
  ],
  holder: 'rival',
  title: ['Due Tonight', 'The Second Signature', 'What Is Owed and Who Is Asked'],
  summary: [
    'A debt falls due tonight at {place}. {client} cannot pay it and {rival} will not wait. You have been asked to sit between them, which is worth something to both and safe with neither.',
    'Everyone at {place} knows what {client} owes to {rival}; nobody knows how it came to be so much. By the end of the night it will be paid, forgiven or taken out in something other than money.',
  ],
  tone: ['warm rooms, cold sums; jokes that stop a moment too soon'],
  stakes: [
    'If nothing is settled tonight, {client} loses what the money was borrowed for, and others who stood surety lose it too.',
  ],
  goals: [
    ['Keep it from coming to blows before it is settled.'],
    ['Find out what the debt really is.'],
    ['Find a way for it to end that both can live with, or choose which of them will not.'],
  ],
  parts: {
    persona: ['the one both have agreed to listen to', 'the go-between'],
    client: ['the debtor', 'the one who signed'],
    rival: ['the creditor', 'the one who has come to collect'],
    witness: ['the one who stood surety', 'the one who was there when it was signed'],
  },
  wants: {
    persona: ['A settlement, a share, and the good name of having made it.'],
    client: ['One more week, and not to have to say what for.'],
    rival: ['To be paid tonight, in front of people.'],
    witness: ['Not to be asked for the money that was pledged.'],
  },
  threads: [
    {
      title: ['The debt of {client_first}'],
      stakes: ['Paid, forgiven, or taken out in something else before the night is over.'],
      about: ['client', 'rival'],
      open: true,
    },
    {
      title: ['How it came to be so much'],
      stakes: ['The sum does not add up, and whoever made it so is counting on nobody doing it again.'],
      about: ['rival', 'witness'],
      open: false,
    },
  ],
  secrets: [
    {
      holder: 'rival',
      secret: [
        '{rival} sold the claim to a harder creditor a month ago and is collecting what no longer belongs to {rival_them}.',
      ],
      triggers: ['ask to see the paper itself', 'ask {rival} who else has a share', 'go over the sum aloud'],
    },
    {
      holder: 'client',
      secret: ['{client} spent all of it on keeping another person out of prison, under a false name.'],
      triggers: [
        'ask {client} what the money was for',
        'ask who is being protected',
        'offer {client} a loan',
      ],
    },
    {
      holder: 'witness',
      secret: [
        '{witness} forged the last signature in good faith, because the real one would have come too late.',
      ],
      triggers: ['look at the signatures', 'ask {witness} to sign something', 'ask {witness} about that day'],
    },
  ],
  clocks: [
    {
      name: ['The creditor loses patience'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 6,
      steps: [
        { at: 2, happens: 'The sum is named aloud, to the last coin.' },
        { at: 4, happens: 'Two people who were not introduced take up places by the way out.' },
        { at: 6, happens: 'What can be carried is carried out, and the rest is written down.' },
      ],
    },
    {
      name: ['Somebody buys the debt'],
      max: 4,
      open: false,
      thread: 1,
      mover: 'rival',
      hours: 10,
      steps: [
        { at: 2, happens: 'A third party sends to ask whether the matter is still open.' },
        { at: 4, happens: 'The debt belongs to somebody who does not take money.' },
      ],
    },
  ],
  deadline: {
    what: 'The hour that is written in the agreement',
    hours: 7,
    otherwise: 'The agreement is broken, and what was pledged is forfeit.',
  },
  constraints: [
    ['Both sides have promised to stay seated as long as you do.'],
    ['Everybody present can hear what is offered, and will repeat it.'],
  ],
  light: 'clear',
  noise: 'normal',
  prologue: [
    [
      'They have put you in the middle. It is the best seat, and the only one from which there is no easy way out.',
      'It is a strange thing to be trusted by two people who do not trust each other.',
    ],
    ['Around you {place} goes about its business and misses nothing. {atmosphere}'],
    [
      '{rival} lays a {thing} down where all can see it. “That is my side of it.” {client} has brought nothing to lay beside it. “Then let us hear yours,” somebody says, and they are looking at you.',
    ],
  ],
  intro: [
    'Open with the {thing} lying between the two of them. {rival} is in no hurry, {client} has nothing in hand, {witness} would give a great deal to be elsewhere. Nobody raises a voice. Ask what is proposed.',
  ],
  seen: {
    persona: ['Both of them asked for me, separately, and neither told the other.'],
    client: ['I can pay half. If I say half, they will hear nothing.'],
    rival: ['In front of people, tonight. I was told to make it in front of people.'],
    witness: ['My name is on that paper too, lower down.'],
  },
};
