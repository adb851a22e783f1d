const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

export const BE = words("are were was is am 're 'm 's aren't weren't isn't wasn't");
export const HAVE = words("have has had 've 'd haven't hasn't hadn't");
export const DO = words("do does did don't doesn't didn't");
export const MODALS = words(
  "can could may might must shall should will would ought need dare 'll cannot can't couldn't won't wouldn't shouldn't mustn't",
);

/** Words that may stand between a subject and its verb. */
export const ADVERBS = words(
  `then now just still again also only always never already almost even both all simply instead soon often once first
  quite rather ever perhaps maybe too somehow here there finally`,
);

/** In front of a subject these begin a clause that says what happens. */
export const ASSERTING = words(
  'and but then so yet as while when or now still again here there afterwards meanwhile',
);

/** In front of a subject these begin a clause that says only what might be, was, or is meant. */
export const UNASSERTING = words(
  `if unless before after where what that which who whom whose whether how why than though although because whenever wherever
  since until once like till lest except whatever whoever`,
);

/** Words a sentence opens with before its subject comes: `at last`, `this time`, `in the end`. */
export const OPENINGS = words('at in on with for after this that one by without from all every each');

export const PREPOSITIONS = words(
  'of behind before to at for with by near beside under over above around from on in toward towards between past about against upon into like than beneath below without through across among',
);

export const DETERMINERS = words(
  'the a an this that these those my your his her its their our no some any every each',
);
export const OBJECTS = words(
  'him her it them me us himself herself itself themselves yourself myself everyone everything',
);
export const DIRECTIONS = words(
  'to toward towards into at away up down out back forward over off across through aside around past onto behind for',
);
export const SUBJECT_PRONOUNS = words('he she it they we i you who nobody someone somebody everyone one');

export const PLACES_OF_REST = words(
  'in on at by before near among under between against beside with there here upon atop amongst beyond below alone outside inside beneath behind above across within opposite next amid over close still',
);

/** Pasts that follow no rule, of verbs that take no will. */
export const ODD_PASTS = words(
  `lost fell became grew won woke slept met blew flew froze shrank swept drank bled shone forgot meant dreamt learnt sought
  taught spent sped stuck swelled wound wore broke bore fought ate knew saw heard felt found thought understood kept left`,
);

export const EMOTIONS = words(
  `afraid angry furious relieved ashamed guilty proud happy sad jealous terrified nervous anxious excited delighted disgusted
  embarrassed grateful hopeful lonely miserable joyful curious determined confident certain sure annoyed frustrated
  thrilled overjoyed heartbroken desperate horrified bitter envious content satisfied disappointed eager reluctant scared
  frightened worried impressed moved touched amused tempted unafraid calm anger joy rage fear dread guilt shame pride
  relief sadness sorrow grief panic hatred love pity regret satisfaction excitement hope despair longing jealousy fury
  resolve determination courage anxiety happiness terror wrath ire loathing tenderness remorse`,
);

/** Sentences that tell of another time are no deed of this turn. */
export const LONG_AGO =
  /\b(?:ago|yesterday|last (?:night|week|year|month|spring|summer|autumn|winter|time)|earlier|years? before|(?<!\bwho )used to|had (?:once|been)|back then|in those days|as a child|long since)\b/i;
