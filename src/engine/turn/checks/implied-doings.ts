/** What doing one thing takes of others: whoever gives a cloak puts it on somebody, whoever searches opens drawers. */
const IMPLIES: Readonly<Record<string, readonly string[]>> = {
  going: ['turning', 'posture'],
  giving: ['placing', 'taking'],
  placing: ['taking'],
  fighting: ['going', 'turning', 'posture'],
  working: ['taking', 'placing', 'opening', 'switching', 'posture'],
  writing: ['taking', 'placing'],
  consuming: ['taking', 'placing'],
  dressing: ['taking', 'placing'],
  dealing: ['taking', 'placing'],
  hiding: ['placing'],
};
const BY_VERB: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:look|watch|search|check|examine|inspect|study|read|listen)$/, ['examining', 'bending']],
  [/^(?:search|rummage|rifle|inspect|examine|ransack|probe)$/, ['opening', 'placing', 'posture', 'turning']],
  [/^(?:hide|sneak|creep|duck|conceal)$/, ['posture', 'going']],
  [/^(?:crouch|rest)$/, ['posture']],
];
/** Verbs of work that are only looking, and take nothing in hand. */
const LOOKS =
  /^(?:check|examine|inspect|study|count|measure|scan|read|search|trace|track|help|try|use|test)$/;

/** The families a player's verbs license besides their own. */
export function impliedBy(
  lemmas: ReadonlySet<string>,
  familiesOf: (lemma: string) => ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(
    [...lemmas].flatMap((lemma) => [
      ...[...familiesOf(lemma)].flatMap((family) => byFamily(family, lemma)),
      ...BY_VERB.flatMap(([verbs, families]) => (verbs.test(lemma) ? families : [])),
    ]),
  );
}

const ACTIVE = [
  'going',
  'taking',
  'placing',
  'giving',
  'opening',
  'throwing',
  'destroying',
  'fighting',
  'working',
  'switching',
  'dealing',
];
const STEPS = ['taking', 'placing', 'posture', 'turning', 'examining', 'opening', 'switching', 'dressing'];

/** Whoever set out to do something is shown on the way; whoever only looked, listened, asked or waited has not moved a hand. */
export function stepsOnTheWay(
  lemmas: ReadonlySet<string>,
  familiesOf: (lemma: string) => ReadonlySet<string>,
): readonly string[] {
  const isActive = [...lemmas].some(
    (lemma) => !LOOKS.test(lemma) && ACTIVE.some((family) => familiesOf(lemma).has(family)),
  );
  return isActive ? STEPS : [];
}

function byFamily(family: string, lemma: string): readonly string[] {
  return family === 'working' && LOOKS.test(lemma) ? [] : (IMPLIES[family] ?? []);
}
