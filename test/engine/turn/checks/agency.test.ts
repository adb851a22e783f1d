import { describe, expect, it } from 'vitest';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { quietRoom } from './quiet-room.ts';

const agencyIn = (prose: string, facts = quietRoom()) =>
  checkNarration(prose, facts).filter(({ check }) => check === 'agency');

describe('takes for a decision in the player’s stead', () => {
  it.each([
    ['a decision', 'You decide to leave.'],
    ['two deeds in a row', 'You draw your blade and charge.'],
    ['a deed behind a look', 'You see him and draw your blade.'],
    ['speech', '“I will,” you say.'],
    ['speech after its verb', 'You say: “I will.”'],
    ['a deed of the name', 'Ada nods.'],
    ['a deed of the full name', 'Ada Quill walks to the window.'],
    ['speech by the name, turned around', '“So be it,” says Ada.'],
    ['a line of a script', 'Ada: “So be it.”'],
    ['a pronoun that goes on', 'Ada smiles at the lamp. She takes it down and blows it out.'],
    ['a feeling', 'You feel a rush of joy.'],
    ['a state of mind', 'You are furious.'],
    ['a feeling that takes hold', 'Fear grips you.'],
    ['a hand with a will', 'Your hand drops to your gun.'],
    ['what cannot be helped', 'You can’t help but smile.'],
    ['a deed begun', 'You begin to climb.'],
    ['a deed one finds oneself at', 'You find yourself nodding.'],
    ['a deed that goes on', 'You are walking down the corridor.'],
    ['a deed of the past tense', 'You picked up the lamp and left.'],
    ['a clause of time in front', 'As you step inside, the lamp goes out.'],
    ['a deed behind an unknown verb', 'You sidle up and grab the lamp.'],
    ['a mind made up', 'You made up your mind.'],
    ['a deed behind the hour', 'It’s nearly nine when you push back your stool and tell him yes.'],
    ['a decision put last', 'It is only then that Ada makes up her mind.'],
    ['older English', 'Thou liftedst thy lamp.'],
    ['a deed somebody saw', 'We saw Ada throw the lamp away.'],
    ['a deed somebody remarked', 'Bruno noticed how you took the lamp.'],
    ['a feeling that takes hold of the name', 'A great wrath took hold of Ada.'],
    ['a pronoun for whoever was named last', 'The light fell on Ada. She drew her blade.'],
    ['speech with a rare verb', '“So be it,” thundered Ada.'],
    ['a deed behind a clause of time and no comma', 'When Bruno bends to the kettle you grab the lamp.'],
    ['a deed behind a long aside', 'Ada, who has had no sleep, and no supper, and no luck, walks off.'],
    ['a deed begun behind another', 'You sidle up and begin wiping the shelf.'],
    ['an order given behind another deed', 'Ada mounts, gives the order to ride, and they set off.'],
    ['words behind what follows from a deed', 'You start, so that the lamp shakes, and confess to it all.'],
    ['what is done to a name', 'You wheel round and punch Bruno in the mouth.'],
    ['speech in a word that ends as adverbs do', '“I will,” you reply.'],
    ['a thought of somebody from before', 'You remember what your mother used to say of it.'],
    ['a deed told as long done', 'By the time Bruno calls for his cup you have left the hall.'],
    ['a grip', 'Ada has Bruno by the collar before he is done smiling.'],
    ['a great feeling', 'You are so very afraid.'],
    ['a love', 'You are in love with him.'],
    ['weariness of something', 'You are tired of all this.'],
    ['a feeling behind a link and a moment', 'And for just a moment you’re tempted.'],
    ['a feeling beside what somebody used to be', 'You hate the man who used to be kind.'],
    ['the I of a story', 'I drew my gun. I did not trust her.'],
  ])('%s', (_what, prose) => {
    expect(agencyIn(prose)).toHaveLength(
      prose.startsWith('Ada smiles') || prose.startsWith('I drew') ? 2 : 1,
    );
  });
});

