import { expect, it } from 'vitest';
import { unsaidIn } from '#engine/prompt/assembly/unsaid-in.ts';
import { anInput, assembled } from './a-narration.ts';

it.each([
  ['He pours.', 'He pours. He lends.', ''],
  ['He pours. He waits.', 'He pours. He lends.', 'He waits.'],
  ['Low voice. “House pours first.”', 'Speech: Low\nvoice.\nLines:\n- House pours first.', ''],
  ['He pours.', '', 'He pours.'],
  ['', 'anything', ''],
])('leaves of %j what %j does not say', (text, elsewhere, left) => {
  expect(unsaidIn(elsewhere)(text)).toBe(left);
});

const { packet } = anInput();
const [member] = packet.cast;
if (member === undefined) throw new Error('somebody is there');
const told = (changes: Parameters<typeof assembled>[0]) => {
  const { request, audit } = assembled({ budget: 100_000, ...changes });
  const system = request.system.map(({ text }) => text).join('\n');
  return { system, last: request.messages.at(-1)?.text ?? '', audit };
};
const times = (text: string, part: string): number => text.split(part).length - 1;

it('tells of somebody once, in their author’s words where there are any', () => {
  const text = `Role: ${member.role}. ${member.description} ${member.speech}`;
  const segments = [{ id: 'own', scope: 'npc', refId: member.id, version: '1.0.0', text } as const];
  const { system } = told({ segments, input: { ...anInput(), packet: { ...packet, cast: [member] } } });
  expect(times(system, member.description)).toBe(1);
  expect(times(system, member.speech)).toBe(1);
});

it('tells what the scene knows of somebody with them, and only how they are at the moment', () => {
  const known =
    'She came down the river in a barge of onions, forty years ago, and has not been upstream of the weir since then.';
  const cast = [{ ...member, disposition: known }];
  const lore = [
    { id: 'onions', title: 'Onions', text: known, kind: 'materialised' as const },
    { id: 'weir', title: 'The weir', text: 'The weir sings before rain.', kind: 'materialised' as const },
  ];
  const { system, last, audit } = told({ input: { ...anInput(), packet: { ...packet, cast, lore } } });
  expect(times(system, known)).toBe(1);
  expect(last).not.toContain(known);
  expect(last).toContain(`${member.name} (${member.id})`);
  expect(system).toContain('The weir sings before rain.');
  expect(audit.notes).toContainEqual(expect.stringContaining('not again as lore: onions.'));

  const brief = [{ ...member, disposition: 'unconscious' }];
  const moment = told({ input: { ...anInput(), packet: { ...packet, cast: brief, lore: [] } } });
  expect(moment.last).toContain(`${member.name} (${member.id}): unconscious`);
});

it('tells what presses once, and of the ties in the world those of whoever is here', () => {
  const changed = {
    ...packet,
    deadlines: [{ id: 'd', text: 'The tide comes in.', urgency: 'high' }],
    pendingThreats: ['The tide comes in.', 'The dog wakes.'],
    activeSituations: ['Nobody speaks of it.', 'A wake next door.'],
    scene: {
      ...packet.scene,
      constraints: ['Nobody speaks of it.'],
      date: '3 May, Small Hours',
      timeOfDay: 'Small Hours',
    },
    relationships: [
      { fromId: 'somebody', toId: 'else', text: 'Somebody is a rival to Else' },
      { fromId: 'somebody', toId: member.id, text: 'Somebody is a friend of hers' },
    ],
  };
  const { last } = told({ input: { ...anInput(), packet: changed } });
  for (const once of ['The tide comes in.', 'Nobody speaks of it.', 'Small Hours'])
    expect(times(last, once)).toBe(1);
  expect(last).toContain('The dog wakes.');
  expect(last).toContain('A wake next door.');
  expect(last).toContain('Somebody is a friend of hers');
  expect(last).not.toContain('a rival to Else');
});
