import { expect, it } from 'vitest';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { Reading } from '#engine/contracts/reading.ts';
import { narrateOffline } from '#engine/offline/steps/narrate.ts';
import { readOffline } from '#engine/offline/steps/read.ts';
import { narrateInputFor, readInputFor, SCENE_NAMES, type SceneName } from '../../support/offline-scenes.ts';

function tell(scene: SceneName, changes: Partial<NarrateInput> = {}, seed = 'seed'): string {
  return narrateOffline(narrateInputFor(scene, changes), seed).split('\n===\n')[0] ?? '';
}

/** Prose for a player's words, with the acts the Reading makes of them. */
function tellText(scene: SceneName, playerText: string, changes: Partial<NarrateInput> = {}): string {
  const reading = Reading.parse(readOffline(readInputFor(scene, playerText)));
  const playerActs = reading.actions.map(({ does }) => does);
  return tell(scene, { playerText, playerActs, assumptions: reading.assumptions, ...changes });
}

it('opens with who the player is, the authored place, who is here, what binds it and what is at stake', () => {
  const opening = {
    text: 'Open slowly. Do not say whose anything is.',
    prologue: 'It is Tuesday.',
    stakes: 'Somewhere out in the cold is an old man without his pills.',
    goals: ['Find out whose the tin is.'],
  };
  const prose = tell('room_twelve', { opening });
  for (const text of [
    'You are Dez Marchetti.',
    'Room 12. Tuesday, 17 October 2023 CE, 16:40 (Afternoon).',
    'The radiator knocks twice and then thinks.',
    'Here: June Amory (Runs twenty-one rooms, one Lift and the Monday verse) and Perpetua',
    'You see the cake tin tied with cord, the note from Twelve and the hearing aid in a glass.',
    'Ways from here: the yellow door (The Long Wing).',
    'There will be a hard frost before morning.',
    opening.stakes,
  ]) {
    expect(prose).toContain(text);
  }
  // Goals stand beside the prose.
  expect(prose).not.toContain('Find out whose the tin is.');
  expect(prose).not.toContain('Open slowly');
  expect(prose).not.toContain('It is Tuesday.');
  expect(prose).not.toMatch(/language model|offline/i);
});

it('looks at things and people in the words of their author', () => {
  expect(tellText('room_twelve', 'look at the tni')).toBe(
    '(taken as: look at the cake tin tied with cord)\n\nYou look at the cake tin tied with cord.\n\n' +
      'A round blue cake tin, tied both ways with tarred cord in an unusual knot, and heavier than cake.',
  );
  expect(tellText('neon_dragon', 'examine Viktor')).toContain('A heavy, tidy man who polishes one glass');
  expect(tellText('room_twelve', 'look at the window frame')).toBe(
    'You look at the window frame.\n\nYou learn nothing more about it.',
  );
});

it('tells what comes to light word for word', () => {
  const text = 'The cord on the tin is tied in the hitch of Quill Hose Company, three turns and a tuck.';
  const revealed = [{ text, how: 'look at the knot', saidBy: null }];
  expect(tellText('room_twelve', 'look at the knot', { revealed })).toBe(`You look at the knot.\n\n${text}`);
  const told = [
    { text: 'June does not want to sell.', how: 'ask June what she wants', saidBy: 'npc_june_001' },
  ];
  expect(tellText('room_twelve', 'ask June what she wants', { revealed: told })).toContain(
    'From June Amory you learn: June does not want to sell.',
  );
});

it('reports what the rules did, once, to the player', () => {
  const done = ['Juan II gives The collar of the Scale to Leonor of Alburquerque. 11 are left.'];
  expect(tellText('medina_palace', 'give the collar to Leonor', { done })).toBe(
    'You give the collar of the Scale to Leonor of Alburquerque. 11 are left.',
  );
  expect(tellText('medina_palace', 'wait until 10:00', { span: '16 hours' })).toMatch(
    /^You wait until 10:00; 16 hours pass\.\n\nHere: Leonor of Alburquerque/,
  );
  expect(
    tellText('penny_bridge', 'take a long rest', {
      done: ['Hesper Tolliver takes a long rest.'],
      span: '8 hours',
    }),
  ).toMatch(/^You take a long rest\. 8 hours pass\.\n\nHere: /);
});

