import type { Trouble } from '../trouble.ts';

export const sabotage: Trouble = {
  asked:
    /\b(?:sabotage\w*|accident|broken|broke|fire|flood|repair\w*|machine|machinery|wreck\w*|guilty|blame\w*|strike|workers?)\b/i,
  isForTwo: false,
  things: [
    {
      name: 'sawn pin',
      description:
        'An iron pin as thick as a thumb, broken through; half of the break is bright and straight.',
    },
    {
      name: 'cut rope',
      description: 'An arm of good rope. It did not fray: somebody took a knife to two strands of three.',
    },
    {
      name: 'spare key',
      description: 'A copy, filed by somebody with patience. The teeth still have edges.',
    },
  ],
  holder: 'witness',
  title: ['It Did Not Break by Itself', 'Two Strands of Three', 'An Accident, If You Like'],
  summary: [
    'Something at {place} has given way that should have held for years. Nobody was killed; somebody nearly was. {client} calls it an accident and asks you to see that it was one. {rival} is already telling people whose fault it is.',
    'There has been an accident at {place}, and the people who were nearest to it are the least surprised. {client} wants to know before the rest do; {rival} would prefer it if nobody ever did.',
  ],
  tone: ['tired, tense, practical; soot, tools and people who know what they are doing'],
  stakes: [
    'Whoever did it is not finished. The next time there will be people underneath, and {client} will be the one who was warned.',
  ],
  goals: [
    ['Find out whether it was an accident.'],
    ['Find whoever did it before they do it again.'],
    ['Keep the wrong person from being blamed for it.'],
  ],
  parts: {
    persona: ['the one who has no side in it', 'the one with eyes for how things are made'],
    client: ['the one who will be held responsible', 'the one who signed for it'],
    rival: ['the one with a theory', 'the one who gains by it'],
    witness: ['the one who found what was left of it', 'the one who was standing there'],
  },
  wants: {
    persona: ['To understand it before anybody tells them what it means.'],
    client: ['The truth first, and a day to do something about it.'],
    rival: ['That people stay angry, and at the right person.'],
    witness: ['To give what was found to somebody who will not lose it.'],
  },
  threads: [
    {
      title: ['The accident'],
      stakes: ['If it was none, there will be another.'],
      about: ['client', 'witness'],
      open: true,
    },
    {
      title: ['Whose fault it has to be'],
      stakes: ['Before long a name will be settled on, and after that nobody will look any further.'],
      about: ['rival', 'client'],
      open: true,
    },
  ],
  secrets: [
    {
      holder: 'rival',
      secret: [
        '{rival} weakened it a week ago and meant it to fail at night with nobody near; the hour was a mistake.',
      ],
      triggers: [
        'ask {rival} about the past week',
        'match a tool of {rival} to the break',
        'tell {rival} who was nearly hurt',
      ],
    },
    {
      holder: 'client',
      secret: ['{client} had a warning in writing eight days ago, and burned it rather than stop the work.'],
      triggers: [
        'look for the warning among the papers of {client}',
        'ask {client} who knew',
        'ask about the smell of burnt paper',
      ],
    },
    {
      holder: 'witness',
      secret: ['{witness} has the broken piece hidden, and is afraid of the person it points to.'],
      triggers: [
        'promise {witness} protection',
        'ask {witness} what was picked up',
        'look where the piece fell',
      ],
    },
  ],
  clocks: [
    {
      name: ['The crowd makes up its mind'],
      max: 6,
      open: true,
      thread: 1,
      mover: null,
      hours: 7,
      steps: [
        { at: 2, happens: 'Work stops, and people stand about in groups.' },
        { at: 4, happens: 'Somebody is pushed, and nobody helps them up.' },
        { at: 6, happens: 'A person is dragged out into the open to answer for it.' },
      ],
    },
    {
      name: ['The second break'],
      max: 4,
      open: false,
      thread: 0,
      mover: 'rival',
      hours: 8,
      steps: [
        { at: 2, happens: 'There is a sound in the structure that was not there before.' },
        { at: 4, happens: 'It gives way again, and this time there are people beneath it.' },
      ],
    },
  ],
  deadline: {
    what: 'The next shift, when everything is to be put to use again',
    hours: 9,
    otherwise: 'It is put to use again as it is, because somebody insists.',
  },
  constraints: [
    ['What still hangs may come down: keep voices low and feet where they are told.'],
    ['People are standing in the way, and each of them has an opinion.'],
  ],
  light: 'dim',
  noise: 'loud',
  prologue: [
    [
      'The dust has not settled. Somebody has put a coat over the worst of it, as one does with people.',
      'You heard it from a long way off: one long tearing sound, and then the silence of a great many people not breathing.',
    ],
    ['That was an hour ago. Now at {place} there is a ring of bystanders with an empty middle. {atmosphere}'],
    [
      '{client} takes you by the sleeve. “Look at it before they tidy it. Tell me what you see, and tell me first.” From the ring, {rival} is explaining to somebody how this was bound to happen.',
    ],
  ],
  intro: [
    'Open in the empty middle, with the broken thing and the ring of people. {client} asks for eyes, {rival} for a culprit; {witness} keeps one hand in a pocket. Show what is bent, what is torn and what is too clean. Ask what is examined first.',
  ],
  seen: {
    persona: ['I was near enough to hear it and far enough away not to be blamed.'],
    client: ['It was looked over not long ago. I signed for it.'],
    rival: ['They are angry. They only need somebody to be angry at.'],
    witness: ['It did not tear. Torn things do not shine.'],
  },
};
