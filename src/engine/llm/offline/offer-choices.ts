import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../narrate-input.ts';
import type { OfferedChoice } from '../offered-choice.ts';
import { placeBehind } from './exit-taken.ts';
import { choose } from './grammar.ts';
import { type Down, personaDown } from './persona-down.ts';
import { awake, personMeant } from './speech/person-addressed.ts';
import { midSentence, shortName } from './speech/short-name.ts';

/** There is nothing to decide, or only one thing. */
const GO_ON: OfferedChoice = { key: 'continue', text: 'Go on', description: 'See what comes.', risk: 'safe' };
const WAIT: OfferedChoice = { key: 'wait', text: 'Wait', description: 'Let a moment pass.', risk: 'safe' };
const OTHER: OfferedChoice = {
  key: 'other_action',
  text: 'Something else',
  description: 'Say in your own words what you do.',
  risk: 'low',
};

/** What is left to whoever lies there. */
const WAYS_DOWN: Readonly<Record<Down, readonly OfferedChoice[]>> = {
  unconscious: [
    { key: 'hold_on', text: 'Hold on', description: 'One breath, and another.', risk: 'high' },
    WAIT,
    OTHER,
  ],
  dead: [{ ...GO_ON, text: 'Let it go on', description: 'See what becomes of the others.' }, WAIT, OTHER],
};

/** Three to five ways on, made from who and what is here and what was done just now. */
export function offerChoices(input: NarrateInput, random: KeyedRandom): OfferedChoice[] {
  const down = personaDown(input);
  if (down !== null) return [...WAYS_DOWN[down]];
  const fight = input.packet.activeSituations.find((situation) => situation.startsWith('A fight'));
  const ways = (fight === undefined ? waysOn(input, random) : waysInFight(input, fight)).filter(
    (way) => way !== null,
  );
  const different = spared(
    ways.filter((way, at) => ways.findIndex(({ key }) => key === way.key) === at),
    random,
  );
  if (different.length < 2) different.push(different.length === 0 ? GO_ON : WAIT);
  return [...different, OTHER];
}

const MOST = 4;

/** Of too many ways one other than the first is left out, and not the same one every time. */
function spared(ways: OfferedChoice[], random: KeyedRandom): OfferedChoice[] {
  if (ways.length <= MOST) return ways;
  const out = 1 + random.below(ways.length - 1);
  return ways.filter((_way, at) => at !== out).slice(0, MOST);
}

function waysInFight({ packet }: NarrateInput, fight: string): (OfferedChoice | null)[] {
  const foes = awake(packet.cast).filter(({ name }) => fight.includes(name));
  return [
    ...foes
      .slice(0, 2)
      .map(({ name }) => choice('attack', name, `Attack ${shortName(name)}`, 'Strike now.', 'high')),
    choice('flee', '', 'Run from it', 'Escape while there is a way.', 'high'),
  ];
}

function waysOn(input: NarrateInput, random: KeyedRandom): (OfferedChoice | null)[] {
  const asked = question(input, random);
  const someone = talk(input, random);
  const isSpokenWith = someone !== null && awake(input.packet.cast).length === 1;
  // Whoever is spoken with already need not be turned to again where there is something to ask.
  return [
    isSpokenWith && asked !== null ? null : someone,
    asked,
    look(input, random),
    go(input, random),
    follow(input, random),
  ];
}

/** Somebody else than the one spoken to just now, where there is somebody else. */
function talk(input: NarrateInput, random: KeyedRandom): OfferedChoice | null {
  const meant = personMeant(input);
  const people = awake(input.packet.cast);
  const others = people.filter(({ id }) => id !== meant?.id);
  const isNew = input.conversation.length === 0;
  const someone = isNew ? meant : (choose(random, others.slice(0, 3)) ?? meant);
  if (someone === null) return null;
  return choice(
    'talk_to',
    someone.name,
    `Talk to ${shortName(someone.name)}`,
    'Hear what they have to say.',
    'low',
  );
}

