import { expect, it } from 'vitest';
import { anInput, aPacket, assembled, lastMessage } from './a-narration.ts';

it('gives an id to everything a change may be proposed for', () => {
  const packet = aPacket({
    clocks: [{ id: 'storm', name: 'Storm', value: 2, max: 6 }],
    missions: [{ id: 'mission_oil', title: 'Fetch oil', status: 'offered', objective: 'Ten cans.' }],
    deadlines: [{ id: 'dl_tide', text: 'The tide turns.', urgency: 'high' }],
  });
  const told = lastMessage(assembled({ input: anInput({ packet }) }));
  for (const line of [
    'Storm (storm) 2/6',
    'Fetch oil (mission_oil), offered: Ten cans.',
    'The tide turns. (dl_tide), high',
    'Ada has kept the light for thirty years. (fact_0001)',
  ])
    expect(told).toContain(`- ${line}`);
});

it('names what the players are after once, and as theirs', () => {
  const opening = { text: 'Open at dusk.', prologue: null, stakes: 'The light.', goals: ['Keep it lit.'] };
  const told = lastMessage(assembled({ input: anInput({ opening, playerText: '' }) }));
  expect(told).toContain('What the players are after:\n- Keep it lit.');
  expect(told).not.toContain('Goals:');
});
