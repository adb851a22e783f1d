import { contentStems, stem } from './words.ts';

/** Words that say the same where it matters what somebody did or hides. */
const ALIKE = `light lamp lantern|move shift transfer|stop halt motion|home house doorstep|kill murder slay poison slaughter assassinate|die perish drown|burn fire blaze flame|steal rob thieve pilfer embezzle
hide conceal stash stow bury|letter note message missive|write compose pen draft|pay bribe|money gold coin cash|debt owe ledger
sell trade|buy purchase|betray inform denounce|forge fake falsify counterfeit false|lie deceive|live lodge dwell stay inhabit
build construct erect|prisoner captive hostage|hold keep detain imprison confine|miss lost vanish disappear
marry wed wife husband|child son daughter|brother sister sibling|father mother parent|war battle|ship boat vessel|horse mount
road route way path|begin start|fall collapse topple crumble|break shatter smash crack|flood drown deluge
arrive come reach|leave depart desert quit|flee escape run|follow trail shadow|see watch observe spy|give hand surrender yield
take seize grab snatch|attack assault raid|wound hurt injure|heal cure mend|open unlock|close shut seal lock|find discover
refuse reject decline deny|accept agree consent|angry furious rage|afraid fear terror scare|storm tempest
road street|garrison defender|guard sentry watchman warder|police constable officer|gun cannon|priest friar monk
change alter switch swap replace|drive steer|order command|promise oath vow swear|secret hidden
sick ill illness disease plague fever|food bread meal provision|book register record volume|record list
floor storey level|hollow empty|power electricity current|pretend feign|master lord owner|fake sham|sign signature
alive living|dead corpse body|wall rampart|gate door|tower spire|voice speech|box chest coffer case|belong own possess`;

const shared = new Map<string, string>();
for (const group of ALIKE.split(/\||\n/)) {
  const [first = '', ...others] = group.split(' ').map(stem);
  for (const other of others) if (!shared.has(other)) shared.set(other, shared.get(first) ?? first);
}

/** The telling words of a text by what they say: `blaze` and `fire` are one. */
export function sensesOf(text: string): ReadonlySet<string> {
  return new Set([...contentStems(text)].map((word) => shared.get(word) ?? word));
}
