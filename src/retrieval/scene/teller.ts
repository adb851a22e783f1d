import { type Named, namedIn } from '../named-in.ts';
import { folded } from '../ranking/stem.ts';
import { addresseesIn } from './addressed.ts';
import { stems } from './stems.ts';
import type { Trigger } from './trigger.ts';

/** Who can answer, and what is out of reach. */
export type Around = {
  /** Everybody here who can speak, the one who acts excepted. */
  readonly present: readonly Named[];
  /** People and places that are not here. */
  readonly elsewhere: readonly Named[];
};

/** Who tells it; null when no name is known of whoever does. */
export type Told = { readonly saidBy: string | null };

/** Who would tell what a trigger asks for. Nobody: it is not to be heard here. Unnamed: people of the place whom no record names. */
type Knowing = { readonly kind: 'nobody' } | { readonly kind: 'unnamed' } | Knowers;
type Knowers = { readonly kind: 'these'; readonly ids: readonly string[] };

const NOBODY: Knowing = { kind: 'nobody' };
const UNNAMED: Knowing = { kind: 'unnamed' };

/**
 * Who tells what an action asks for: the one the trigger names, the one who bears the office it names, or else the one it is about. Where
 * the action says whom it asks, it must be one of these. Null when nobody here does; `saidBy` is null when it is people without a name.
 */
export function tellerOf(trigger: Trigger, action: string, subjectId: string, around: Around): Told | null {
  const knowing = knowersOf(trigger, action, subjectId, around);
  const spokenTo = addresseesIn(action);
  if (knowing.kind === 'nobody') return null;
  if (knowing.kind === 'unnamed') return isToOffice(trigger, spokenTo) ? { saidBy: null } : null;
  const asked = spokenTo.flatMap((whom) => meantBy(whom, around));
  const isMeant = spokenTo.length === 0 || (asked.length === 0 && isToOffice(trigger, spokenTo));
  const saidBy = isMeant ? knowing.ids[0] : asked.find((id) => knowing.ids.includes(id));
  return saidBy === undefined ? null : { saidBy };
}

function knowersOf(trigger: Trigger, action: string, subjectId: string, around: Around): Knowing {
  const { addressee, office } = trigger;
  const { present } = around;
  if (present.length === 0) return NOBODY;
  const isOfOneHere = present.some(({ id }) => id === subjectId);
  const isOutOfReach = around.elsewhere.some(({ id }) => id === subjectId);
  if (addressee !== '') {
    const meant = closest(addressee, around);
    if (meant.length > 0) return those(meant, subjectId, present);
    // A name no record has: somebody here under another name, or people who are many.
    if (isOfOneHere) return { kind: 'these', ids: [subjectId] };
    return isOutOfReach || !says(action, addressee) ? NOBODY : UNNAMED;
  }
  if (office !== '') return ofOffice(office, action, subjectId, around);
  if (isOutOfReach) return NOBODY;
  return { kind: 'these', ids: isOfOneHere ? [subjectId] : present.map(({ id }) => id) };
}

/** `the pastor` is meant by the word itself, or by the name of whoever is the pastor. */
function ofOffice(office: string, action: string, subjectId: string, around: Around): Knowing {
  const { present, elsewhere } = around;
  const bearers = namedIn(headOf(office), present);
  if (bearers.length > 0) {
    const isMeant =
      says(action, headOf(office)) || bearers.some((id) => namedIn(action, present).includes(id));
    return isMeant ? those(bearers, subjectId, present) : NOBODY;
  }
  const isOutOfReach = elsewhere.some(({ id }) => id === subjectId);
  if (!says(action, headOf(office)) || isOutOfReach) return NOBODY;
  // `the old man`, with nobody else about, is the one it is about.
  const isAlone = present.length === 1 && present[0]?.id === subjectId;
  return isAlone ? { kind: 'these', ids: [subjectId] } : UNNAMED;
}

/** Of several who could be meant the one it is about comes first; none of them here is nobody. */
function those(meant: readonly string[], subjectId: string, present: readonly Named[]): Knowing {
  const ids = meant.filter((id) => present.some((one) => one.id === id));
  if (ids.length === 0) return NOBODY;
  return { kind: 'these', ids: ids.includes(subjectId) ? [subjectId] : ids };
}

/** `the frontier trackers` are trackers; `the tenant of room nine` is a tenant. */
function headOf(office: string): string {
  const [whole = ''] = office.split(/\s(?:of|from|at|in)\s/);
  return whole.trim().split(/\s+/).at(-1) ?? office;
}

function says(action: string, word: string): boolean {
  const said = stems(action);
  return stems(word).some((one) => said.includes(one));
}

function isToOffice({ office, addressee }: Trigger, spokenTo: readonly string[]): boolean {
  return (
    spokenTo.length === 0 || spokenTo.some((whom) => says(whom, office === '' ? addressee : headOf(office)))
  );
}

/**
 * Those whom a name or title fits best: `Queen Leonor` is Leonor and not another queen, `Ansel Jin` (is alive, he is told) is Ansel.
 * Whoever is here counts like whoever is not.
 */
function closest(whom: string, { present, elsewhere }: Around): readonly string[] {
  const words = stems(whom);
  const rated = [...present, ...elsewhere].map(({ id, name }) => {
    const borne = stems(name);
    const shared = words.filter((word) => borne.includes(word));
    return { id, worth: shared.length, first: words.findIndex((word) => borne.includes(word)) };
  });
  const most = Math.max(1, ...rated.map(({ worth }) => worth));
  const best = rated.filter(({ worth }) => worth === most);
  const first = Math.min(...best.map((one) => one.first));
  return best.filter((one) => one.first === first).map(({ id }) => id);
}

/** Whoever a player's word for somebody means; a name that is only nearly written, or cut short, means whoever here is called so. */
function meantBy(whom: string, around: Around): readonly string[] {
  const exactly = closest(whom, around);
  const bare = folded(whom);
  if (exactly.length > 0 || /\s/.test(bare) || bare.length < SHORTEST_SLIP) return exactly;
  const begins = bare.slice(0, SHORTEST_SLIP - 1);
  return around.present
    .filter(({ name }) => stems(name).some((word) => word.startsWith(begins)))
    .map(({ id }) => id);
}

const SHORTEST_SLIP = 4;
