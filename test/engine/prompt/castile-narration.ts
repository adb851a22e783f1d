import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { anInput, aPacket } from './a-narration.ts';
import { person } from './pack-segments.ts';

const JUAN = { id: 'pc_juan_ii_001', name: 'Juan II of Castile' };
const MASTER = person({
  id: 'npc_juan_de_sotomayor_001',
  name: 'Juan de Sotomayor',
  role: 'Master of Alcántara',
  disposition: 'Unprepared, and counting lances over your shoulder.',
  goals: ['To be left in peace.', 'To know before supper whether the Constable is coming.'],
  relation: 'bows to him and is afraid of what he was sent for (trust 3, tension 6)',
  carries: ['the key of the bridge, on a cord'],
  numbers: 'Resolve 30',
  tier: 2,
});
const NEPHEW = person({
  id: 'npc_gutierre_de_sotomayor_001',
  name: 'Gutierre de Sotomayor',
  disposition: 'Pleasant, and no nearer than the torch.',
  relation: 'has not made up his mind (trust 5, tension 2)',
  tier: 3,
});
const RELATOR = person({
  id: 'npc_fernan_diaz_001',
  name: 'Fernán Díaz de Toledo',
  disposition: 'Wet, and already composing the letter.',
  relation: 'serves him (trust 8, tension 1)',
  carries: ['a writing-case on a strap'],
  tier: 2,
});
const CARRILLO = person({ id: 'npc_pero_carrillo_001', name: 'Pero Carrillo de Huete', tier: 3 });

