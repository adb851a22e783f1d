import type { CastMemberView, ContextPacket, Exchange } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { type AssembleRequest, type Assembly, assembleNarration } from '#engine/prompt/assemble.ts';
import { loadPrompts, type PromptRegistry } from '#engine/prompt/registry.ts';
import type { Segment } from '#engine/prompt/segment.ts';

export const prompts: PromptRegistry = loadPrompts('prompts');

/** A keeper and her apprentice in a lighthouse; Mara has come up the stairs. */
export function aPacket(changes: Partial<ContextPacket> = {}): ContextPacket {
  return {
    scene: {
      index: 4,
      date: '12 March 1430',
      timeOfDay: 'Evening',
      place: {
        id: 'loc_lamp_room_001',
        name: 'The lamp room',
        description: 'Glass on all sides, and the great lamp.',
        atmosphere: ['The glass ticks as it cools.'],
      },
      exits: [{ to: 'loc_stairs_001', label: 'the stairs', blocked: null }],
      visibility: 'dim',
      noise: 'loud',
      constraints: [],
      chapter: { number: 2, title: 'The Long Night' },
    },
    personas: [
      { id: 'pc_mara_001', name: 'Mara', profile: 'A pilot who lost her ship.', sheet: ['Cold 2/6'] },
    ],
    cast: [aCharacter('npc_ada_001', 'Ada', 1), aCharacter('npc_tom_001', 'Tom', 2)],
    entities: [{ id: 'item_lamp_001', name: 'The lamp', type: 'item', description: 'It smokes.', tags: [] }],
    facts: [{ id: 'fact_0001', subjectId: 'npc_ada_001', text: 'Ada has kept the light for thirty years.' }],
    threads: [
      { id: 'the_wreck', title: 'The wreck', status: 'active', stakes: 'Who put the light out that night.' },
    ],
    clocks: [{ id: 'storm', name: 'Storm', value: 2, max: 6 }],
    inventory: [
      { ownerId: 'pc_mara_001', itemId: 'item_knife_001', name: 'Knife', quantity: 1, flags: ['sharp'] },
      { ownerId: 'npc_tom_001', itemId: 'item_oil_001', name: 'Oil', quantity: 2, flags: [] },
    ],
    relationships: [{ fromId: 'npc_ada_001', toId: 'pc_mara_001', text: 'Ada does not trust Mara.' }],
    missions: [],
    deadlines: [],
    investigation: [],
    pendingThreats: [],
    activeSituations: [],
    failureStreaks: {},
    calibration: {
      tone: 'quiet dread',
      boundaries: ['no harm to animals'],
      difficulty: 'normal',
      pacing: 'slow',
      notes: '',
    },
    recentEvents: [
      {
        id: 'evt_0001',
        date: '11 March 1430',
        type: 'wreck',
        summary: 'The Tern went down.',
        people: [{ id: 'pc_mara_001', name: 'Mara' }],
      },
    ],
    summary: 'Mara came ashore. Ada let her in.',
    storySoFar: [],
    lore: [],
    rulesetState: [],
    ...changes,
  };
}

export function aCharacter(id: string, name: string, tier: number): CastMemberView {
  return {
    id,
    name,
    role: 'keeper',
    description: `${name} has salt in every fold of her coat.`,
    speech: 'short sentences',
    disposition: 'wary',
    capabilities: '',
    goals: ['keep the light burning'],
    redLines: ['leave the tower'],
    sampleLines: [`“The light first,” says ${name}.`],
    relation: '',
    carries: [],
    condition: '',
    numbers: '',
    tier,
  };
}

export function anInput(changes: Partial<NarrateInput> = {}): NarrateInput {
  return {
    callType: 'narrative',
    personaId: 'pc_mara_001',
    playerText: 'I ask Ada why the lamp was dark.',
    playerActs: [],
    opening: null,
    packet: aPacket(),
    conversation: [],
    conversationStart: 0,
    outcome: null,
    done: [],
    actions: [],
    plan: null,
    revealed: [],
    fallsDue: [],
    span: '',
    briefing: [],
    blocked: [],
    refusedBefore: [],
    notes: [],
    assumptions: [],
    notices: [],
    rolled: null,
    secrets: null,
    tableDue: null,
    language: '',
    eventTypes: ['wreck', 'promise'],
    ...changes,
  };
}

export const SEGMENTS: readonly Segment[] = [
  { id: 's_rules', scope: 'ruleset', refId: 'quiet', version: '1.0.0', text: 'Roll 2d6 when it matters.' },
  {
    id: 's_world',
    scope: 'world',
    refId: 'coast',
    version: '1.2.0',
    text: 'A cold coast where ships are lost.',
  },
  { id: 's_entry', scope: 'entry', refId: 'wreck', version: '1.0.0', text: 'The night after the wreck.' },
  { id: 's_start', scope: 'entry_start', refId: 'wreck', version: '1.0.0', text: 'You wake on the shingle.' },
  {
    id: 's_ada',
    scope: 'npc',
    refId: 'npc_ada_001',
    version: '2.0.0',
    text: 'Ada answers questions with questions.',
    tier: 1,
  },
];

export function exchanges(count: number, from = 0): Exchange[] {
  return Array.from({ length: count }, (_, index) => ({
    player: `Question ${from + index}: what happened that night?`,
    narration: `Answer ${from + index}: Ada looks at the lamp for a long time before she says anything at all.`,
  }));
}

export function assembled(changes: Partial<AssembleRequest> = {}): Assembly {
  return assembleNarration({ input: anInput(), segments: SEGMENTS, ...changes }, { prompts });
}

export function lastMessage({ request }: Assembly): string {
  return request.messages.at(-1)?.text ?? '';
}
