import type { GodReply, ThinkReply } from '../mode-replies.ts';
import type { ModeInput } from '../step-inputs.ts';
import { ended } from './ended.ts';
import { placeBehind } from './exit-taken.ts';
import { sentencesOf } from './grammar.ts';
import { shares, topicWords } from './speech/about-topic.ts';
import { askedIn } from './speech/question.ts';
import { midSentence, shortName } from './speech/short-name.ts';

const RECORDS = '(No language model is in use, so this is what the records say.)';

/** An honest answer out of character: what the records hold on what was asked, and where things stand when it is nothing of that. */
export function dmOffline(input: ModeInput): string {
  const found = onRecord(input);
  const lines = found.length > 0 ? found : whereThingsStand(input);
  return [RECORDS, ...lines].join('\n');
}

const RULES = /\b(?:rules?|rolls?|dice|check|fight\w*|combat|clock|rest|death|damage|works?|mechanics?)\b/i;
const SHEET =
  /\b(?:hit points?|hp|stats?|sheet|health|harm|cred|gold|money|level|armou?r|spells?|slots?|condition|i have|my)\b/i;

/** What the question names: the date, one's own sheet, people, matters that are open, the rules. */
function onRecord({ playerText, packet, rulebook }: ModeInput): string[] {
  const words = topicWords(playerText);
  const about = (text: string) => shares(words, text) > 0;
  const [persona] = packet.personas;
  const sheet = (persona?.sheet ?? []).filter((line) => about(line.replaceAll('_', ' ')));
  const rules = sentencesOf(rulebook.replace(/\n+/g, ' ')).filter(about);
  const asked = askedIn(playerText)?.kind;
  return [
    asked === 'time' ? `It is ${packet.scene.date}.` : '',
    asked === 'company' ? hereNow(packet) : '',
    sheet.length > 0 ? `${persona?.name ?? 'You'}: ${sheet.slice(0, 8).join('; ')}.` : '',
    sheet.length === 0 && SHEET.test(playerText) && persona !== undefined && persona.sheet.length > 0
      ? `${persona.name}: ${persona.sheet.slice(0, 12).join('; ')}.`
      : '',
    ...packet.facts
      .filter(({ text }) => shares(words, text) > 1)
      .slice(0, 4)
      .map(({ text }) => text),
    ...packet.threads
      .filter(({ title, stakes }) => about(`${title} ${stakes}`))
      .slice(0, 2)
      .map(openMatter),
    ...packet.clocks
      .filter(({ name }) => about(name))
      .map(({ name, value, max }) => `${name}: ${value} of ${max}.`),
    rules.length > 0 ? `The rules: ${rules.slice(0, 4).join(' ')}` : '',
    rules.length === 0 && RULES.test(playerText) && rulebook !== '' ? `The rules in short: ${rulebook}` : '',
  ].filter((line) => line !== '');
}

function whereThingsStand({ packet, rulebook }: ModeInput): string[] {
  const { scene, threads, deadlines } = packet;
  const listed = (texts: readonly string[]) => texts.map(ended).join(' ');
  return [
    `It is ${scene.date}${scene.place === null ? '' : `, at ${midSentence(scene.place.name)}`}.`,
    hereNow(packet),
    threads.length === 0 ? '' : `Open: ${listed(threads.map(({ title }) => title))}`,
    deadlines.length === 0 ? '' : `Pressing: ${listed(deadlines.map(({ text }) => text))}`,
    rulebook === '' ? '' : `The rules in short: ${rulebook}`,
  ].filter((line) => line !== '');
}

function hereNow({ cast }: ModeInput['packet']): string {
  return cast.length === 0 ? 'Nobody else is here.' : `Here: ${cast.map(({ name }) => name).join(', ')}.`;
}

function openMatter({ title, stakes }: ModeInput['packet']['threads'][number]): string {
  return `${ended(title)} ${stakes}`.trim();
}

/** The situation laid out from what is known. Nothing happens. */
export function thinkOffline(input: ModeInput): ThinkReply {
  const { packet, playerText } = input;
  const words = topicWords(playerText);
  const known = packet.facts
    .map(({ text }) => ({ text, worth: shares(words, text) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, 3)
    .map(({ text }) => text);
  const thread =
    packet.threads.find(({ title, stakes }) => shares(words, `${title} ${stakes}`) > 0) ?? packet.threads[0];
  const threats = packet.pendingThreats.map(ended);
  return {
    thinking: [
      'A breath, and the pieces laid side by side.',
      known.length === 0
        ? 'Nothing that is known for certain bears on it.'
        : `What is known: ${known.map(ended).join(' ')}`,
      thread === undefined ? '' : `What hangs over it: ${openMatter(thread)}`,
      threats.length === 0
        ? 'Nothing presses this very minute.'
        : `What presses: ${threats.slice(0, 3).join(' ')}`,
    ]
      .filter((line) => line !== '')
      .join(' '),
    analysis: {
      pros: inFavour(known, packet),
      cons: threats.length === 0 ? ['What it costs is not known yet.'] : threats.slice(0, 4),
      confidence:
        known.length > 1 ? 'Fair: some of it is known.' : 'Middling: it hangs on what has not been said.',
    },
    choices: thoughtChoices(packet),
  };
}

function inFavour(known: readonly string[], { cast }: ModeInput['packet']): string[] {
  const near = cast.slice(0, 2).map(({ name }) => `${shortName(name)} is within reach.`);
  const all = [...known.slice(0, 2), ...near];
  return all.length === 0 ? ['Nothing has been given away yet.'] : all;
}

function thoughtChoices({ cast, scene }: ModeInput['packet']): ThinkReply['choices'] {
  const [someone] = cast.toSorted((one, other) => one.tier - other.tier);
  const exit = scene.exits.find(({ blocked }) => blocked === null);
  const talk =
    someone === undefined
      ? []
      : [
          {
            key: 'talk_first',
            text: `Talk to ${shortName(someone.name)} first`,
            description: `For it: ${shortName(someone.name)} is here. Against it: it shows what you are after.`,
            risk: 'low' as const,
          },
        ];
  const leave =
    exit === undefined
      ? []
      : [
          {
            key: 'leave_now',
            text: `Go to ${midSentence(placeBehind(exit))}`.slice(0, 120),
            description: 'For it: nothing gets worse here. Against it: nothing gets better.',
            risk: 'medium' as const,
          },
        ];
  return [
    ...talk,
    ...leave,
    {
      key: 'look_closer',
      text: 'Look closer before deciding',
      description: 'For it: it costs little. Against it: time.',
      risk: 'safe',
    },
    {
      key: 'other_action',
      text: 'Something else',
      description: 'Say in your own words what you do.',
      risk: 'low',
    },
  ];
}

/** Changes by words need a language model; blocks of assignments do not, and the answer says so. */
export function godOffline({ packet }: ModeInput): GodReply {
  return {
    god_mode_response: [
      'No language model is in use, so a command in plain words changes nothing.',
      'Write a GOD_MODE_SET: block, or apply operations, and it is done.',
      `It is ${packet.scene.date}${packet.scene.place === null ? '' : ` at ${midSentence(packet.scene.place.name)}`}.`,
    ].join(' '),
    operations: [],
    choices: [
      { key: 'god:return_story', text: 'Return to the story', description: 'Go on playing.', risk: 'safe' },
    ],
  };
}
