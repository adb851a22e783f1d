import type { NarrateInput } from '#engine/llm/narrate-input.ts';

/** Ines Varga stands in the pier house with Marit; the lore knows who built the mole. */
export function nightAtThePierHouse(change: Partial<NarrateInput> = {}): NarrateInput {
  return {
    callType: 'narrative',
    personaId: 'pc_ines_001',
    playerText: 'I wait.',
    opening: null,
    conversation: [],
    conversationStart: 0,
    outcome: null,
    actions: [],
    plan: null,
    revealed: [],
    briefing: [],
    blocked: [],
    rolled: null,
    secrets: null,
    mayOfferRoll: false,
    operations: [],
    eventTypes: [],
    packet: packet(),
    ...change,
  };
}

function packet(): NarrateInput['packet'] {
  return {
    scene: {
      index: 3,
      date: '12 November 1890',
      timeOfDay: 'Evening',
      place: {
        id: 'loc_pier_house_001',
        name: 'The Pier House',
        description: 'A lodging house on stilts, warm in one room.',
      },
      exits: [{ to: 'loc_mole_001', label: 'the plank walk', blocked: null }],
      visibility: 'dim',
      noise: 'quiet',
      constraints: [],
      chapter: { number: 1, title: 'Weather' },
    },
    personas: [{ id: 'pc_ines_001', name: 'Ines Varga', profile: '', sheet: [] }],
    cast: [
      {
        id: 'npc_marit_001',
        name: 'Marit Sund',
        role: 'Keeper of the pier house',
        description: 'A broad, unhurried woman.',
        speech: 'Short sentences.',
        disposition: '',
        capabilities: '',
        goals: [],
        redLines: [],
        tier: 1,
      },
    ],
    entities: [],
    facts: [],
    threads: [{ id: 'ledger', title: 'The second ledger', status: 'active', stakes: '' }],
    clocks: [],
    inventory: [],
    relationships: [],
    missions: [],
    deadlines: [],
    investigation: [],
    pendingThreats: [],
    activeSituations: [],
    failureStreaks: {},
    calibration: { tone: '', boundaries: [], difficulty: 'normal', pacing: 'normal' },
    recentEvents: [],
    summary: '',
    storySoFar: [],
    lore: [
      {
        id: 'quay:mole:history',
        title: 'The Mole > History',
        text: 'The mole was built by convicts in 1802.',
        kind: 'pull',
      },
    ],
    rulesetState: [],
  };
}
