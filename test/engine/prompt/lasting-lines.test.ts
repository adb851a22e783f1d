import { expect, it } from 'vitest';
import type { ContextPacket, GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import type { Assembly, LastingChoice } from '#engine/prompt/assemble.ts';
import { anInput, aPacket, assembled, exchanges, lastMessage } from './a-narration.ts';

const TIE = { fromId: 'npc_ada_001', toId: 'npc_tom_001', text: 'Ada is aunt to Tom', intensity: 3 };
const FAR = { fromId: 'npc_ada_001', toId: 'npc_far_001', text: 'Ada is sister to Solveig', intensity: 5 };
const SECRET = { id: 'fact_oil', subjectId: 'npc_ada_001', text: 'Ada let the lamp go out.', triggers: [] };
const THREAD = { id: 'thread_wreck', title: 'The wreck', status: 'active', stakes: 'Who lit the fire.' };

const packetWith = (changes: Partial<ContextPacket> = {}) =>
  aPacket({ relationships: [TIE, FAR], threads: [THREAD], facts: [], ...changes });
const secretsWith = (facts: GameMasterSecrets['facts']): GameMasterSecrets => ({
  audience: 'gm',
  facts,
  withholds: [{ characterId: 'npc_ada_001', text: 'She was asleep.' }],
  notes: [],
});

const NEW: LastingChoice = { before: [], anew: 'all' };

function tell(packet: ContextPacket, lasting: LastingChoice, facts = [SECRET], talk = 3): Assembly {
  const input = anInput({ packet, secrets: secretsWith(facts), conversation: exchanges(talk) });
  return assembled({ input, lasting, budget: 100_000 });
}
const systemOf = ({ request }: Assembly): string => request.system.map(({ text }) => text).join('\n');

const first = tell(packetWith(), NEW);

it('settles ties, threads, the place and secrets in the cached part, and says each of them there alone', () => {
  const place = packetWith().scene.place?.description ?? '';
  expect(place).not.toBe('');
  for (const text of [
    'Ada is aunt to Tom (+3)',
    'Solveig (+5)',
    THREAD.stakes,
    SECRET.text,
    'asleep',
    place,
  ]) {
    expect(systemOf(first).split(text)).toHaveLength(2);
    expect(lastMessage(first)).not.toContain(text);
  }
});

it('leaves the cached part as it is, and tells in the last message what has changed since', () => {
  const packet = packetWith({
    relationships: [{ ...TIE, intensity: -2 }, FAR],
    threads: [],
    facts: [{ id: SECRET.id, subjectId: SECRET.subjectId, text: SECRET.text }],
  });
  const next = tell(packet, { before: first.lasting, anew: 'none' }, [], 4);
  expect(systemOf(next)).toBe(systemOf(first));
  expect(next.lasting).toEqual(first.lasting);
  const last = lastMessage(next);
  expect(last).toContain('Between people:\n- Ada is aunt to Tom (-2)');
  expect(last).toContain(`Known to the players:\n- ${SECRET.text}`);
  expect(last).toContain('No longer so:\n- The wreck: Who lit the fire.');
  expect(last).not.toContain('Solveig');
});

it('does not take a tie for ended because one of the two has left', () => {
  const packet = packetWith();
  const left = { ...packet, cast: packet.cast.filter(({ id }) => id !== TIE.toId) };
  const last = lastMessage(tell(left, { before: first.lasting, anew: 'none' }, [SECRET], 4));
  expect(last).not.toContain('No longer so');
  expect(last).not.toContain('Ada is aunt to Tom');
});

it('settles the lines of another place, and keeps those that hold everywhere in front of them', () => {
  const packet = packetWith();
  const { place } = packet.scene;
  if (place === null) throw new Error('the scene has a place');
  const elsewhere = { ...place, id: 'loc_cave_001', name: 'The cave', description: 'Salt on every stone.' };
  const moved = { ...packet, scene: { ...packet.scene, place: elsewhere } };
  const there = tell(moved, { before: first.lasting, anew: 'place' });
  expect(systemOf(there)).toContain('Salt on every stone.');
  expect(systemOf(there)).not.toContain(place.description);
  expect(there.request.system.slice(0, 2)).toEqual(first.request.system.slice(0, 2));
  expect(lastMessage(there)).not.toContain('No longer so');
});

it('settles all lines anew when many that hold everywhere have changed', () => {
  const facts = Array.from({ length: 12 }, (_, at) => ({
    id: `fact_${at}`,
    subjectId: 'npc_ada_001',
    text: `Learnt on the ${at + 1}th evening of the storm.`,
  }));
  const there = tell(packetWith({ facts }), { before: first.lasting, anew: 'place' });
  expect(systemOf(there)).toContain(facts[0]?.text);
  expect(lastMessage(there)).not.toContain(facts[0]?.text);
});