describe('leaves alone', () => {
  it.each([
    ['what befalls a character', 'The wind bites you. You stumble and fall.'],
    ['what they see and hear', 'You see a light. You hear a door. You notice the dust.'],
    ['what they feel on the skin', 'You feel the cold of the stone through your gloves.'],
    ['where they are', 'You stand in the hall. You are sitting by the fire.'],
    ['what they may do', 'You could run. You can reach the door. You may speak.'],
    ['a question', 'Do you take the key? What do you do?'],
    ['what is supposed of anybody', 'You’ll have heard it before, everyone has, you walk past it daily.'],
    ['a thing they brought', 'When Bruno bends to the kettle you take everywhere, it hisses.'],
    ['by when it is', 'By the time you have passed the gate, the lamps are out.'],
    ['what was done before', 'Bruno shrugs. You walked this road nine years ago.'],
    ['weariness of the body', 'You are tired. You are sick.'],
    ['a condition', 'If you draw that blade, nobody will stop you.'],
    ['words of other people', '“You run, you beg, you sign,” says Bruno. “That is what you do.”'],
    ['the character as an object', 'Bruno looks at you and nods. He hands you a cup and walks off.'],
    ['an inverted place', 'Before you stands a gate. Behind you lies the road.'],
    ['others by the same pronoun', 'Bruno watches Ada. She is pale. He turns and walks to the window.'],
    ['what they did long ago', 'You rode in last night by torchlight.'],
    [
      'what they did before, in a story of now',
      'The lamp is out. You signed the lease twice. It has lapsed.',
    ],
    [
      'a page in italics behind a stressed word',
      'No date, just *Tuesday*. Then: *She has his locker. I think that is it.*',
    ],
    ['a note in capitals', 'The note is short. I DO NOT LIKE HEIGHT. THEREFORE NOBODY WILL THINK IT.'],
    ['voices in italics', 'Then it comes. *I promise, I promise you.* The oaks have kept it.'],
    ['things they left', 'The cup you set down is gone, and the coat is where you left it.'],
    ['somebody making the character do', 'The cold makes you shiver. The guard sees you move.'],
    ['where they are in older words', 'Thou standest in the hall. Ada stood upon the stair.'],
    ['a pronoun that may be another’s', 'Mira was here. The light fell on Ada. She drew her blade.'],
    ['what somebody hopes to see', 'Bruno would like to see you take the lamp.'],
    ['bread and water', 'You have bread and water. You see smoke and fire.'],
  ])('%s', (_what, prose) => {
    expect(agencyIn(prose)).toEqual([]);
  });
});

it.each([
  ['the verb itself', 'I draw my sword and charge', 'You draw your blade and charge.'],
  ['another verb for the same', 'I go over to the bar', 'You cross the room and step up to the bar.'],
  ['the words they gave', '"I will never sign that," I tell him.', '“I will never sign that,” you say.'],
  ['a deed of the named', 'Ada takes the lamp.', 'Ada picks up the lamp.'],
  ['a question', 'I ask Bruno about it.', 'You put the question to him.'],
  ['a deed beside a question', 'I ask Bruno where he was and take the lamp.', 'You pick up the lamp.'],
])('lets the prose echo %s that the player wrote', (_what, written, prose) => {
  expect(agencyIn(prose, quietRoom({ playerWords: [written] }))).toEqual([]);
  expect(agencyIn(prose)).toHaveLength(1);
});

it('does not take a question put by the player for leave to put words into their mouth', () => {
  const facts = quietRoom({ playerWords: ['I ask Bruno about the well.'] });
  expect(agencyIn('“And who paid for the masses, Bruno?” you ask.', facts)).toHaveLength(1);
  expect(agencyIn('You ask him about it.', facts)).toEqual([]);
});

it('lets the prose tell what the rules have settled', () => {
  const prose = 'You flee through the kitchen.';
  expect(agencyIn(prose, quietRoom({ settled: ['Ada loses her nerve and flees.'] }))).toEqual([]);
});

