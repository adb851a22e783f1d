import type { Phrases } from '../grammar.ts';
import type { QuestionForm } from '../speech/question.ts';

/** How somebody stands towards the one who asks, as far as it shows. */
export type Manner = 'warm' | 'wary' | 'plain';

/** How a true answer is begun, and left. `line` is whole sentences. */
export const TELLS: Readonly<Record<Manner, Phrases>> = {
  warm: [
    '“{line}” {name} says it readily, and waits to see whether it helps.',
    '{name} leans in. “{line}”',
    '“Since it is you,” says {name}. “{line}”',
    '{name} has been wanting to be asked. “{line}”',
    '“{line}” There is more where that came from, by the look of {name}.',
  ],
  wary: [
    '{name} looks round first. “{line}” And then: “You did not get that from me.”',
    '“{line}” {name} says it to the wall, not to anybody’s face.',
    '{name} measures it out like medicine. “{line}”',
    '“If it stays here,” says {name}. “{line}”',
    'It takes {name} a moment to decide how much of it is safe. “{line}”',
  ],
  plain: [
    '“{line}” That is how {name} has it.',
    '{name} thinks it over. “{line}”',
    '“{line}” {name} leaves it there.',
    '{name} answers without looking up. “{line}”',
    '“Here is what I can tell you,” says {name}. “{line}”',
  ],
};

/** There is nothing to tell, or nothing that will be told; `topic` is what was asked about. */
export const REFUSES: Readonly<Record<Manner, Phrases>> = {
  warm: [
    '“{topic}?” {name} would like to help, and cannot. “I wish I knew. Ask somebody who was there.”',
    '{name} spreads both hands. “About {topic} I have nothing that is not hearsay.”',
    '“If I hear anything of {topic}, you will be the first,” says {name}.',
  ],
  wary: [
    '“I do not talk about {topic},” says {name}, and looks to see who heard the question.',
    '{name} lets the question lie. “{topic}? Not here. Not with you standing there like that.”',
    '“And what is {topic} to you?” asks {name}, which is the only answer there is going to be.',
    '“You may ask about {topic} as often as you like,” says {name}. “I was looking the other way.”',
  ],
  plain: [
    '“About {topic} you must ask somebody else,” says {name}.',
    '{name} shakes a head. “I could not tell you anything about {topic} that is true.”',
    '“{topic}.” {name} turns the word over and gives it back. “No. That is not mine to tell.”',
    '“What I know about {topic} would fit under a thimble,” says {name}, “and it stays there.”',
  ],
};

/** Everything somebody knows of it has been told. */
export const TOLD_ALREADY: Phrases = [
  '“You have had what I know about {topic},” says {name}. “Asking again does not make it more.”',
  '{name} has said it once, and says so. “On {topic} I have nothing new.”',
  '“{topic}, again.” {name} sighs. “It was all in what I said before.”',
];

/** Nobody could say what the question is about. */
export const UNCLEAR: Phrases = [
  '{name} waits for the rest of it. “Ask me about somebody, or something. Then we shall see.”',
  '“That is a large question,” says {name}. “Cut me a piece of it.”',
  '{name} considers it from several sides. “Which part of it do you mean?”',
  '“I could answer that in three ways,” says {name}, “and two of them would be manners.”',
  '{name} makes a small, polite movement with one hand. “Be plainer, and I may be.”',
  '“I have no answer to that,” says {name}, “or none that I would swear to.”',
  '“Ask me who, or where, or about what,” says {name}. “Why is for later.”',
  '{name} shakes a head. “Not that one. Try me with another.”',
];

/** A plain question nobody here can or will answer, by what it asks for. */
export const NO_ANSWER: Readonly<Record<QuestionForm, Phrases>> = {
  who: [
    '“Who? I could give you three names,” says {name}, “and be wrong three times.”',
    '“I will not put a name to it,” says {name}. “A name stays said.”',
    '“If I knew who, I should know what to be afraid of,” says {name}.',
  ],
  where: [
    '“Where? Further than I have been today,” says {name}.',
    '“If it is anywhere, nobody has shown me the door,” says {name}.',
    '{name} looks one way and then the other. “Not where I looked.”',
  ],
  when: [
    '“When it suits somebody,” says {name}. “I was not asked for the hour.”',
    '“Sooner than is said and later than is hoped,” says {name}. “More I do not know.”',
  ],
  why: [
    '“Why is a question for whoever did it,” says {name}.',
    '“I gave up asking why,” says {name}. “The answers were all the same size.”',
    '{name} has no reason ready, and does not invent one.',
  ],
  how: [
    '“How, I leave to those who were there,” says {name}.',
    '“If I could do it I should be doing it,” says {name}. “I could not tell you how.”',
  ],
  amount: [
    '“I have not counted,” says {name}. “Somebody will have.”',
    '“More than one would like,” says {name}, “or less. It depends who is asked.”',
    '{name} begins to reckon it, and gives it up. “I should only be guessing.”',
  ],
  what: [
    '“That I could not tell you,” says {name}. “Not so that you could use it.”',
    '“You would have to ask somebody who looked,” says {name}. “I had my back to it.”',
    '{name} thinks about it honestly, and comes back with nothing.',
    '“Nothing I would swear to,” says {name}.',
  ],
  whether: [
    '“You would like a yes or a no,” says {name}. “I have neither about me.”',
    '{name} nearly answers that, and then does not.',
    '“Ask me when there is less to lose by it,” says {name}.',
    '“What would you do with it, if I said yes?” asks {name}, and seems to want to know.',
  ],
  request: [
    '“I shall see,” says {name}, in the tone of somebody who is seeing already.',
    '“That is a good deal to ask,” says {name}, and does not say for whom.',
    '{name} does not say no. Nothing else is said either.',
    '“Give me a reason,” says {name}, “and it need not be a good one.”',
  ],
};