it('does not claim what the rules did not carry out', () => {
  expect(tellText('penny_bridge', 'take a short rest')).toBe(
    'You do not take a short rest: the rules do not carry it out.',
  );
  const done = ['Dez Marchetti takes A cake tin tied with cord.'];
  expect(tellText('room_twelve', 'take the tin and give it to June', { done })).toBe(
    'You take the cake tin tied with cord.\n\n' +
      'You do not give the cake tin tied with cord to June Amory: the rules do not carry it out.',
  );
  expect(tellText('the_lift', 'take the notice')).toBe(
    'You do not take the notice: the rules do not carry it out.',
  );
  expect(tellText('neon_dragon', 'go to the Forty Stair')).not.toContain('You go');
});

it('tells a place on arrival', () => {
  const arrived = tell('neon_dragon', {
    playerActs: ['go to the Neon Dragon'],
    done: ['Abdirahman Solberg goes to The Neon Dragon.'],
    span: '4 minutes',
  });
  expect(arrived).toMatch(/^You go to the Neon Dragon\.\n\nThe Neon Dragon\. Thursday/);
  expect(arrived).toContain('A narrow bar on Sub-3');
  expect(arrived).toContain('The Drip House), not open: The water is over the kerb.');
});

it('says what is not possible, and why', () => {
  const blocked = [{ action: 'talk to the Count', reason: 'Rodrigo Alonso Pimentel is not here.' }];
  expect(tell('medina_palace', { blocked })).toBe('Not possible: Rodrigo Alonso Pimentel is not here.');
});

it('answers with sample lines only, and says so when there are none', () => {
  expect(tellText('neon_dragon', 'talk to Ota')).toBe(
    'You talk to Kenji Ota.\n\nKenji Ota: “There are action items.”',
  );
  expect(tellText('neon_dragon', 'ask Viktor about the glass')).toContain('Jin never drinks half.');
  expect(tellText('neon_dragon', 'ask Viktor about the weather on the Raft')).toBe(
    'You ask Viktor Hrynko about the weather on the Raft.\n\nViktor Hrynko has no authored answer to that.',
  );
  const conversation = [{ player: 'talk to Ota', narration: 'Kenji Ota: “There are action items.”' }];
  expect(tellText('neon_dragon', 'talk to Ota', { conversation })).toContain(
    'Kenji Ota has no authored answer to that.',
  );
  expect(tellText('neon_dragon', 'say hello')).toContain('You say hello.');
});

it('tells rolls, results, costs and consequences plainly', () => {
  const outcome = {
    text: 'It works, and somebody saw.',
    band: 'Mixed',
    degree: 'mixed' as const,
    rolls: ['Edge: fight: 2d6+1 = 8 (Mixed)'],
    costs: ['harm +1'],
    consequences: ['The district hears of it.'],
  };
  expect(tellText('neon_dragon', 'punch Viktor', { outcome })).toBe(
    'You punch Viktor Hrynko.\n\nEdge: fight: 2d6+1 = 8 (Mixed). It works, and somebody saw.\n\nCost: harm +1.\n\nThe district hears of it.',
  );
});

it('tells an attempt as one until it is decided, and quotes what players say of themselves', () => {
  const due = tellText('medina_palace', 'persuade the Queen to yield', { tableDue: 'persuasion' });
  expect(due).toContain('You try to persuade Leonor of Alburquerque to yield. A roll decides.');
  expect(tellText('the_lift', 'tell Lena that I love her')).toContain(
    'You tell Lena Kovacs: “that I love her”.',
  );
  expect(tellText('room_twelve', 'open the tin')).toBe(
    'You try to open the cake tin tied with cord. Nothing is written about what comes of it.',
  );
});

it('offers to go on with a fight', () => {
  const outcome = { text: '', band: null, degree: null, rolls: [], costs: [], consequences: [] };
  const input = narrateInputFor('penny_bridge', { playerActs: ['attack the Quiet Reaper'], outcome });
  const fight = {
    ...input,
    packet: {
      ...input.packet,
      activeSituations: ['A fight, round 2: Hesper, Imre; against them The Quiet Reaper.'],
    },
  };
  const told = narrateOffline(fight, 'seed');
  expect(told).toContain('high | Attack the Quiet Reaper');
  expect(told).toContain('medium | Flee');
  expect(told).not.toMatch(/Attack (Hesper|Imre)|Talk to|Go to/);
});

