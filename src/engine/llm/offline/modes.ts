import type { GodReply, ThinkReply } from '../mode-replies.ts';
import type { ModeInput } from '../step-inputs.ts';
import { ended } from './ended.ts';
import { placeBehind } from './exit-taken.ts';
import { openMatter } from './open-matter.ts';
import { shares, topicWords } from './speech/about-topic.ts';
import { midSentence, shortName } from './speech/short-name.ts';

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
