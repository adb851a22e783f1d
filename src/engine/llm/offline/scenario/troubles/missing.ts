import type { Trouble } from '../trouble.ts';

export const missing: Trouble = {
  asked:
    /\b(?:missing|vanish\w*|disappear\w*|gone|search\w*|find (?:him|her|them|someone)|kidnap\w*|rescue\w*|child|brother|sister)\b/i,
  isForTwo: false,
  things: [
    {
      name: 'left glove',
      description:
        'A left glove, dry on the inside. Its owner has two hands and would have come back for it.',
    },
    {
      name: 'folded list',
      description: 'Five names in a tidy hand. Four are crossed out; the fifth is underlined.',
    },
    {
      name: 'packed bag',
      description: 'Packed by somebody who meant to be away two nights, and left behind by the door.',
    },
  ],
  holder: 'witness',
  title: ['Late, Which Is Never', 'The Fifth Name', 'Somebody Should Be Here by Now'],
  summary: [
    'Somebody was to be at {place} hours ago and has not come. {client} is afraid, {rival} is annoyed, and neither will say quite why it matters so much. All that has turned up is a {thing}.',
    'A person who is never late is late. {client} would like you to go and look; {rival} would like everybody to stay exactly where they are. Between the two of them, at {place}, lies a {thing} that says one of them is right.',
  ],
  tone: ['anxious, tender, short of time; hope argued against evidence'],
  stakes: [
    'Whoever is out there is alive now, as far as anybody can tell. How long that lasts depends on who goes looking, and where.',
  ],
  goals: [
    ['Find out where the missing person went.'],
    ['Find out who did not want them to arrive.'],
    ['Bring them back, or bring back what they were carrying.'],
  ],
  parts: {
    persona: ['the one who can go where the others are known', 'the one who is good at finding people'],
    client: ['the one who is waiting', 'the one who sent them'],
    rival: ['the one who says to wait', 'the one with a reason to be patient'],
    witness: ['the one who found what was left behind', 'the last one who saw them'],
  },
  wants: {
    persona: ['An answer before it stops mattering.'],
    client: ['Them, back, in whatever state.'],
    rival: ['That nobody goes looking before it is too late to find anything.'],
    witness: ['To tell somebody what was seen without having been there.'],
  },
  threads: [
    {
      title: ['The one who did not come'],
      stakes: ['Alive now, as far as anybody knows, and not for ever.'],
      about: ['client', 'witness'],
      open: true,
    },
    {
      title: ['Who wanted them late'],
      stakes: ['Somebody arranged this, and will be looking for anyone who can say so.'],
      about: ['rival'],
      open: false,
    },
  ],
  secrets: [
    {
      holder: 'rival',
      secret: [
        '{rival} sent a false message that changed the meeting point, and knows where the person went instead.',
      ],
      triggers: [
        'ask {rival} about the message',
        'show {rival} the {thing}',
        'catch {rival} looking at the hour',
      ],
    },
    {
      holder: 'client',
      secret: [
        '{client} quarrelled with the missing person last night and said a thing that cannot be taken back.',
      ],
      triggers: [
        'ask {client} when they last spoke',
        'ask {client} what was said',
        'tell {client} about a quarrel of your own',
      ],
    },
    {
      holder: 'witness',
      secret: [
        '{witness} was paid to look the other way for a quarter of an hour and has not spent the money.',
      ],
      triggers: [
        'ask {witness} where the money is from',
        'ask what {witness} was doing at the time',
        'be kind to {witness}',
      ],
    },
  ],
  clocks: [
    {
      name: ['The trail goes cold'],
      max: 6,
      open: true,
      thread: 0,
      mover: null,
      hours: 8,
      steps: [
        { at: 2, happens: 'What tracks there were have been walked over.' },
        { at: 4, happens: 'The one person who saw which way they went has gone home and will not open.' },
        { at: 6, happens: 'There is nothing left to follow.' },
      ],
    },
    {
      name: ['Somebody tidies up'],
      max: 4,
      open: false,
      thread: 1,
      mover: 'rival',
      hours: 7,
      steps: [
        { at: 2, happens: 'Something that lay about an hour ago is no longer there.' },
        { at: 4, happens: 'A witness has suddenly left on a long journey.' },
      ],
    },
  ],
  deadline: {
    what: 'The last hour at which it makes sense to go and look',
    hours: 8,
    otherwise: 'The search is called off, in a kind voice.',
  },
  constraints: [
    ['Whoever goes looking will be seen going.'],
    ['The {thing} is all there is to go by, so far.'],
  ],
  light: 'dim',
  noise: 'quiet',
  prologue: [
    [
      'There is a place kept free. It has been kept free for three hours, and nobody has dared to sit in it.',
      'Each time a step comes near, everybody looks up. Each time it is somebody else.',
    ],
    ['It is the wrong hour to be at {place} without a reason. {atmosphere}'],
    [
      '“Late is one thing,” says {client}. “This is another.” In front of you, where {witness} has put it down, is a {thing}. “You will see,” says {rival}, a little too easily. “Any moment now.”',
    ],
  ],
  intro: [
    'Open on the empty place and the {thing} in front of it. {client} cannot sit still, {rival} sits very still, {witness} stands by the way out. Let a step come near and pass by. Ask what is asked, and of whom.',
  ],
  seen: {
    persona: ['{client} sent for me because I have found people before.'],
    client: ['Three hours. In all the years it was never three hours.'],
    rival: ['As long as they sit here and talk, all is well.'],
    witness: ['I found the {thing} where nobody would have put it down.'],
  },
};