it('tells the row that was rolled and nothing of the attempt again', () => {
  const rolled = {
    type: 'persuasion',
    purpose: 'persuade the Queen',
    value: 37,
    from: 36,
    to: 65,
    outcome: 'She yields two castles.',
  } as const;
  expect(tell('medina_palace', { rolled, playerActs: ['persuade the Queen'] })).toBe(
    'You roll 37 (36-65).\n\nShe yields two castles.',
  );
});

it('tells what falls due and what others do in the words it is given', () => {
  const actions = [
    { characterId: 'npc_ota_001', name: 'Kenji Ota', action: 'Kenji Ota waits.', intents: [] },
    { characterId: 'npc_viktor_001', name: 'Viktor Hrynko', action: 'Turns the lights up.', intents: [] },
  ];
  const fallsDue = ['The Remeasure reads the kerb of Sub-3.'];
  expect(tell('neon_dragon', { actions, fallsDue })).toBe(
    'Viktor Hrynko turns the lights up.\n\nThe Remeasure reads the kerb of Sub-3.',
  );
});

it('repeats acts of another reader as they stand', () => {
  expect(tell('neon_dragon', { playerActs: ['juggle three glasses for the regulars'] })).toBe(
    'You try to juggle three glasses for the regulars.',
  );
});

it.each(SCENE_NAMES)('offers choices in %s that are understood exactly', (scene) => {
  for (let at = 0; at < 40; at += 1) {
    const reply = narrateOffline(narrateInputFor(scene), `seed ${at}`);
    const lines = reply.trim().split('\n===\n')[1]?.split('\n') ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(5);
    for (const line of lines) {
      const [risk = '', text = ''] = line.split(' | ');
      expect(['safe', 'low']).toContain(risk);
      const reading = Reading.parse(readOffline(readInputFor(scene, text)));
      expect(reading.question, text).toBeNull();
      expect(reading.assumptions, text).toEqual([]);
      expect(reading.actions).toHaveLength(1);
      expect(reading.actions[0]?.does.toLowerCase()).toBe(text.toLowerCase());
    }
  }
});

it('does not offer again what was just done, and varies with the seed', () => {
  const offered = (seed: string) =>
    narrateOffline(narrateInputFor('neon_dragon', { playerText: 'Talk to Kenji Ota.' }), seed);
  const all = Array.from({ length: 20 }, (_, at) => offered(`s${at}`));
  expect(new Set(all).size).toBeGreaterThan(2);
  for (const reply of all) expect(reply).not.toMatch(/\| Talk to Kenji Ota$/m);
});

it('offers five rows that cover 1 to 100 when a table is due', () => {
  const reply = narrateOffline(
    narrateInputFor('medina_palace', { tableDue: 'persuasion', playerActs: ['persuade the Queen to yield'] }),
    'seed',
  );
  const rows = reply.trim().split('\n===\n')[1]?.split('\n') ?? [];
  expect(rows.map((row) => row.split(' | ')[0])).toEqual(['1-10', '11-35', '36-65', '66-90', '91-100']);
  for (const row of rows) expect(row).toContain('persuade the Queen to yield');
});

it('tells no deed as done that an authored text may deny, and acts in their order', () => {
  const revealed = [{ text: 'The third hook is empty.', how: 'take the lamp', saidBy: null }];
  expect(tell('neon_dragon', { playerActs: ['take the red lamp'], revealed })).toContain(
    'You try to take the red lamp.',
  );
  const responses = [{ text: 'Her hand is on the lid.', how: 'open the box', saidBy: null }];
  expect(tell('room_twelve', { playerActs: ['open the hat box'], responses })).toContain(
    'You try to open the hat box.',
  );
  const done = ['Dez Marchetti takes a long rest.'];
  expect(
    tell('room_twelve', { playerActs: ['look at the window', 'take a long rest'], done, span: '8 hours' }),
  ).toMatch(/^You look at the window\..*You take a long rest\. 8 hours pass\./s);
  expect(tell('penny_bridge', { playerActs: ['cast Shield on yourself'] })).not.toContain('You carry');
});

it('says that nobody is spoken to only of words without a hearer, not of somebody left behind', () => {
  const told = (does: string) => tell('the_lift', { playerActs: [does] });
  expect(told('say “wait”')).toBe('You say “wait”.\n\nNobody in particular is spoken to.');
  expect(told('say “wait” to Viktor Hrynko')).toBe('You say “wait” to Viktor Hrynko.');
  expect(told('ask Viktor Hrynko if all is well')).toBe('You ask Viktor Hrynko if all is well.');
});
