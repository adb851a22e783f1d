/** What makes a person of the moment one they can remember: seen, heard, and what they will not do. Nobody gets the same twice. */
export const LOOKS: readonly string[] = [
  'A long coat mended at one elbow, and hands that are never quite still.',
  'Broad, slow and clean-shaven; stands as if there were a counter in between.',
  'Thin, upright, very good boots. Everything else has seen better years.',
  'Round face, quick eyes, a scarf that must have been a present.',
  'Grey at the temples and nowhere else; wears a ring on the wrong finger.',
  'Small and exact, with ink on the side of one hand.',
  'Wind-burnt, with a limp that comes and goes with the weather.',
  'Tall enough to stoop from habit, even where nothing is low.',
  'Neat as a folded cloth, except for one button that does not match.',
  'A face that has been laughed with a good deal, and is not laughing now.',
  'Sleeves rolled up, a burn on one forearm, no jewellery at all.',
  'Dressed for better company than this, and aware of it.',
];

export const TEMPERS: readonly (readonly string[])[] = [
  ['patient', 'stubborn about small things', 'kind when nobody looks'],
  ['quick', 'vain about being fair', 'afraid of silence'],
  ['dry', 'observant', 'slow to forgive'],
  ['warm', 'evasive', 'proud of old friends'],
  ['exact', 'lonely', 'generous with advice'],
  ['cheerful', 'calculating', 'loyal up to a point'],
  ['grave', 'honest', 'easily shamed'],
  ['restless', 'brave in company', 'bad at waiting'],
];

export const VOICES: readonly { readonly speech: string; readonly lines: readonly string[] }[] = [
  {
    speech: 'Short sentences, each one finished. Leaves a pause where others would apologise.',
    lines: ['That is one way to put it. There is another.', 'I said what I said. Ask me the next thing.'],
  },
  {
    speech: 'Talks round a matter until it is standing in the middle. Says “as it were” when it is not.',
    lines: [
      'I would not call it lying. It was, as it were, an early draft.',
      'Let us begin somewhere else and arrive here.',
    ],
  },
  {
    speech: 'Answers questions with smaller questions. Never raises the voice.',
    lines: [
      'And who told you that? No, tell me. I collect them.',
      'Would you have done it otherwise? Truly?',
    ],
  },
  {
    speech: 'Hearty, loud, a hand on every shoulder; goes quiet exactly when it matters.',
    lines: [
      'Sit down, sit down, nobody ever died of sitting down.',
      'No. Not that. Ask me anything else you like.',
    ],
  },
  {
    speech: 'Careful, a little old-fashioned; counts things off on the fingers.',
    lines: [
      'There are three reasons. You will have heard the first two.',
      'Forgive me. I was brought up to finish a sentence.',
    ],
  },
  {
    speech: 'Murmurs, trails off, and turns out to have meant every word.',
    lines: [
      'I only thought that somebody might. Well. Somebody has.',
      'It is nothing. It is very nearly nothing.',
    ],
  },
  {
    speech: 'Practical to the point of rudeness. Names the price of things.',
    lines: [
      'How long, how many, and who pays. Then I will tell you how I feel.',
      'It will hold. I would not stand under it.',
    ],
  },
  {
    speech: 'Tells everything as a story about somebody else, a cousin as a rule.',
    lines: [
      'I had a cousin who asked that. He asks less now.',
      'Well, my cousin would say run. But my cousin always says run.',
    ],
  },
];

export const LIMITS: readonly string[] = [
  'Will not see a child harmed, whatever it costs.',
  'Will not break a promise that was made aloud.',
  'Will not be touched without having been asked.',
  'Will not betray somebody who has slept under the same roof.',
  'Will not beg.',
  'Will not sign what has not been read.',
  'Will not strike first.',
  'Will not leave before the others do.',
];

export const HABITS: readonly string[] = [
  'People remember a favour that was done them here, and have stopped asking when it will be called in.',
  'There was a family once, and there are letters twice a year.',
  'Nobody is quite sure where the money comes from, and it has never been enough to ask.',
  'One hears about a bad year, some time ago, and then the subject is changed.',
  'Children like to be nearby, which is usually a good sign.',
  'On most evenings one would find the same seat taken and the same thing ordered.',
  'A name that opens some doors here, and closes one in particular.',
  'It is said that nothing was ever proved, and also that nobody tried very hard.',
];
