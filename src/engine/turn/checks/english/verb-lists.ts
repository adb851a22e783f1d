import type { AgencyKind } from '../narration-facts.ts';

/** Verbs by what doing them takes, and by the family in which one stands for another. */
export type VerbFamily = { readonly kind: AgencyKind; readonly verbs: readonly string[] };

const verbs = (list: string): readonly string[] => list.split(/\s+/).filter((verb) => verb !== '');

/**
 * What somebody does of their own will. A player who wrote one verb of a family may be shown doing another of it: "I go
 * out" and "you cross the yard". What befalls a person (fall, shiver, bleed) or reaches their senses is not here.
 */
export const VERB_FAMILIES: Readonly<Record<string, VerbFamily>> = {
  going: {
    kind: 'move',
    verbs:
      verbs(`go walk step run head move cross enter leave approach follow climb ride sprint rush bolt dash slip sneak
      creep descend jump leap swim float return withdraw flee escape hurry march wander stride race dive crawl stroll pace
      tiptoe advance retreat vault mount dismount duck push squeeze cover make hasten trot scramble shuffle trudge back chase
      tail drive sail row travel press venture depart board stalk circle get edge charge come sidestep start saunter amble barge
      burst plunge scurry swagger limp hop skip gallop trek navigate land pass shadow wade glide swing`),
  },
  turning: { kind: 'move', verbs: verbs('turn spin whirl wheel pivot swivel face') },
  posture: {
    kind: 'move',
    verbs: verbs(
      'stand sit kneel rise crouch lie lean straighten bend squat settle recline perch huddle hunch sink',
    ),
  },
  bending: { kind: 'move', verbs: verbs('lean bend crouch stoop kneel squat') },
  saying: {
    kind: 'speak',
    verbs:
      verbs(`say ask tell call shout speak answer reply whisper explain thank greet demand promise order command murmur
      mutter announce declare admit agree refuse insist beg plead argue lie swear curse scream yell cry joke confess warn
      threaten apologize apologise interrupt respond retort snap growl hiss inquire enquire reassure introduce invite suggest
      propose accuse deny confirm object protest repeat address bargain negotiate haggle pray sing recite read request hail
      exclaim offer summon accept decline remark observe assure persuade convince boast mention add continue stammer blurt concede counter scold mock tease coax
      comfort congratulate bluff vow drawl mumble intone bark bellow grumble talk chat converse question confront interview`),
  },
  /** What a question may be put by. Whoever asks has not agreed, promised, accused or confessed anything. */
  asking: {
    kind: 'speak',
    verbs: verbs(
      'ask inquire enquire question demand request say speak whisper murmur mutter shout repeat add continue insist address hail greet interrupt',
    ),
  },
  taking: {
    kind: 'act',
    verbs:
      verbs(`take grab pick lift pull draw hold reach grip snatch seize gather collect catch clutch grasp scoop raise hoist heave
      yank fetch retrieve claim steal unhook carry release let wield brandish sling shoulder`),
  },
  placing: {
    kind: 'act',
    verbs: verbs(
      'put set lay place drop lower slide tuck insert slot plug hang stow deposit plant rest shift drag shove haul load settle drape',
    ),
  },
  giving: {
    kind: 'act',
    verbs: verbs('hand give pass offer show return pay buy sell trade tender present surrender toss lend'),
  },
  opening: {
    kind: 'act',
    verbs: verbs(
      'open close shut lock unlock bolt bar push pull press shove force pry kick knock slam tie untie unbuckle buckle unwrap uncork',
    ),
  },
  throwing: { kind: 'act', verbs: verbs('throw toss hurl fling lob pitch cast swing') },
  destroying: { kind: 'act', verbs: verbs('tear rip crumple burn break smash crush snap shatter dump ruin') },
  consuming: {
    kind: 'act',
    verbs: verbs('drink drain sip swallow eat bite pour fill empty gulp down taste chew smoke inhale'),
  },
  hiding: {
    kind: 'act',
    verbs: verbs('hide pocket fold unfold wrap conceal bury cover sheathe unsheathe draw'),
  },
  dressing: {
    kind: 'act',
    verbs: verbs(
      'wear don remove strip button unbutton doff strap fasten tighten adjust brush wipe clean straighten',
    ),
  },
  writing: { kind: 'act', verbs: verbs('write sign scribble note copy sketch draw type record jot') },
  switching: {
    kind: 'act',
    verbs: verbs('light switch flip twist turn dial start stop activate kindle extinguish ignite snuff play'),
  },
  choosing: { kind: 'think', verbs: verbs('choose pick select opt') },
  dealing: { kind: 'act', verbs: verbs('deal shuffle bet rake fold wager play gamble') },
  leading: {
    kind: 'act',
    verbs: verbs(
      'lead guide escort usher dismiss banish release send free arrest bind rescue save protect shield',
    ),
  },
  fighting: {
    kind: 'act',
    verbs:
      verbs(`attack strike hit swing fire shoot stab lunge charge thrust slash kick punch cut parry block fight slam smash
      slap tackle wrestle strangle choke dodge duck hack kill shove aim hurl bash headbutt throw draw loose ram slice trip reload
      load drive pin bite shove grapple disarm level`),
  },
  working: {
    kind: 'act',
    verbs:
      verbs(`search examine check inspect study test try use work repair fix mend cut dig pry force pick hack type dial
      press cast heal bandage tend cook brew help count measure trace track rummage rifle probe operate vent scan decipher
      translate ring rap tap read build assemble patch weld row steer`),
  },
  /** What looking for something, or at it, may take. */
  examining: {
    kind: 'act',
    verbs: verbs('search examine check inspect study count measure scan probe read trace'),
  },
  gesture: {
    kind: 'act',
    verbs:
      verbs(`nod smile grin bow wave shrug frown wink laugh chuckle smirk scowl glare curtsy salute point gesture beckon
      embrace hug kiss applaud clap spit sigh grimace sneer snort giggle scoff tip pat stroke squeeze clasp clench fold cross
      roll clear yawn shake scratch stamp stare ruffle blush whistle hum gulp bristle stiffen relent forgive sob weep`),
  },
  waiting: {
    kind: 'act',
    verbs: verbs('wait stay remain hesitate pause linger rest ignore obey join attend guard'),
  },
  thinking: {
    kind: 'think',
    verbs:
      verbs(`think decide realize realise wonder believe want wish hope intend consider remember recall resolve plan suspect
      doubt trust regret understand conclude figure choose prefer ponder contemplate reconsider imagine assume expect reflect
      determine guess care gather reckon deduce surmise debate weigh mull mind`),
  },
  feeling: {
    kind: 'feel',
    verbs: verbs(
      'love hate fear dread enjoy adore despise envy pity resent admire like dislike worry panic relax mourn grieve long',
    ),
  },
};