/** A matter that is in the air, put to whoever is being spoken to. */
function question(input: NarrateInput, random: KeyedRandom): OfferedChoice | null {
  const meant = personMeant(input);
  if (meant === null || input.conversation.length === 0) return null;
  const players = [...input.conversation.map(({ player }) => player), input.playerText];
  const asked = players.join('\n').toLowerCase();
  const titles = input.packet.lore.map(({ title }) => title.split(' > ')[0] ?? title);
  // A matter's title is taken up by following it; nobody can be asked about `Or nothing`.
  const names = [
    ...[...input.packet.cast, ...input.packet.personas].map(({ name }) => name),
    ...input.packet.threads.map(({ title }) => title),
  ];
  const open = [...new Set(titles)].filter(
    (title) => title.length <= 40 && !asked.includes(title.toLowerCase()) && !names.includes(title),
  );
  const topic = choose(random, open.slice(0, 6));
  if (topic === null) return null;
  const about = midSentence(topic);
  return choice(
    'ask_about',
    topic,
    `Ask ${shortName(meant.name)} about ${about}`,
    'It may be common knowledge.',
    'safe',
  );
}

function look({ packet, conversation, playerText }: NarrateInput, random: KeyedRandom): OfferedChoice | null {
  const told = [...conversation.map(({ player }) => player), playerText].join('\n').toLowerCase();
  // Whoever has read the register need not be sent to the green register.
  const isNew = (name: string) => !told.includes(name.toLowerCase().split(/\s+/).at(-1) ?? name);
  const thing = choose(random, packet.entities.filter(({ name }) => isNew(name)).slice(0, 4));
  if (thing !== null)
    return choice(
      'look_at',
      thing.name,
      `Look closely at ${midSentence(thing.name)}`,
      'See what there is to it.',
      'safe',
    );
  const lately = [...conversation.slice(-LOOKED_LATELY).map(({ player }) => player), playerText].join('\n');
  if (packet.scene.place === null || /\blook\b/i.test(lately)) return null;
  const { name } = packet.scene.place;
  return choice('look_around', name, `Look around ${midSentence(name)}`, 'See what does not belong.', 'safe');
}

const LOOKED_LATELY = 3;

function go({ packet }: NarrateInput, random: KeyedRandom): OfferedChoice | null {
  const exit = choose(
    random,
    packet.scene.exits.filter(({ blocked }) => blocked === null),
  );
  if (exit === null) return null;
  const place = placeBehind(exit);
  return choice('go_to', place, `Go to ${midSentence(place)}`, 'Leave here and go there.', 'medium');
}

/** A matter of which it was not told lately what hangs on it. */
function follow(
  { packet, conversation, playerText }: NarrateInput,
  random: KeyedRandom,
): OfferedChoice | null {
  const told = [...conversation.map(({ narration }) => narration), playerText].join('\n');
  const thread = choose(
    random,
    packet.threads.filter(({ title, stakes }) => !playerText.includes(title) && !told.includes(stakes)),
  );
  if (thread === null) return null;
  return choice(
    'follow',
    thread.title,
    `Follow up “${thread.title.replace(/[.!]+$/, '')}”`,
    'Take up the matter at hand.',
    'medium',
  );
}

/** Who and what is there is seen only on arriving. */
export function choicesAt(place: string): OfferedChoice[] {
  return [
    choice('look_around', place, `Look around ${midSentence(place)}`, 'See where this is.', 'safe'),
    choice('see_who', place, 'See who is here', 'Greet whoever looks up.', 'safe'),
    WAIT,
    OTHER,
  ];
}

function choice(
  verb: string,
  about: string,
  text: string,
  description: string,
  risk: OfferedChoice['risk'],
): OfferedChoice {
  const key = `${verb}_${snake(about)}`.slice(0, 60).replace(/_+$/, '');
  return { key, text: text.slice(0, 120), description, risk };
}

function snake(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
}
