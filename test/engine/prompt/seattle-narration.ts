import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { anInput, aPacket } from './a-narration.ts';
import { person } from './pack-segments.ts';

const ABDI = { id: 'pc_abdi_001', name: 'Abdi' };
const VIKTOR = person({
  id: 'npc_viktor_001',
  name: 'Viktor Hrynko',
  disposition: 'Frightened, and polishing.',
  goals: [
    'Have somebody decent look round his bar before somebody in grey does.',
    'Keep Abdi away from the slate.',
  ],
  relation: 'fond of him, ashamed before him (trust 6, tension 5)',
  tier: 1,
});
const CHEN = person({
  id: 'npc_agent_chen_001',
  name: 'Agent Chen',
  disposition: 'Courteous; has not sat down.',
  relation: 'has his name on a list (trust 0, tension 4)',
  carries: ['a grey umbrella', 'a dart pistol in a holster she does not hide'],
  condition: 'favours her left knee',
  numbers: 'Edge +2, Eyes +2, Harm 1',
  tier: 1,
  since: 5,
});

/** Neo Seattle, Dead Drop (`full`): Abdi searches the jukebox while Chen is in the bar. The player writes Spanish. */
export const SEATTLE: NarrateInput = anInput({
  callType: 'narrative',
  personaId: ABDI.id,
  playerText: 'Mientras Chen habla con Viktor, abro la máquina de discos y busco detrás del selector.',
  playerActs: ['Abdi opens the jukebox and searches behind the selector, unseen by Chen.'],
  assumptions: ['Chen is looking at Viktor.'],
  language: 'es',
  conversation: [
    {
      player: '¿Qué tocó Jin por última vez?',
      narration:
        'Viktor deja el vaso. "La máquina", dice, y baja la voz. "Estuvo ahí lo que dura una canción. No la puso."',
      date: '15 March 2091',
    },
    {
      player: 'Me acerco a la máquina sin prisa.',
      narration:
        'Se abre la puerta y entra la lluvia, y detrás de la lluvia una mujer de gris que no pide nada.',
      date: '15 March 2091',
    },
  ],
  conversationStart: 4,
  loreBoundary: 0,
  packet: aPacket({
    scene: {
      index: 6,
      date: 'Thursday, 15 March 2091',
      timeOfDay: 'evening',
      place: {
        id: 'loc_neon_dragon_001',
        name: 'The Neon Dragon',
        description:
          'A narrow bar on Sub-3 with a sign that says EON DRAG, a jukebox that hums and an owner who knows what everybody drinks and why.',
        atmosphere: [
          'The sign buzzes EON DRAG; the dead letters are kept polished.',
          'The jukebox hums in B flat even when nothing is playing.',
        ],
      },
      exits: [
        {
          to: 'loc_forty_stair_001',
          label: 'the front door, then left along the kerb',
          name: 'The Forty Stair',
          blocked: null,
        },
        {
          to: 'loc_kettle_clinic_001',
          label: 'a shared passage with a drain in the middle',
          blocked: 'the clinic has bolted it',
        },
      ],
      visibility: 'dim',
      noise: 'normal',
      constraints: ['The tide is rising; the Drowned Arcade can be walked until about 22:10.'],
      chapter: { number: 1, title: 'Two Days Late' },
    },
    personas: [
      {
        ...ABDI,
        profile: 'Jin’s partner on the stairs, who was not on the stair that night.',
        sheet: ['Legs +3', 'Eyes +1', 'Tongue 0', 'Harm 1 of 6', 'Heat 2', 'Cred 255'],
      },
    ],
    cast: [VIKTOR, CHEN],
    left: [],
    entities: [
      { id: 'item_jukebox_001', name: 'The jukebox', type: 'item', description: 'Hums in B flat', tags: [] },
    ],
    facts: [
      {
        id: 'fact_0002',
        subjectId: 'npc_viktor_001',
        text: 'Jin stood at the jukebox for the length of a song she did not play.',
      },
    ],
    threads: [
      {
        id: 'find_jin',
        title: 'Find Jin',
        status: 'active',
        stakes: 'Where she is, and whether she can come home.',
      },
    ],
    clocks: [{ id: 'chen_closes_in', name: 'Chen closes in', value: 3, max: 6 }],
    inventory: [{ ownerId: ABDI.id, itemId: 'item_chalk_001', name: 'Chalk stub', quantity: 1, flags: [] }],
    relationships: [],
    missions: [],
    deadlines: [
      { id: 'remeasure', text: 'The Board certifies the Remeasure.', urgency: 'high', due: '20 March 2091' },
    ],
    failureStreaks: { [ABDI.id]: 2 },
    calibration: {
      tone: 'wet, wry and exact',
      boundaries: [],
      difficulty: 'normal',
      pacing: 'normal',
      notes: '',
    },
    recentEvents: [
      {
        id: 'evt_0003',
        date: '13 March 2091',
        type: 'event',
        summary: 'Jin Oyelaran left the Neon Dragon at ten to ten and was not seen above landing thirty-one.',
        people: [{ id: VIKTOR.id, name: 'Viktor Hrynko' }],
      },
      {
        id: 'evt_0007',
        date: '15 March 2091',
        type: 'promise',
        summary: 'Abdi takes the job for 400 cred, half now.',
        people: [ABDI, { id: VIKTOR.id, name: 'Viktor Hrynko' }],
        exchange: 2,
      },
    ],
    summary: [
      'The bar.',
      'Viktor asked for help.',
      'Abdi took the job.',
      'Ota spoke of the slate.',
      'Viktor named the jukebox.',
      'Chen came in.',
    ].join('\n'),
    storySoFar: [],
    lore: [
      {
        id: 'lore_slack',
        title: 'The slack',
        text: 'At slack water nobody below the Deck goes beyond words. It lasts about forty minutes, and even Continuity keeps it.',
        kind: 'materialised',
      },
    ],
    rulesetState: ['Tide: flood', 'Next slack: 01:52', 'Witnesses: 14'],
  }),
  outcome: {
    text: 'Abdi finds the handset, and Chen sees the door of the jukebox stand open.',
    band: 'At a price',
    degree: 'mixed',
    rolls: ['Search without being seen: 2d6+3 Legs = 2+3+3 = 8 (At a price)'],
    costs: ['Two minutes pass.', 'Heat rises by 1.'],
    consequences: ['Chen closes in: 3 becomes 4 of 6.'],
  },
  done: ["Abdi has Jin's spare handset."],
  revealed: [
    {
      text: "Jin's spare handset is taped inside the jukebox, behind the selector for a song nobody plays",
      how: 'search the jukebox',
      saidBy: null,
    },
  ],
  actions: [
    {
      characterId: CHEN.id,
      name: 'Agent Chen',
      action: 'Turns from the bar and asks what the gentleman is repairing',
      intents: ['press'],
    },
    {
      characterId: VIKTOR.id,
      name: 'Viktor Hrynko',
      action: 'Drops a glass, on purpose and badly',
      intents: ['distract'],
    },
  ],
  plan: {
    beats: ['The tape gives, loudly.', 'Chen turns; Viktor drops a glass.'],
    tensionMove: 'raise: what was a search is now a question asked aloud',
    suggestions: ['show her something else', 'leave by the passage'],
  },
  fallsDue: ['The tide is an hour from closing the Arcade.'],
  blocked: [{ action: 'leave by the passage to the clinic', reason: 'it is bolted from the other side' }],
  span: 'two minutes',
});
