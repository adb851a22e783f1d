import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { ReadInput } from '#engine/contracts/reading.ts';

/** One scene of a shipped pack, as `read` and `narrate` are told of it. Names, conditions and texts are the packs' own. */
type Scene = {
  readonly persona: ReadInput['persona'];
  readonly date: string;
  readonly place: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly atmosphere: string[];
  };
  readonly present: readonly (ReadInput['present'][number] & {
    readonly lines?: string[];
    readonly description?: string;
  })[];
  readonly exits: ReadInput['exits'];
  readonly things: readonly (ReadInput['things'][number] & { readonly description: string })[];
  readonly carried?: ReadInput['carried'];
  readonly means?: string[];
  readonly triggers?: readonly (readonly [about: string, ...when: string[]])[];
  readonly checks?: readonly (readonly [id: string, label: string, covers: string])[];
  readonly absent?: readonly (readonly [id: string, name: string, title: string])[];
  readonly tableTypes?: ReadInput['tableTypes'];
  readonly threads?: readonly string[];
  readonly isFight?: boolean;
};

export const SCENES = {
  room_twelve: {
    persona: { id: 'pc_dez_001', name: 'Dez Marchetti' },
    date: 'Tuesday, 17 October 2023 CE, 16:40:00 (Afternoon)',
    place: {
      id: 'loc_room_12',
      name: 'Room 12',
      description:
        'The last room of the Long Wing. Both a bath and a shower, a window on the creek, and more history than a room should have.',
      atmosphere: [
        'The radiator knocks twice and then thinks.',
        'It smells of floor wax, radiator and, faintly, of cake.',
      ],
    },
    present: [
      {
        id: 'npc_june_001',
        name: 'June Amory',
        role: 'Runs twenty-one rooms, one Lift and the Monday verse.',
        aliases: ['Owner of the Verse Motel'],
        lines: [
          "Checkout's eleven. Regret's whenever you like.",
          "We don't know who stays here. That's not a policy, that's a promise.",
        ],
        description: 'A small, upright innkeeper who rhymes by accident and apologizes for it.',
      },
      {
        id: 'npc_pet_001',
        name: 'Perpetua "Pet" Dombrowski',
        role: "Thirty years of other people's sheets; widow of a fireman.",
        aliases: ['Head housekeeper of the Verse'],
        lines: ["That's about four fifths of the truth. I'll wait."],
        description: 'A square, quick woman who takes inventory of everything, including you.',
      },
    ],
    exits: [{ to: 'loc_long_wing', label: 'the yellow door', name: 'The Long Wing', blocked: null }],
    things: [
      {
        id: 'item_tin',
        name: 'A cake tin tied with cord',
        portable: true,
        description:
          'A round blue cake tin, tied both ways with tarred cord in an unusual knot, and heavier than cake.',
      },
      {
        id: 'item_note',
        name: 'The note from Twelve',
        portable: true,
        description: 'A sheet of motel paper.',
      },
      {
        id: 'item_aid',
        name: 'A hearing aid in a glass',
        portable: true,
        description: 'A hearing aid, dry, in a tumbler.',
      },
    ],
    carried: [{ id: 'item_torch', name: 'Flashlight', quantity: 1 }],
    triggers: [
      [
        'Room 12',
        'open the panel behind the bath',
        'search the bathroom',
        'check the plumbing of Room 12',
        'look inside the wall',
      ],
      [
        'Room 12',
        'look at the window frame',
        'go round to the creek side',
        'examine the window from outside',
        'feel along the sill',
      ],
      ['Room 12', 'search the closet', 'look at the shelf', 'ask Lyle why he comes to Room 12'],
      [
        'A cake tin tied with cord',
        'look at the knot',
        'examine the cord',
        'ask a fireman about the knot',
        'try to untie the tin',
      ],
      [
        'A cake tin tied with cord',
        'open the tin',
        'cut the cord',
        'look inside the tin',
        'shake the tin and listen',
      ],
      [
        'June Amory',
        'ask June what she signed',
        'ask June about the new roof',
        'tell June you know about August',
      ],
      ['June Amory', 'ask June what she wants', 'sit with June after closing', 'ask June about her mother'],
      [
        'Perpetua "Pet" Dombrowski',
        'ask Pet about Stan',
        'ask Pet about the Ws',
        'ask Pet whose verses they are',
      ],
    ],
    checks: [
      ['logic', 'Logic', 'Putting two and two together: dates, sums, knots, what does not fit.'],
      ['empathy', 'Empathy', 'Feeling what somebody else feels and is not saying.'],
      ['perception', 'Perception', 'Searching a place, hearing, spotting what is hidden or out of order.'],
      ['suggestion', 'Suggestion', 'Persuading, charming or lying so that somebody wants to agree.'],
      ['physique', 'Physique', 'Lifting, forcing, climbing, fighting: anything done by the body.'],
    ],
    absent: [
      ['npc_lyle_001', 'Lyle Mowery', 'Night engineer of the Verse'],
      ['npc_dot_001', 'Dorothy "Dot" Lindholm', 'Seamstress, Hemlock Court, number 8'],
    ],
    threads: ['What was left in Room 12', 'Who was Mr. Dell?'],
  },
  neon_dragon: {
    persona: { id: 'pc_abdi_001', name: 'Abdirahman Solberg' },
    date: 'Thursday, 15 March 2091 CE, 20:30:00 (Evening)',
    place: {
      id: 'loc_neon_dragon',
      name: 'The Neon Dragon',
      description:
        'A narrow bar on Sub-3 with a sign that says EON DRAG, a jukebox that hums and an owner who knows what everybody drinks and why.',
      atmosphere: [
        'The sign buzzes EON DRAG; the dead letters are kept polished.',
        'The jukebox hums in B flat even when nothing is playing.',
      ],
    },
    present: [
      {
        id: 'npc_viktor_001',
        name: 'Viktor Hrynko',
        role: 'Pours, lends, introduces; the last person Jin drank with.',
        aliases: ['Owner of the Neon Dragon, Sub-3'],
        lines: [
          'House pours first. Then you ask, then the house decides if it heard you.',
          'She drank half. Jin never drinks half. I left the glass where it is, you want to look at it.',
        ],
        description: 'A heavy, tidy man who polishes one glass and watches the door in it.',
      },
      {
        id: 'npc_ota_001',
        name: 'Kenji Ota',
        role: 'A severed manager who audits the peanuts.',
        aliases: ['Regular at the Neon Dragon, formerly Level 58'],
        lines: ['There are action items.'],
        description: 'A neat man in the suit of a company that has let him go.',
      },
    ],
    exits: [
      {
        to: 'loc_forty_stair',
        label: 'the front door, then left along the kerb past the shuttered laundry',
        name: 'The Forty Stair',
        blocked: null,
      },
      {
        to: 'loc_kettle_clinic',
        label: 'a shared passage with a drain in the middle',
        name: "Dr. Kettle's clinic",
        blocked: null,
      },
      {
        to: 'loc_drip_house',
        label: 'along the old asphalt under the drip awnings',
        name: 'The Drip House',
        blocked: 'The water is over the kerb.',
      },
    ],
    things: [
      {
        id: 'item_slate',
        name: 'The slate by the till',
        portable: true,
        description: 'A slate of tabs and debts, wiped more often than it is paid.',
      },
    ],
    carried: [
      { id: 'item_chalk', name: 'A stub of courier chalk', quantity: 3 },
      { id: 'item_cred', name: 'Cred', quantity: 60 },
    ],
    triggers: [
      [
        'The Neon Dragon',
        'search behind the bar',
        'search the jukebox',
        'play B-17',
        'follow the hum',
        'ask what Jin touched last',
      ],
      [
        'The Neon Dragon',
        'read the slate',
        'look at the debt board',
        'tilt the slate to the light',
        "ask who paid Viktor's debt",
      ],
      [
        'The Neon Dragon',
        'move the beer cradle',
        'look for another way out',
        'ask how kegs came in',
        'search the cellar',
      ],
      [
        'Kenji Ota',
        'ask Ota about the slate',
        'buy Ota a drink',
        'ask Ota for his review',
        'ask what does not reconcile',
      ],
    ],
    checks: [
      [
        'threaten',
        'Edge: stand your ground',
        'Making somebody back down or obey by threat, by a show of force, or by simply not moving out of the way.',
      ],
      [
        'fight',
        'Edge: fight',
        'Open violence: striking, shooting, grabbing, disarming, pinning somebody, or shielding another from it.',
      ],
      [
        'wire_work',
        'Wire: work the machine',
        'Making a machine obey: pumps, valves, locks, lifts, drones, shims, terminals; opening, mending, hacking, jamming, reading out.',
      ],
      [
        'bargain',
        'Tongue: talk round',
        'Moving somebody by open talk: haggling, pleading, promising, bribing, comforting, calming, arguing law or slack-water custom.',
      ],
      [
        'lie',
        'Tongue: lie',
        'Making somebody believe what is not so: a lie, a bluff, a false name, passing for somebody else, a story for the guard.',
      ],
      ['run', 'Legs: run and climb', 'Running, climbing, swimming, jumping, getting away or catching up.'],
      [
        'sneak',
        'Legs: go unseen',
        'Hiding, following, slipping past, palming or planting something unnoticed.',
      ],
      ['search', 'Eyes: find it', 'Searching for what is hidden, reading a scene, noticing a tail.'],
    ],
    absent: [
      ['npc_jin_001', 'Jin Oyelaran', 'Courier of the Chalk, Sub-2'],
      ['npc_chen_001', 'Rosalind Chen', 'Agent, Zenith Continuity, Level 12'],
    ],
    threads: ['Where is Jin?'],
  },
  medina_palace: {
    persona: { id: 'pc_juan_001', name: 'Juan II' },
    date: 'Monday, 10 April 1430 AD, 18:00:00 (Evening)',
    place: {
      id: 'loc_medina_palace',
      name: 'The royal palace of Medina',
      description: 'A house of brick and tapestries in which a King is never alone.',
      atmosphere: ['Pages sleep on the stairs in the order of their fathers.'],
    },
    present: [
      {
        id: 'npc_leonor_001',
        name: 'Leonor of Alburquerque',
        role: 'Mother of the Infantes.',
        aliases: ['Queen Dowager of Aragon'],
        lines: ['I have buried a king and I did not ask anybody where to stand.'],
        description: 'A small old woman in grey who owns half of the meseta.',
      },
      {
        id: 'npc_luna_001',
        name: 'Álvaro de Luna',
        role: 'The King’s favourite and first minister.',
        aliases: ['Constable of Castile, Count of San Esteban de Gormaz'],
        lines: ['Your Highness need only be seen to be tired.'],
        description: 'A slight man of forty who is always the best dressed.',
      },
      {
        id: 'npc_cartagena_001',
        name: 'Alonso de Cartagena',
        role: 'A jurist.',
        aliases: ['Dean of Santiago, doctor of laws'],
      },
      {
        id: 'npc_saldana_001',
        name: 'Fernán López de Saldaña',
        role: 'Reads the accounts.',
        aliases: ['Chief accountant'],
      },
    ],
    exits: [
      {
        to: 'loc_medina_plaza',
        label: 'the great stair down to the square',
        name: 'The square of Medina',
        blocked: null,
      },
      { to: 'loc_leonors_house', label: 'across the garden', name: "Queen Leonor's house", blocked: null },
    ],
    things: [
      {
        id: 'item_letter',
        name: 'A letter of the Duke of Arjona',
        portable: true,
        description: 'Folded small, sealed twice.',
      },
    ],
    carried: [
      { id: 'item_collar', name: 'The collar of the Scale', quantity: 12 },
      { id: 'item_seal', name: "The King's secret seal", quantity: 1 },
    ],
    triggers: [
      ['Leonor of Alburquerque', 'ask Leonor about the rings', 'ask the Queen where her sons are'],
      ['A letter of the Duke of Arjona', 'read the letter', 'break the seal of the letter'],
    ],
    checks: [
      [
        'persuade',
        'Persuasion',
        'Asking a person for what costs them: consent, money, pardon, a marriage, a change of side; bargaining terms, calming anger, winning a promise.',
      ],
      [
        'command',
        'Command',
        'Ordering by rank somebody who could refuse or delay: a grandee, a captain, an officer of the household, a city, a prelate.',
      ],
      [
        'intrigue',
        'Intrigue',
        'Working in secret: a bribe, a spy, a forged or opened letter, a lie, a trap, finding out what somebody conceals.',
      ],
      ['battle', 'Battle', 'A clash of arms, a siege, an ambush.'],
    ],
    absent: [
      ['npc_benavente_001', 'Rodrigo Alonso Pimentel', 'Count of Benavente'],
      ['npc_arjona_001', 'Fadrique, Duke of Arjona', 'Duke of Arjona, Count of Trastámara and Lemos'],
    ],
    tableTypes: ['persuasion', 'chaos', 'battle'],
    threads: ['The banner of the King'],
  },
  penny_bridge: {
    persona: { id: 'pc_hesper_001', name: 'Hesper Tolliver' },
    date: '21 Spate 611 AR, 18:20:00 (Dusk)',
    place: {
      id: 'loc_penny_bridge',
      name: 'Penny Bridge',
      description: 'A bridge one cart wide, with a toll of a penny and a joke.',
      atmosphere: ['Mist stands to the knee and there are no frogs.'],
    },
    present: [
      {
        id: 'npc_imre_001',
        name: 'Imre Candlewright',
        role: 'A hedge priest with a case of medicine.',
        aliases: [],
        side: 'party',
        lines: ['There was a wick that would not.'],
      },
      {
        id: 'npc_jossamy_001',
        name: 'Big Jossamy',
        role: 'The keeper of Penny Bridge, dead since autumn.',
        aliases: [],
        side: 'foes',
        description: 'Eleven feet of dead friend in a good coat.',
      },
      {
        id: 'npc_reaper_001',
        name: 'The Quiet Reaper',
        role: 'One of the dead, in a sun-bonnet.',
        aliases: [],
        side: 'foes',
      },
    ],
    exits: [{ to: 'loc_mile_nine', label: 'back along the wood road', name: 'Mile Nine', blocked: null }],
    things: [
      {
        id: 'item_joke_penny',
        name: 'The joke penny',
        portable: true,
        description: 'A penny worn smooth on one side.',
      },
    ],
    carried: [
      { id: 'item_potion', name: 'Potion of healing', quantity: 2 },
      { id: 'item_case', name: 'The bellwort case', quantity: 1 },
    ],
    means: ['Longsword', 'Handaxe', 'Second Wind', 'Cure Wounds', 'Sacred Flame'],
    triggers: [['Big Jossamy', 'pay the toll', 'tell Jossamy a joke', 'give Jossamy a penny']],
    checks: [
      ['athletics', 'Athletics', 'Climbing, jumping, swimming, shoving and grappling.'],
      ['stealth', 'Stealth', 'Moving unseen and unheard, hiding.'],
      ['persuasion', 'Persuasion', 'Winning people over by tact and good will.'],
      ['intimidation', 'Intimidation', 'Frightening somebody by threat or presence.'],
      ['investigation', 'Investigation', 'Searching for clues and drawing conclusions.'],
    ],
    isFight: true,
    threads: ['Why are the dead standing on the road?'],
  },
  the_lift: {
    persona: { id: 'pc_corey_001', name: 'Corey Haney' },
    date: 'Friday, 3 November 2023 CE, 21:02:00 (Night)',
    place: {
      id: 'loc_between_floors',
      name: 'Between floors',
      description: 'The Lift, stalled between two and three.',
      atmosphere: ['Between floors it hums; at floors it sighs.'],
    },
    present: [
      {
        id: 'npc_lena_001',
        name: 'Lena Kovacs',
        role: 'The voice of dispatch.',
        aliases: [],
        lines: ['Copy that.'],
        description: 'A woman who is calm for a living.',
      },
    ],
    exits: [],
    things: [
      {
        id: 'item_notice',
        name: 'The notice',
        portable: false,
        description: 'IN CASE OF A STOP KEEP CALM AND DO NOT CONVERSE WITH THE ATTENDANT.',
      },
    ],
    triggers: [
      [
        'Between floors',
        'look behind the notice',
        'take down the notice',
        'search the car',
        'read the notice',
      ],
      ['Between floors', 'look at the intercom', 'call the desk', 'press the call button'],
      ['Between floors', 'fold down the seat', "sit on the attendant's seat", 'look behind the seat'],
      [
        'Lena Kovacs',
        'ask Lena about her plans',
        'ask Lena whether she is leaving',
        'tell Lena you would miss her',
      ],
    ],
    checks: [
      [
        'confess',
        'Say what you feel',
        'Saying what one feels for the other, or owning up to something kept back: love, longing, hurt, fear, a wrong one did. Any confession.',
      ],
      [
        'ask',
        'Ask the real question',
        'Asking the other what one truly wants to know: about the two of them, about what they feel, about who told.',
      ],
      [
        'come_nearer',
        'Come nearer',
        "Closing the distance: offering or taking a hand, stepping closer, sitting down beside, touching a sleeve, leaning in, asking for a kiss, holding the other's eye.",
      ],
      [
        'tender_word',
        'Risk a tender word',
        'A teasing, flirting or tender remark: a compliment, a nickname, a joke that is about the two of them and not about the lift.',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Scene>>;
export type SceneName = keyof typeof SCENES;

/** The input of `read` for a player's words in a scene. */
export function readInputFor(
  name: SceneName,
  playerText: string,
  changes: Partial<ReadInput> = {},
): ReadInput {
  const scene: Scene = SCENES[name];
  return {
    playerText,
    persona: scene.persona,
    date: scene.date,
    place: { id: scene.place.id, name: scene.place.name },
    present: scene.present.map(({ id, name: own, role, aliases, side }) => ({
      id,
      name: own,
      role,
      aliases: [...aliases],
      ...(side === undefined ? {} : { side }),
    })),
    exits: [...scene.exits],
    things: scene.things.map(({ id, name: own, portable }) => ({ id, name: own, portable })),
    carried: [...(scene.carried ?? [])],
    means: [...(scene.means ?? [])],
    triggers: (scene.triggers ?? []).flatMap(([about, ...conditions], fact) =>
      conditions.map((when, at) => ({ id: `fact_${fact}.${at}`, when, about })),
    ),
    checks: (scene.checks ?? []).map(([id, label, covers]) => ({ id, label, covers })),
    isFight: scene.isFight ?? false,
    tableTypes: [...(scene.tableTypes ?? [])],
    loaded: [],
    characters: (scene.absent ?? []).map(([id, own, title]) => ({
      id,
      name: own,
      title,
      location: '',
      status: '',
    })),
    events: [],
    eventTypes: [],
    characterCategories: [],
    lastExchange: null,
    packLanguage: 'en',
    clarified: null,
    ...changes,
  };
}

/** The input of `narrate` for a turn in a scene in which nothing has happened yet. */
export function narrateInputFor(name: SceneName, changes: Partial<NarrateInput> = {}): NarrateInput {
  const scene: Scene = SCENES[name];
  return {
    callType: 'narrative',
    personaId: scene.persona.id,
    playerText: '',
    playerActs: [],
    opening: null,
    packet: packetFor(scene),
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
    eventTypes: [],
    ...changes,
  };
}

function packetFor(scene: Scene): NarrateInput['packet'] {
  const { place, persona } = scene;
  return {
    scene: {
      index: 3,
      date: scene.date,
      timeOfDay: '',
      place: {
        id: place.id,
        name: place.name,
        description: place.description,
        atmosphere: [...place.atmosphere],
      },
      exits: [...scene.exits],
      visibility: 'clear',
      noise: 'quiet',
      constraints: ['There will be a hard frost before morning.'],
      chapter: { number: 1, title: 'One' },
    },
    personas: [
      {
        ...persona,
        profile: `${persona.name} reads rooms for a living. Nobody asked for it.`,
        sheet: ['HP 12/20'],
      },
    ],
    cast: scene.present.map(({ id, name, role, description = '', lines = [] }) => ({
      id,
      name,
      role,
      description,
      speech: '',
      disposition: '',
      capabilities: '',
      goals: [],
      redLines: [],
      sampleLines: [...lines],
      relation: '',
      carries: [],
      condition: '',
      numbers: '',
      tier: 1,
    })),
    entities: scene.things.map(({ id, name, description }) => ({
      id,
      name,
      type: 'item',
      description,
      tags: [],
    })),
    facts: [],
    threads: (scene.threads ?? []).map((title, at) => ({
      id: `thread_${at}`,
      title,
      status: 'active',
      stakes: '',
    })),
    clocks: [],
    inventory: (scene.carried ?? []).map(({ id, name, quantity }) => ({
      ownerId: persona.id,
      itemId: id,
      name,
      quantity,
      flags: [],
    })),
    relationships: [],
    missions: [],
    deadlines: [],
    investigation: [],
    pendingThreats: [],
    activeSituations: [],
    failureStreaks: {},
    calibration: { tone: '', boundaries: [], difficulty: '', pacing: '', notes: '' },
    recentEvents: [],
    summary: '',
    storySoFar: [],
    lore: [],
    rulesetState: [],
  };
}
