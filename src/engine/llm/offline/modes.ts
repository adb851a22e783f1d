import type { GodReply, ThinkReply } from '../mode-replies.ts';
import type { ModeInput } from '../step-inputs.ts';

/** An honest answer out of character: what is known of where things stand. */
export function dmOffline({ packet, rulebook }: ModeInput): string {
  const { scene, threads, deadlines } = packet;
  const lines = [
    '(No language model is in use, so this is what the records say.)',
    `It is ${scene.date}${scene.place === null ? '' : `, at ${scene.place.name}`}.`,
    packet.cast.length === 0
      ? 'Nobody else is here.'
      : `Here: ${packet.cast.map(({ name }) => name).join(', ')}.`,
    threads.length === 0 ? '' : `Open: ${threads.map(({ title }) => title).join('; ')}.`,
    deadlines.length === 0 ? '' : `Pressing: ${deadlines.map(({ text }) => text).join('; ')}.`,
    rulebook === '' ? '' : `The rules in short: ${rulebook}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The situation laid out from what is known. Nothing happens. */
export function thinkOffline({ packet, playerText }: ModeInput): ThinkReply {
  const { scene, cast, threads, pendingThreats } = packet;
  const [someone] = cast;
  const [thread] = threads;
  const exit = scene.exits.find(({ blocked }) => blocked === null);
  const choices = [
    ...(someone === undefined
      ? []
      : [
          {
            key: 'talk_first',
            text: `Talk to ${someone.name} first`,
            description: `For it: ${someone.name} is here. Against it: it shows what you are after.`,
            risk: 'low' as const,
          },
        ]),
    ...(exit === undefined
      ? []
      : [
          {
            key: 'leave_now',
            text: `Go to ${exit.label}`,
            description: 'For it: nothing gets worse here. Against it: nothing gets better.',
            risk: 'medium' as const,
          },
        ]),
    {
      key: 'look_closer',
      text: 'Look closer before deciding',
      description: 'For it: it costs little. Against it: time.',
      risk: 'safe' as const,
    },
    {
      key: 'other_action',
      text: 'Something else',
      description: 'Say in your own words what you do.',
      risk: 'low' as const,
    },
  ];
  return {
    thinking: [
      `You take a breath and weigh it${playerText === '' ? '' : `: ${playerText.slice(0, 160).replace(/[.!?…]+$/, '')}`}.`,
      thread === undefined ? '' : `What hangs over it: ${thread.title}. ${thread.stakes}`,
      pendingThreats.length === 0
        ? 'Nothing presses this very minute.'
        : `What presses: ${pendingThreats.join('; ').replace(/\.+$/, '')}.`,
    ]
      .filter((line) => line !== '')
      .join(' '),
    analysis: {
      pros: someone === undefined ? ['Nobody is watching.'] : [`${someone.name} is within reach.`],
      cons: pendingThreats.length === 0 ? ['You do not know yet what it costs.'] : [...pendingThreats],
      confidence: 'Middling: it hangs on what has not been said.',
    },
    choices,
  };
}

/** Changes by words need a language model; blocks of assignments do not, and the answer says so. */
export function godOffline({ packet }: ModeInput): GodReply {
  return {
    god_mode_response: [
      'No language model is in use, so a command in plain words changes nothing.',
      'Write a GOD_MODE_SET: block, or apply operations, and it is done.',
      `It is ${packet.scene.date}${packet.scene.place === null ? '' : ` at ${packet.scene.place.name}`}.`,
    ].join(' '),
    operations: [],
    choices: [
      { key: 'god:return_story', text: 'Return to the story', description: 'Go on playing.', risk: 'safe' },
    ],
  };
}