/** Somebody was spoken to by a word that fits nobody here; another answers instead. */
export const NOT_THAT_ONE: Phrases = [
  'Nobody here answers to {whom}; it is {name} who looks up.',
  'There is no finding {whom} just now. {name} has heard it, though.',
];

/** The same where only they could have answered. */
export const NOBODY_SUCH: Phrases = [
  'There is no finding {whom} just now.',
  'Nobody here answers to {whom}.',
  '{whom} is not to be seen from where one stands, and cannot be asked.',
];

export const WANTS: Phrases = [
  '“What I want?” {name} does not have to think. “{goal}”',
  '“{goal}” {name} shrugs. “It is not much to ask.”',
  '{name} is quiet for a moment. “{goal} Since you ask.”',
];

export const WANTS_UNSAID: Phrases = [
  '“To be left to my work,” says {name}, which is an answer only as far as it goes.',
  '{name} smiles at that. “If I said it aloud I should have to pay for it.”',
  '“The same as everybody here,” says {name}. “A little more than I was given.”',
];

export const SELF: Phrases = [
  '“{full},” comes the answer. “{role}”',
  '{name} makes no ceremony of it. “{full}. {role}”',
];

export const MOODS: Phrases = [
  '“I have had better days,” says {name}, “and I have had them here.”',
  '{name} weighs whether that was meant. “Standing up. Ask me again later.”',
  '“Tired,” says {name}. “It is an honest tired.”',
  '“Well enough to be asked,” says {name}, and lets it be seen that hardly anybody does.',
];

export const NEWS: Phrases = [
  '“You have not heard?” says {name}. “{line}”',
  '“{line}” {name} seems surprised that it should need saying.',
  '{name} glances at the others first. “{line} That is what they talk about.”',
];

export const PRICES: Phrases = [
  '“More than it was yesterday,” says {name}, “and less than it will be when you come back.”',
  '{name} looks at the hands, the boots, the coat. “For you? Make me an offer and we shall both find out.”',
  '“It depends who is paying,” says {name}, “and what else they have in their pockets.”',
];

/** Somebody is asked who somebody else is who stands there. */
export const POINTS_OUT: Phrases = [
  '{name} tips a head towards {who}. “{role}”',
  '“{who}? {role}” {name} does not lower a voice for it.',
];

/** What is said of somebody present is told behind their back. */
export const OF_THEMSELVES: Phrases = [
  'Of {topic} one hears this much: {told}',
  '{name} lets others do the talking on that. What they say is this: {told}',
  'It is no secret what people say of {topic}. {told}',
];

/** Somebody asks about themselves. */
export const OF_THE_ASKER: Phrases = [
  '“Who should know that better than whoever asks it?” says {name}.',
  '{name} takes it for a test. “Nothing that could not be said to your face.”',
  '“That I leave to you,” says {name}. “I only see the outside of it.”',
];

/** A thing that was kept back comes out. `line` is said by the one who knows it. */
export const CONFESSES: Readonly<Record<Manner, Phrases>> = {
  warm: [
    '{name} takes a breath, lets it go, takes another. “{line}”',
    '“You had better hear it from me,” says {name}. “{line}”',
    'It has been waiting behind {name}’s teeth for days. “{line}”',
  ],
  wary: [
    '{name} looks at the door, at the floor, at nothing. Then, low: “{line}”',
    '“I will say this once,” says {name}, “and not a second time for anybody. {line}”',
    'It comes out of {name} like a nail out of old wood. “{line}”',
  ],
  plain: [
    'There is a silence, and {name} is the one who ends it. “{line}”',
    '“Very well,” says {name}. “{line}”',
    '{name} puts down whatever it was. “{line}”',
  ],
};

/** The same where it is told of oneself as of a stranger. */
export const CONFESSES_AS_OF_ANOTHER: Phrases = [
  '{name} says it as if it had been somebody else: “{line}”',
  '“Write it down like this,” says {name}. “{line}”',
  '{name} speaks as one reads from a page. “{line}”',
];

/** What was asked of people nobody has a name for. */
export const HEARD: Phrases = [
  'It takes some asking, and then somebody says it. {told}',
  'One says a little, another the rest. {told}',
  'They look at each other first. Then it comes out. {told}',
];

/** What was looked for is there. */
export const FOUND: Phrases = [
  'And there it is. {told}',
  '{told}',
  'It was there to be seen all along. {told}',
  'Then the eye catches on it. {told}',
];