/** Forms that follow no rule: base, past, participle. */
export const IRREGULAR_VERBS: readonly (readonly [string, string, string])[] =
  `deal dealt dealt|sling slung slung|fling flung flung|lead led led|bind bound bound|send sent sent|build built built|bet bet bet|lend lent lent|weep wept wept|hang hung hung|burst burst burst|forgive forgave forgiven|shake shook shaken|gather gathered gathered|pin pinned pinned|hum hummed hummed|snap snapped snapped|bar barred barred|hop hopped hopped|skip skipped skipped|go went gone|run ran run|leave left left|ride rode
ridden|creep crept crept|leap leapt leapt|swim swam swum|flee fled fled|stride strode stridden|dive dove dived|get got got|come came
come|make made made|drive drove driven|spin spun spun|stand stood stood|sit sat sat|kneel knelt knelt|rise rose risen|lie lay lain|bend
bent bent|say said said|tell told told|speak spoke spoken|swear swore sworn|beg begged begged|sing sang sung|read read read|take took
taken|draw drew drawn|hold held held|put put put|set set set|lay laid laid|give gave given|throw threw thrown|shut shut shut|hide hid
hidden|catch caught caught|tear tore torn|light lit lit|drink drank drunk|eat ate eaten|bite bit bitten|wear wore worn|write wrote
written|swing swung swung|pay paid paid|buy bought bought|sell sold sold|steal stole stolen|wring wrung wrung|strike struck struck|hit
hit hit|shoot shot shot|stab stabbed stabbed|thrust thrust thrust|cut cut cut|fight fought fought|dig dug dug|ring rang rung|cast cast
cast|spit spat spat|think thought thought|understand understood understood|choose chose chosen|slide slid slid|break broke broken|burn
burnt burnt|feel felt felt|begin began begun|keep kept kept|let let let|find found found|know knew known|see saw seen|hear heard
heard|slam slammed slammed|grab grabbed grabbed|step stepped stepped|slip slipped slipped|nod nodded nodded|hug hugged hugged|tip tipped
tipped|ram rammed rammed|pat patted patted|plan planned planned|rip ripped ripped|drop dropped dropped|clap clapped clapped|grin grinned
grinned|shrug shrugged shrugged|pry pried pried|stop stopped stopped|trip tripped tripped|forget forgot forgotten|lean leant leant|strip
stripped stripped|row rowed rowed|tap tapped tapped|rap rapped rapped|wrap wrapped wrapped|unwrap unwrapped unwrapped|prefer preferred
preferred|flip flipped flipped|plug plugged plugged|drag dragged dragged|pat patted patted|back backed backed|spin spun spun|regret
regretted regretted|sip sipped sipped|shove shoved shoved|chat chatted chatted|feed fed fed|try tried tried|sink sank sunk`
    .split('|')
    .map((line) => {
      const [base = '', past = '', participle = ''] = line.trim().split(/\s+/);
      return [base, past, participle] as const;
    });
