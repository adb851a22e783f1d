import { expect, it } from 'vitest';
import { type ReadInput, Reading } from '#engine/contracts/reading.ts';
import { writeReadPrompt } from '#engine/prompt/read-prompt.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';

const INPUT: ReadInput = {
  playerText: 'I ask Ada what lies behind the door.',
  persona: { id: 'pc_mara_001', name: 'Mara' },
  date: '12 March 1430, evening',
  place: { id: 'loc_corridor_001', name: 'Corridor' },
  present: [{ id: 'npc_ada_001', name: 'Ada', role: 'keeper', aliases: [] }],
  exits: [],
  things: [],
  carried: [],
  money: null,
  means: [],
  triggers: [],
  checks: [],
  isFight: false,
  tableTypes: [],
  loaded: ['npc_ada_001'],
  characters: [{ id: 'npc_ada_001', name: 'Ada', title: '', location: '', status: '' }],
  events: [],
  eventTypes: [],
  characterCategories: [],
  lastExchange: null,
  packLanguage: 'en',
  clarified: null,
};

it('gives up the farthest conditions before people and what is loaded, and says so', () => {
  const triggers = Array.from({ length: 400 }, (_, at) => {
    return {
      id: `fact_${at}`,
      when: `look behind the ${at}th of the many doors of this corridor`,
      about: '',
    };
  });
  const { prompt, trimmed } = writeReadPrompt({ ...INPUT, triggers }, { prompts: loadPrompts('prompts') });
  const text = [...prompt.system, ...prompt.messages].map((part) => part.text).join('\n');
  expect(estimateTokens(text)).toBeLessThanOrEqual(6000);
  expect(text.match(/fact_\d+:/g)?.length).toBeGreaterThan(40);
  expect(text).toContain('fact_0:');
  expect(text).not.toContain('fact_399:');
  expect(text).toContain('npc_ada_001 | Ada');
  expect(text).toContain('<loaded>');
  expect(trimmed).toEqual([expect.stringMatching(/^conditions: cut \d+ times$/)]);
});

it('gives ids of places further off, in the part that stays while the scene does', () => {
  const further = [{ id: 'loc_cove_001', name: 'The cove' }];
  const { prompt } = writeReadPrompt({ ...INPUT, further }, { prompts: loadPrompts('prompts') });
  expect(prompt.system[1]?.text).toContain('<further_places>\nThe cove (loc_cove_001)\n</further_places>');
  expect(prompt.system[1]?.cacheable).toBe(true);
});

it('ordinary duet turns are read in at most 90 tokens', () => {
  const replies = [
    { kind: 'speak', addressed: ['npc_ada_001'] },
    {
      kind: 'speak',
      addressed: ['npc_ada_001'],
      needs: { characters: { keywords: ['wife', 'spouse'], ids: ['npc_ines_001'] } },
    },
    {
      actions: [{ kind: 'search', does: 'look inside the tin', target: 'item_tin_001' }],
      triggers: [{ id: 'tin', quote: 'open the tin and look' }],
    },
    {
      call_type: 'persuasion',
      actions: [
        {
          kind: 'talk',
          does: 'beg for the log',
          target: 'npc_ada_001',
          check: 'tongue',
          opposed_by: 'npc_ada_001',
          risk: ['contested'],
        },
      ],
    },
    { language: 'ja', moves_to: 'loc_stairs_001', company: ['npc_ada_001'] },
  ];
  for (const reply of replies) {
    expect(Reading.safeParse(reply).success).toBe(true);
    expect(estimateTokens(JSON.stringify(reply))).toBeLessThanOrEqual(90);
  }
});
