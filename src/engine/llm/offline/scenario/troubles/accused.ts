import { NOBODY, type Trouble } from '../trouble.ts';

export const accused: Trouble = {
  asked: /\b(?:lie\w*|blame|quarrel\w*|betray\w*|accus\w*|told|gossip|angry|apolog\w*)\b/i,
  isForTwo: true,
  things: [
    {
      name: 'torn photograph',
      description: 'Half of a photograph. The other half would show who was laughing.',
    },
    { name: 'returned present', description: 'Wrapped again, not quite along the old folds.' },
  ],
  holder: 'persona',
  title: ['One of Us Told', 'The Present That Came Back', 'Stuck with {client_first}'],
  summary: [
    'Somebody talked, and only two people knew. Now the two of you, {client} and you, are stuck together for a few minutes with nobody else to blame and nowhere to go.',
  ],
  tone: ['prickly, honest, comic; two people being brave by accident'],
  stakes: [
    'Either it is cleared up before the way out opens, or there will be one friend fewer on each side.',
  ],
  goals: [['Find out who told.'], ['Get out of here still on speaking terms.']],
  parts: {
    persona: ['the one who thinks it was the other'],
    client: ['the one who thinks so too'],
    ...NOBODY,
  },
  wants: {
    persona: ['To hear it admitted.'],
    client: ['To be asked, instead of being told.'],
    ...NOBODY,
  },
  threads: [
    { title: ['Who told'], stakes: ['Each is sure that it was the other.'], about: ['client'], open: true },
  ],
  secrets: [
    {
      holder: 'client',
      secret: [
        '{client} told nobody, but wrote it down, and the page was read by a third person who meant no harm.',
      ],
      triggers: [
        'ask {client} whether it was ever written down',
        'believe {client}',
        'ask who else has a key',
      ],
    },
  ],
  clocks: [
    {
      name: ['The air gets thin'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 1,
      steps: [
        { at: 3, happens: 'Both begin the same sentence and stop.' },
        { at: 6, happens: 'It opens, and the moment for saying anything is over.' },
      ],
    },
  ],
  deadline: null,
  constraints: [['There is no way out until it opens by itself.'], ['One cannot stamp one’s foot in here.']],
  light: 'clear',
  noise: 'quiet',
  prologue: [
    ['You got in first, and did not look up until it was too late to be somebody else.'],
    ['There is a great deal of silence for so small a space. {atmosphere}'],
    [
      '{client} reads the notice on the wall from beginning to end. It is not a long notice. “Go on, then,” says {client_first} to the wall.',
    ],
  ],
  intro: [
    'Open on the two of them reading the same notice. {client} is hurt and hides it in manners. The {thing} is in plain view and nobody mentions it. Let both begin to speak at once. Ask who goes on.',
  ],
  seen: {
    persona: ['Two people knew. I am one of them, and I said nothing.'],
    client: ['I never told. And now I am supposed to say so first?'],
    ...NOBODY,
  },
};
