import { NOBODY, type Trouble } from '../trouble.ts';

export const unsaid: Trouble = {
  asked: /\b(?:love|tender|confess\w*|friends?|shy|secret)\b/i,
  isForTwo: true,
  things: [
    {
      name: 'unsent note',
      description: 'Two lines on a folded slip, carried about for so long that the fold has gone soft.',
    },
    {
      name: 'borrowed book',
      description: 'It should have been given back in spring. There is a slip of paper at page ninety.',
    },
  ],
  holder: 'client',
  title: ['Before the Doors Open', 'What {client_first} Did Not Say', 'A Few Minutes, Close'],
  summary: [
    '{client} and you are shut in together for a few minutes, and there is something that one of you should have said long ago. Nobody is in danger. Neither of you can leave.',
  ],
  tone: ['close, funny, awkward, kind'],
  stakes: [
    'If nothing true is said before the way out opens, both of you will go back to being polite, and that will be that.',
  ],
  goals: [
    ['Find out what {client_first} wanted to say.'],
    ['Say one true thing before there is no more time.'],
  ],
  parts: { persona: ['the one who usually talks'], client: ['the one who usually listens'], ...NOBODY },
  wants: {
    persona: ['To get out of this able to look {client_first} in the face.'],
    client: ['To say it, or to have it over.'],
    ...NOBODY,
  },
  threads: [
    {
      title: ['The thing not said'],
      stakes: ['It is said now, or it has been too late.'],
      about: ['client'],
      open: true,
    },
  ],
  secrets: [
    {
      holder: 'client',
      secret: [
        '{client} has been offered work far away, must answer tomorrow, and would stay for one good reason.',
      ],
      triggers: ['ask {client} about tomorrow', 'ask what is in the {thing}', 'wait until {client} speaks'],
    },
  ],
  clocks: [
    {
      name: ['The minutes go'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 1,
      steps: [
        { at: 3, happens: 'Somebody outside can be heard, coming to help.' },
        { at: 6, happens: 'The way out opens, and there are people standing there.' },
      ],
    },
  ],
  deadline: null,
  constraints: [
    ['There is no way out until it opens by itself.'],
    ['Whoever turns away still hears everything.'],
  ],
  light: 'dim',
  noise: 'quiet',
  prologue: [
    ['It stops with a small sigh, as if it had thought of something.'],
    ['There is no room here for two people to stand without deciding how. {atmosphere}'],
    [
      '“Well,” says {client}, and then, which is worse, nothing. A {thing} shows for a moment and is put away.',
    ],
  ],
  intro: [
    'Open on the stillness right after it stops. {client} says one small wrong thing and hears it. Keep hands, elbows and breath in view, and the {thing}. Let a silence stand. Ask whose turn it is to speak.',
  ],
  seen: {
    persona: ['We both came through the same door at the same moment, which was nobody’s plan.'],
    client: ['I have had the sentence ready since autumn. It has gone.'],
    ...NOBODY,
  },
};
