import { expect, it } from 'vitest';
import {
  dmPrompt,
  godPrompt,
  interpretPrompt,
  planPrompt,
  reflectPrompt,
  resolvePrompt,
  routePrompt,
  thinkPrompt,
} from '#engine/prompt/step-prompts.ts';
import { aPacket, prompts } from './a-narration.ts';

const shelf = { prompts };
const packet = aPacket();
const lastExchange = { player: 'I knock.', narration: 'Nobody answers.' };
const text = ({
  system,
  messages,
}: {
  system: readonly { text: string }[];
  messages: readonly { text: string }[];
}) => [...system, ...messages].map((block) => block.text).join('\n');

it('gives the router its indexes, what is at hand, and the words', () => {
  const written = routePrompt(
    {
      playerText: 'Where is my wife?',
      persona: { id: 'pc_mara_001', name: 'Mara' },
      date: '12 March 1430',
      place: 'The lamp room',
      loaded: ['npc_ada_001'],
      characters: [{ id: 'npc_ada_001', name: 'Ada', title: 'Keeper', location: 'Tower', status: 'active' }],
      events: [
        {
          id: 'evt_0001',
          date: '11 March 1430',
          type: 'wreck',
          summary: 'The Tern went down.',
          characters: [],
        },
      ],
      eventTypes: ['wreck'],
      characterCategories: ['keepers'],
      lastExchange,
    },
    shelf,
  );
  expect(written.system[0]?.text).toContain('npc_ada_001 | Ada | Keeper | Tower | active');
  expect(written.messages[0]?.text).toContain('<already_at_hand>\nnpc_ada_001\n</already_at_hand>');
  expect(written.messages[0]?.text).toContain('evt_0001 | 11 March 1430 | wreck | The Tern went down. |');
  expect(written.messages[0]?.text).toContain('<player_words>\nWhere is my wife?\n</player_words>');
  expect(written.messages[0]?.text).toContain('The player: I knock.');
});

it('gives the interpreter the scene and what is carried, and keeps its instructions the same from turn to turn', () => {
  const at = (playerText: string) =>
    interpretPrompt(
      { playerText, personaId: 'pc_mara_001', packet, rulebook: 'Roll 2d6.', lastExchange: null },
      shelf,
    );
  expect(at('I wait.').messages[0]?.text).toContain('1 × Knife (item_knife_001, sharp)');
  expect(at('I wait.').system).toEqual(at('I run.').system);
});

it('gives the planner what may be done and what may not', () => {
  const written = text(
    planPrompt(
      {
        playerText: 'I climb.',
        packet,
        actions: [
          { action: 'climb the rail', target_id: 'item_lamp_001', details: '', estimated_minutes: 1 },
        ],
        blocked: [{ action: 'fly', reason: 'nobody can' }],
        lastExchange: null,
      },
      shelf,
    ),
  );
  expect(written).toContain('climb the rail (item_lamp_001)');
  expect(written).toContain('fly: nobody can');
  expect(written).toContain('Storm 2/6');
});

const resolving = (rolls: string[]) =>
  resolvePrompt(
    {
      playerText: 'I climb.',
      personaId: 'pc_mara_001',
      packet,
      rulebook: 'Roll 2d6.',
      operations: [{ op: 'tick_clock', summary: 'Moves a clock on.', fields: 'clockId, by?' }],
      involved: [
        { characterId: 'pc_mara_001', name: 'Mara', stats: { legs: 2 }, memories: ['The rail is loose.'] },
      ],
      actions: [],
      plan: null,
      rolls,
      tableType: null,
    },
    shelf,
  );

it('asks the referee for dice first, and for the outcome when they have fallen', () => {
  expect(text(resolving([]))).toContain('Mara (pc_mara_001): {"legs":2}');
  expect(text(resolving([]))).toContain('- tick_clock {clockId, by?}: Moves a clock on.');
  expect(resolving([]).messages[0]?.text).not.toContain('These dice have fallen');
  expect(resolving(['Legs: 2d6+2 = 9']).messages[0]?.text).toContain('<rolls>\nLegs: 2d6+2 = 9\n</rolls>');
});

it('gives a character its own mind and nothing of the others', () => {
  const written = text(
    reflectPrompt(
      {
        characterId: 'npc_ada_001',
        name: 'Ada',
        profile: 'Keeps the light. Hides the log.',
        stats: {},
        rulebook: '',
        scene: 'Mara stands by the lamp.',
        memories: [{ content: 'She lied about the oil.', priority: 3.42 }],
        outcome: {
          text: 'Mara opens the drawer.',
          band: null,
          degree: null,
          rolls: [],
          costs: [],
          consequences: [],
        },
        lastNarration: '',
      },
      shelf,
    ),
  );
  expect(written).toContain('[3.4] She lied about the oil.');
  expect(written).toContain('Mara opens the drawer.');
  expect(written).not.toContain('Tom');
});

it('keeps a talk outside the story, a command and a thought apart', () => {
  const input = {
    playerText: 'What do I know of Tom?',
    personaId: 'pc_mara_001',
    packet,
    rulebook: 'Roll 2d6.',
    operations: [],
  };
  expect(text(dmPrompt(input, shelf))).toContain('Nothing happens in the story now');
  expect(text(godPrompt(input, shelf))).toContain('<command>\nWhat do I know of Tom?\n</command>');
  expect(text(thinkPrompt(input, shelf))).toContain('The player wants Mara to think');
});

it('gives the planner what presses, what is known and what the table leaves out', () => {
  const packet = aPacket({
    deadlines: [{ id: 'dl_tide', text: 'The tide turns.', urgency: 'high', due: '12 March 1430, 23:00' }],
  });
  const { system, messages } = planPrompt(
    { playerText: 'I climb.', packet, actions: [], blocked: [], lastExchange: null },
    shelf,
  );
  const [user] = messages;
  expect(user?.text).toContain('The tide turns. (dl_tide), due 12 March 1430, 23:00, high');
  expect(user?.text).toContain('Ada has kept the light for thirty years.');
  expect(system[0]?.text).toContain('Left out at this table: no harm to animals');
});
