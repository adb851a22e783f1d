/** Verbs that have a subject of their own in front of them wherever they stand. */
const FINITE =
  /\s(?:is|are|was|were|has|have|had|does|did|will|would|can|could|must|may|might|knows?|wants?|keeps?|kept|noticed|comes?|came|goes|went|took|takes?|gave|gives?|left|sold|sells?|paid|pays?|made|makes?|said|says?|stands?|stood|lies|sits?|sat|holds?|held|lent|sleeps?|works?|killed|saw|heard|wrote|writes|signed|sent|met|moved|lost|found|brought|bought|hid|hides|owes?|owed|shows?|opens|runs|reads|carries|rings|changes|changed|passes|offered|proposed|leaves|tells?|told|asks|asked|ate|leads?|lapses|fits|hang|hangs|repeats?|stammers|falters|glints|knocks|drives|learns?|weighs?|enters?|ends|begins|counted|handed|stopped|rang|dried|homes|swims|remembers|needs|turns?|knelt|bleeds|binds|bound|names|exists|bears|strikes|smells|lists|notes|puts|owns?|reached|barks|died)\s/i;
const NO_SUBJECT = /^(?:Whatever|Whoever|What|Who|Which|That|How|Where|Why|To|For|With|Being)\s/;
/** Somebody who can only be the subject of what follows. */
const SOMEBODY = /^(?:Somebody|Someone|Nobody|Everybody|Everyone|He|She|They|It|There)\s/;
/** A first word that tells where or when, so that the subject comes later. */
const OPENING =
  /^(?:In|On|At|By|Below|Among|Weighed|From|Under|Behind|Beneath|When|Of|After|Before|Since|Beside|Asked|Greeted|Inside|Above|Between|Every|Each)\s/;
/** What belongs to a part of the sentence and says nothing about the whole. */
const ASIDE =
  /\s(?:that|which|who|whom|whose|where|whenever|when|if|because|until|than|whether|as)\s[^,;:.]*/gi;
const FEWEST_WORDS = 5;
const SHORTEST_NAME = 3;

/**
 * Whether the object of a fact says the whole of what is so, who and how included, as authors often write it. One that begins
 * with the subject's own name does: nobody writes `Ketch saw Ketch`.
 */
export function isWholeSentence(text: string, subject: string): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length < FEWEST_WORDS || !/^[\p{Lu}\d]/u.test(text) || NO_SUBJECT.test(text)) return false;
  if (SOMEBODY.test(text) || beginsWithName(words[0] ?? '', subject)) return true;
  // Behind an opening the clause goes on after the comma; else what follows one is only added to it.
  const bare = ` ${text.replace(/^When\s[^,]*,/, '').replace(ASIDE, behindAside)} `;
  const [clause = ''] = bare.split(/[;:]/);
  return FINITE.test(OPENING.test(text) ? `${clause} ` : `${withoutLater(clause)} `);
}

/** `that killed Rook came from the store`: what follows the aside's own verb may be the sentence's. */
function behindAside(aside: string): string {
  const verb = FINITE.exec(`${aside} `);
  const rest = verb === null ? '' : aside.slice(verb.index + verb[0].length - 1);
  return ` ${rest.split(/\s(?:and|or|but)\s/)[0] ?? ''} `;
}

function beginsWithName(first: string, subject: string): boolean {
  const word = first.replace(/['’]s$|[,.:;]$/g, '');
  const names = subject.split(/\s+/).map((name) => name.replace(/["“”]/g, ''));
  return word.length >= SHORTEST_NAME && !/^(?:The|An?)$/.test(word) && names.includes(word);
}

/** Up to the comma behind which a second thing is told; a subject may have an apposition between two. */
function withoutLater(clause: string): string {
  const [first = '', ...rest] = clause.split(',');
  return rest.length >= 2 && !/\s(?:and|or)\s/.test(rest[0] ?? '') ? clause : `${first} `;
}
