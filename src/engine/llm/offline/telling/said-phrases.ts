import type { Phrases } from '../grammar.ts';

/** How whoever is spoken to takes what is said to them, by what kind of thing it is; the first kind that fits is taken. */
export const SAID: readonly (readonly [RegExp, Phrases])[] = [
  [
    /\b(?:thank you|thanks|much obliged|i(?:'m| am) grateful)\b/i,
    [
      '“Keep it,” says {name}. “You may need it for somebody else.”',
      '{name} waves the thanks away, not very far.',
      '“You are welcome,” says {name}, and seems to check whether that is so.',
    ],
  ],
  [
    /\b(?:sorry|i apologi[sz]e|forgive me|my (?:fault|mistake)|didn['’]t mean)\b/i,
    [
      '“All right,” says {name}, after a time that had to pass first.',
      '{name} lets that stand, and then lets it count.',
      '“I heard you,” says {name}. “I heard the other thing too.”',
    ],
  ],
  [
    /^\W*(?:ok(?:ay)?\W+|fine\W+|all right\W+|yes\W+)?(?:deal|agreed|done|it['’]s a deal|you have a deal|i accept|i['’]ll do it|i['’]ll take (?:it|the job)|i['’]m in|count me in)\b/i,
    [
      '“Good,” says {name}. “Then it is said, and there are ears about.”',
      '{name} nods at that, once, as one initials a page.',
      '“Then do it before you think about it,” says {name}.',
    ],
  ],
  [
    /\b(?:i(?:['’]ll|\s+will|['’]d)?\s+(?:want|offer|pay|give you|take)\b[^.!?]*\d|how about \d|make it \d|\d+ (?:is|and) (?:too|not|my)\b|too (?:much|expensive)|(?:half|double|twice) (?:now|that|of it)|half (?:up front|in advance)|robbery|rip-?off|not enough|discount|cheaper)/i,
    [
      '“That is a number,” says {name}. “I have another.”',
      '{name} turns the figure over as if something were written on its back.',
      '“Say it again, slower,” says {name}, “so that I can hear which part of it can be talked about.”',
      '“Half of that is a wish,” says {name}. “The other half I shall think about.”',
    ],
  ],
  [
    /^\W*(?:no(?: way| thanks| chance| deal)?\b(?!\s*(?:one|body|thing))|nope|never|forget it|not a chance|i (?:refuse|won['’]t|will not)|absolutely not|over my dead body)/i,
    [
      '“No is an answer,” says {name}. “I like to have them early.”',
      '{name} takes the no like change, and counts it.',
      '“As you please,” says {name}, who is not pleased.',
    ],
  ],
  [
    /^\W*(?:bye|goodbye|good night|farewell|see you|until (?:tomorrow|later)|later)\b/i,
    [
      '“Mind how you go,” says {name}.',
      '{name} lifts a hand a little way. It is a goodbye, or the beginning of one.',
      '“Until there is something to say, then,” says {name}.',
    ],
  ],
  [
    /^\W*(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|evening|day|afternoon))\b/i,
    [
      '“Hello yourself,” says {name}.',
      '“Well,” says {name}. “There you are.”',
      '{name} says it back, and means about half of it.',
    ],
  ],
  [
    /\bi(?:['’]m| am| feel)\s+(?:so |very |really |a (?:bit|little) )?(?:hungry|thirsty|starving|tired|exhausted|cold|freezing|hurt|bleeding|sick|afraid|scared|lost|drunk|sad|bored|wet|lonely|nervous|worried)\b/i,
    [
      '“Who is not?” says {name}.',
      '“I can see that,” says {name}, and leaves it there, not unkindly.',
      '“It passes,” says {name}. “Or one gets used to it.”',
    ],
  ],
  [
    /\bi (?:promise|swear|give you my word)\b|\btrust me\b|\bi['’]m (?:telling the truth|not lying)\b/i,
    [
      '“I shall remember that you said it,” says {name}.',
      '{name} looks at the promise from both ends.',
      '“People say that,” says {name}. “Some of them are surprised afterwards.”',
    ],
  ],
  [
    /^\W*(?:please\W+)?(?:(?:just|now)\s+)?(?:(?:give|let|show|help|lend|sell|pour|bring|get|hand|leave|spare)\s+(?:me|us|it|him|her|them)\b|come (?:with me|on|here)|shut up|be quiet|calm down|stop (?:it|that|lying)|hurry|leave (?:now|me)|get out|go away|relax|listen to me|look at me)/i,
    [
      '“I would have to want to,” says {name}.',
      '{name} does not move for it, and does not say no either.',
      '“And why should it be me?” asks {name}.',
    ],
  ],
];

/** Said, and of no kind that could be told apart. */
export const SAID_SO: Phrases = [
  '“So you say,” says {name}.',
  '{name} hears it to the end, and waits one moment more.',
  '“That may be so,” says {name}. “Most things may.”',
  '“And what follows from it?” asks {name}.',
  '{name} takes that in without a word, and does not give it back.',
  '“Go on,” says {name}. “There is more to it, or you would not have begun.”',
];