/** Castile, The Royal Banner (`duet`): the King asks for wheat on credit, and a table is due. */
export const CASTILE: NarrateInput = anInput({
  callType: 'persuasion',
  tableDue: 'persuasion',
  personaId: JUAN.id,
  playerText:
    'I ask the Master for four hundred fanegas of wheat, on my word to pay at Easter, before his own knights.',
  playerActs: [
    'Juan II asks the Master for four hundred fanegas of wheat, payable at Easter, before the knights.',
  ],
  notices: ['how the nephew takes it'],
  conversation: [
    {
      player: 'I ride on to Alcántara by Brozas. I want to see the Master at once.',
      narration:
        'The knights on the bridge have been told of a king, but not of this one, on a night like this.\n\nThe Master of Alcántara comes out to the middle of the bridge on foot, without a cloak, still doing up his collar. "Señor. If I had known." He looks past you, counting the lances. "Did the Constable come too?"',
      date: '4 January 1430',
    },
    {
      player: '"I came alone," I tell him, and wait for him to speak.',
      narration:
        'The Master gets up slowly, one hand on the parapet. "Alone," he says. "Then Your Highness will dine. There is mutton."\n\nBehind him, Gutierre de Sotomayor has begun to smile.',
      date: '4 January 1430',
    },
  ],
  conversationStart: 12,
  loreBoundary: 12,
  packet: aPacket({
    scene: {
      index: 14,
      date: 'Wednesday, 4 January 1430',
      timeOfDay: 'Night',
      place: {
        id: 'loc_alcantara_001',
        name: 'Alcántara',
        description: 'A Roman bridge, a fortified convent, and a Master who looks at the water.',
        atmosphere: [
          "The Tagus goes under Trajan's arches the colour of a sword.",
          'White mantles hang to dry in the cloister.',
        ],
      },
      exits: [
        {
          to: 'loc_alburquerque_camp_001',
          label: 'south by Brozas, two days',
          name: 'The royal camp before Alburquerque',
          blocked: null,
        },
        {
          to: 'loc_trujillo_001',
          label: 'east by Cáceres, three days and a half',
          name: 'Trujillo',
          blocked: null,
        },
      ],
      visibility: 'dark',
      noise: 'loud',
      constraints: ['The river is in flood; voices carry badly on the bridge.'],
      chapter: { number: 1, title: 'Before Alburquerque' },
    },
    personas: [
      {
        ...JUAN,
        profile:
          "King of Castile and León: tall, fair, bookish, easy in company and slow to business. He has been somebody's prisoner twice and means not to be again. Queen María, his wife; Prince Enrique, his heir, born 5 January 1425.",
        sheet: ['Authority 80', 'Tongue 60', 'Guile 35', 'Learning 70', 'Arms 55', 'Resolve 45', 'Honour 65'],
      },
    ],
    cast: [MASTER, NEPHEW, RELATOR],
    left: [{ ...CARRILLO, to: 'to the kitchens, to see about the mutton' }],
    entities: [
      {
        id: 'item_toll_book_001',
        name: 'The toll book of the bridge',
        type: 'item',
        description: 'Chained to a desk in the gatehouse',
        tags: [],
      },
    ],
    facts: [
      {
        id: 'fact_0031',
        subjectId: 'loc_alburquerque_camp_001',
        text: 'The camp before Alburquerque has bread for twelve days, and not for the month the muster says.',
      },
      {
        id: 'fact_0009',
        subjectId: 'npc_alvar_garcia_001',
        text: 'Álvar García keeps a private notebook in Hebrew letters that records what the chronicle leaves out.',
        confidence: 0.7,
      },
    ],
    threads: [
      {
        id: 'bread_road',
        title: 'The bread road',
        status: 'active',
        stakes: 'Alburquerque falls by Easter or not at all.',
      },
      {
        id: 'sharing_out',
        title: 'The sharing-out',
        status: 'active',
        stakes: 'A third of the great lordships of Castile; who is made by it and who is not.',
      },
    ],
    investigation: [{ threadId: 'bread_road', found: 1, of: 4 }],
    clocks: [{ id: 'bread_road_clock', name: 'The bread road opens', value: 2, max: 6 }],
    inventory: [
      {
        ownerId: JUAN.id,
        itemId: 'item_collar_001',
        name: 'A collar of the Scale',
        quantity: 11,
        flags: ['to give away'],
      },
      { ownerId: JUAN.id, itemId: 'item_seal_001', name: "The King's secret seal", quantity: 1, flags: [] },
    ],
    relationships: [
      {
        fromId: 'npc_gutierre_de_sotomayor_001',
        toId: 'npc_juan_de_sotomayor_001',
        text: 'Gutierre de Sotomayor is heir to Juan de Sotomayor',
        intensity: 3,
      },
      {
        fromId: 'npc_juan_de_sotomayor_001',
        toId: 'npc_infante_enrique_001',
        text: 'Juan de Sotomayor is an old servant of the house of the Infante Enrique',
        intensity: 5,
      },
    ],
    missions: [
      {
        id: 'the_summons',
        title: 'Summon the Infantes',
        status: 'in_progress',
        objective:
          "Have the Infantes answer the King's own summons before Alburquerque, in the hearing of both armies.",
      },
    ],
    deadlines: [
      {
        id: 'lords_go_home',
        text: "The lords' term of paid service before Alburquerque runs out.",
        urgency: 'medium',
        due: '22 January 1430',
      },
    ],
    pendingThreats: [],
    activeSituations: [],
    failureStreaks: { [JUAN.id]: 1 },
    calibration: {
      tone: 'wry, tense, ceremonious',
      boundaries: ['harm to children on stage', 'mockery of any religion'],
      difficulty: 'normal',
      pacing: 'normal',
      notes: '',
    },
    recentEvents: [
      {
        id: 'evt_0002',
        date: '20 July 1429',
        type: 'decision',
        summary: 'The Duke of Arjona is arrested in the royal camp and sent to Peñafiel.',
        people: [{ id: 'npc_duke_of_arjona_001', name: 'The Duke of Arjona' }, JUAN],
      },
      {
        id: 'evt_0003',
        date: '26 July 1429',
        type: 'religious_event',
        summary: 'The last claimant of Peñíscola lays down his tiara; Martin V is sole Pope.',
        people: [{ id: 'npc_martin_v_001', name: 'Martin V' }],
      },
      {
        id: 'evt_0014',
        date: '2 January 1430',
        type: 'promise',
        summary: 'King Juan has it written that Benavente will be heard first when the lands are shared.',
        people: [JUAN, { id: 'npc_alvar_garcia_001', name: 'Álvar García' }],
        exchange: 3,
      },
      {
        id: 'evt_0019',
        date: '4 January 1430',
        type: 'npc_action',
        summary:
          'The Master of Alcántara receives King Juan by night on the bridge and asks whether the Constable has come too.',
        people: [JUAN, { id: MASTER.id, name: 'Juan de Sotomayor' }],
        exchange: 12,
      },
    ],
    summary: [
      'The King amended the Constable’s summons and told his herald to carry the King’s own words.',
      'Benavente consented to swear to the pardon at the gate.',
      'A paper of Luna’s fell out of Benavente’s glove; the King had it put back.',
      'The King had it written that Benavente will be heard first.',
      'A bread barrel was opened: the camp has twelve days.',
      'The King had the bread tents guarded and told Luna nothing.',
      'The King left for Alcántara with sixty lances, without telling the Constable.',
      'The ford below San Vicente was in flood.',
      'The search for a bridge cost two days.',
      'The Constable’s rider caught up and asked where the King is going.',
      'Álvar García read back the herald’s question and let the King see his other notebook.',
      'The King sent the rider back with word that he goes to hear Mass, and a collar.',
      'The King reached the bridge of Alcántara by night.',
      'The King told the Master that he came alone.',
    ].join('\n'),
    storySoFar: [
      {
        upTo: 8,
        text: 'On 2 January 1430, before Alburquerque, King Juan struck the Constable’s clause from the summons, won Benavente to swear to the pardon, learned that the camp has bread for twelve days, and rode for Alcántara with sixty lances to buy wheat, without telling Luna.',
      },
    ],
    lore: [
      {
        id: 'lore_alcantara_bridge',
        title: 'The bridge of Alcántara',
        text: 'The bridge was built for the Emperor Trajan. Six arches high over the winter river, one of them broken in an old war and crossed on timber; whoever has it has the road between Portugal and Castile.',
        kind: 'materialised',
      },
      {
        id: 'thread:bread_road',
        title: 'The bread road',
        text: 'Somebody feeds Alburquerque. Every loaf that comes out of Portugal must cross the Tagus, and there is one bridge.',
        kind: 'materialised',
      },
      {
        id: 'law_forbidden_exports',
        title: 'Forbidden exports',
        text: 'Wheat may not leave the realm without the King’s licence. What the King buys within it is bought at the price of the last market day, before two witnesses.',
        kind: 'pull',
        exchange: 14,
      },
    ],
    rulesetState: [
      'Crown authority: 55',
      'War: open war',
      'Standings: church 6, cities 5, constable 8, grandees 5, infantes 1',
      'Open promises: Juan II to the Count of Benavente, to be heard first when the lands are shared',
    ],
  }),
  span: 'about ten minutes',
  notes: [
    'The Master keeps glancing at the Thursday lamp over the gatehouse. Gutierre has seen the King see it.',
  ],
  refusedBefore: ['The Constable is not at Alcántara; he is in the camp before Alburquerque.'],
  secrets: {
    audience: 'gm',
    facts: [
      {
        id: 'fact_0024',
        subjectId: 'npc_gutierre_de_sotomayor_001',
        text: "Gutierre de Sotomayor keeps a true copy of the bridge's toll book, with the Thursday nights in it",
        triggers: [
          'ask Gutierre for the toll book',
          "promise Gutierre the King's favour",
          "search the comendador's house",
        ],
      },
    ],
    withholds: [
      {
        characterId: 'npc_juan_de_sotomayor_001',
        text: 'He takes double toll from Portuguese mules on Thursday nights, because he is in debt.',
      },
    ],
    agendas: [
      {
        characterId: 'npc_gutierre_de_sotomayor_001',
        text: 'The mastership, without having betrayed anybody by then.',
      },
    ],
    notes: [],
    background: [
      'The camp has bread for twelve days and not for the month that the muster says.',
      'The Constable means to have Santiago, and will never be the one to propose it.',
      'Portuguese wheat comes over the bridge of Alcántara on Thursday nights.',
    ],
  },
});
