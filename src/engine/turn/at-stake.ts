import type { Moment, Reflected, Resolved } from './draft.ts';

/** What may have brought something about beside the player's words: what the rules made of them, and what others did. */
export type Happened = Moment &
  Pick<Resolved, 'standing' | 'rolled' | 'rolls' | 'effects'> & {
    readonly resolved: Pick<NonNullable<Resolved['resolved']>, 'degree'> | null;
    readonly reflections?: Reflected['reflections'];
    /** What is proposed to go into the chronicle. */
    readonly events?: readonly {
      readonly type: string;
      readonly summary: string;
      readonly characters: readonly string[];
    }[];
    readonly operations?: readonly object[];
    /** What the place is called that somebody is to be taken to. */
    readonly destination?: string;
  };

const CARRIED =
  /\b(?:taken|carr(?:y|ies|ied)|drag\w*|haul\w*|arrest\w*|abduct\w*|captur\w*|kidnap\w*|seiz\w*|sweeps?|swept|wash\w*|thrown?|throws|brings?|brought|leads?|led|pull\w*|push\w*|escort\w*|march\w*|driv\w*|expel\w*|evict\w*|evacuat\w*|falls?|fell|collaps\w*|forc\w*|transport\w*|deliver\w*|arriv\w*|reach\w*|storms?|flood\w*|explo\w*|fires?|burn\w*|journey\w*|travel\w*|voyage|crossing|summon\w*|spell|portal)\b/i;
const LOST =
  /\b(?:rob\w*|st(?:eal|ole)\w*|theft|thie\w+|taken|takes|confiscat\w*|seiz\w*|los[est]\w*|pick(?:s|ed)? .*pocket\w*|pays?|paid|toll|tax\w*|fine[sd]?|search\w*|burn\w*|br(?:eak|oke)\w*|arrest\w*|captur\w*)\b/i;

/** Whether the rules have spoken: dice, a row, an outcome, or something that went off by itself. */
export function haveRulesSpoken({ resolved, rolled, rolls, effects }: Happened): boolean {
  const wentOff = effects.some(({ type }) => WENT_OFF.has(type));
  return resolved !== null || rolled !== null || rolls.length > 0 || wentOff;
}

const WENT_OFF: ReadonlySet<string> = new Set(['trigger-fired', 'clock-filled', 'consequence-bound']);

/** Whether the acting persona can be handled like a thing: bound, out cold, or made so by what is proposed. */
export function isHelpless({ standing, persona, operations = [] }: Happened): boolean {
  const now = standing.entities[persona.id];
  if (now?.kind === 'character' && (now.captive || now.status !== 'conscious')) return true;
  return operations.some((operation) => {
    const { op, entityId, characterId, path, value, status } = operation as Record<string, unknown>;
    if (op === 'update_entity') return entityId === persona.id && path === 'captive' && value === true;
    return op === 'set_life' && characterId === persona.id && status === 'unconscious';
  });
}

/** Whether somebody or something takes the acting persona along, by the chronicle or by what is done before its eyes. */
export function isCarriedOff(happened: Happened): boolean {
  const { persona, recent, lastTold, reflections = [] } = happened;
  const underWay = recent.some(
    ({ characterIds, status, type, summary, scene }) =>
      characterIds.includes(persona.id) &&
      (status === 'ongoing' || scene.index >= lastTold) &&
      CARRIED.test(`${worded(type)} ${summary}`),
  );
  const name = persona.name.split(' ')[0] ?? persona.name;
  const byOthers = reflections.some(
    ({ action }) => CARRIED.test(action) && (/\byou\b/i.test(action) || action.includes(name)),
  );
  return underWay || byOthers || isTold(happened, CARRIED);
}

/** Whether it is told for the chronicle how the acting persona loses something. */
export function isRobbed(happened: Happened): boolean {
  return isTold(happened, LOST);
}

function isTold({ events = [], persona }: Happened, what: RegExp): boolean {
  return events.some(
    ({ type, summary, characters }) =>
      characters.includes(persona.id) && what.test(`${worded(type)} ${summary}`),
  );
}

function worded(type: string): string {
  return type.replaceAll('_', ' ');
}