it('takes nothing that came about without the player for leave to act in their stead', () => {
  const cameAbout = ['The harbour bell cracks, and everybody flees through the kitchen.'];
  expect(agencyIn('You flee through the kitchen.', quietRoom({ cameAbout }))).toHaveLength(1);
});

it('does not take a title of the persona for somebody else whom a pronoun could mean', () => {
  const king = { name: 'Juan', aliases: ['the King'], pronouns: 'he/him' };
  const found = agencyIn('The King rises. “Enough,” he says.', quietRoom({ personas: [king] }));
  expect(found.map(({ explanation }) => explanation)).toContainEqual(expect.stringContaining('“say”'));
});

it('lets things be sent that a player set going', () => {
  const facts = quietRoom({ playerWords: ['I whistle back, two notes.'] });
  const gravesIn = (prose: string) => agencyIn(prose, facts).filter(({ severity }) => severity === 'grave');
  expect(gravesIn('Two notes. You send them out over the roofs.')).toEqual([]);
  expect(gravesIn('Two notes. You send him out over the roofs.')).toHaveLength(1);
});

it('guards every persona', () => {
  const personas = [
    { name: 'Ada', aliases: [], pronouns: 'she/her' },
    { name: 'Pim', aliases: [], pronouns: 'he/him' },
  ];
  const found = agencyIn('Ada laughs. Pim turns to the door.', quietRoom({ personas }));
  expect(found.map(({ explanation }) => explanation)).toEqual([
    expect.stringContaining('Ada'),
    expect.stringContaining('Pim'),
  ]);
});

it('leaves thoughts to rulesets that give them a voice', () => {
  const facts = quietRoom({ guarded: ['act', 'speak', 'move'] });
  expect(agencyIn('You want to know where he went. You are afraid.', facts)).toEqual([]);
  expect(agencyIn('You run.', facts)).toHaveLength(1);
});

it.each([
  ['German', 'Du ziehst das Schwert und gehst hinaus, und du sagst kein Wort zu ihm.'],
  ['Spanish', 'Sacas la espada y te lanzas contra él. «No», dices, y no lo piensas más.'],
  ['Japanese', 'あなたは剣を抜き、扉へ向かって走った。「行くぞ」とあなたは言った。'],
  ['Russian', 'Ты вынимаешь меч и бежишь к двери. «Нет», говоришь ты.'],
])('stays silent about what it cannot read: %s', (_language, prose) => {
  expect(agencyIn(prose)).toEqual([]);
});

describe('does not take for a licence', () => {
  it.each([
    ['what somebody else is let do', 'Let Bruno talk, I chew a bit of bread', 'You swear to carry it.'],
    [
      'where somebody else went',
      'I crouch and see where she went in',
      '“Wait here,” you say, and you leave.',
    ],
    [
      'what time something comes',
      'I ask Bruno what time the train comes.',
      'You walk to the door and climb the stairs.',
    ],
    [
      'what somebody else has done',
      'I tell Bruno he has raised it.',
      'You get up, lift the lamp and draw the bolt.',
    ],
    ['by when they do it', 'we wait until the moon sets', 'You set the lamp down and drag it to the wall.'],
    ['to hold a position', 'Hold position.', 'You throw the lever and run down the hill.'],
    ['to go over sums', 'i stay in the shade and go over my sums', 'You stride across and seize the lamp.'],
  ])('%s', (_what, player, prose) => {
    const verdicts = agencyIn(prose, { ...quietRoom(), playerWords: [player] });
    expect(verdicts.map(({ severity }) => severity)).toContain('grave');
  });

  it('going over a car, which is done with hands', () => {
    const facts = { ...quietRoom(), playerWords: ['I go over the car looking for scratches.'] };
    expect(agencyIn('You get down on the concrete and slide in under the engine.', facts)).toEqual([]);
  });
});
