import { listKeyedChunks } from '#engine/content/content-chunks.ts';
import type { FigureLookups } from '#engine/content/figures.ts';
import type { Library } from '#engine/content/library.ts';
import { buildEntrySegments, type CallTemplate, listCallTemplates } from '#engine/content/prompt-segments.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { getCalendar } from '#engine/content/world-calendar.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { ENGLISH_ONLY, type Languages } from '#engine/language/languages.ts';
import type { Segment } from '#engine/prompt/segment.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { compileKeyedLore, type KeyedLore } from '#retrieval/keyed-lore.ts';

/** Contents of a campaign's packs, gathered once for all its turns. */
export type Playbook = {
  /** Packs whose lore may be searched. */
  readonly packIds: readonly string[];
  readonly calendar: Calendar;
  readonly mechanics: Mechanics;
  readonly rules: StateRules;
  /** Creatures and spells of the campaign's packs. */
  readonly figures: FigureLookups;
  /** Stat block of people without one of their own; null when the ruleset has none. */
  readonly defaultStatBlock: object | null;
  /** Authors' text for the narrator. */
  readonly segments: readonly Segment[];
  /** Authors' text for single call types. */
  readonly templates: readonly CallTemplate[];
  readonly opening: NonNullable<NarrateInput['opening']>;
  /** Prologues of the other openings, by name. */
  readonly otherPrologues: ReadonlyMap<string, string>;
  /** Lore that is wanted by words. */
  readonly keyedLore: KeyedLore;
  /** Authors' text on how to play each character, by pack id. */
  readonly portrayals: ReadonlyMap<string, string>;
  /** The author's id of the place where the story begins. */
  readonly openingPlace: string;
  /** The ruleset that owns the dice, in full and in short. */
  readonly rulebook: { readonly text: string; readonly summary: string };
  /** Knowledge about the entry point that only a game master has. */
  readonly secrets: readonly string[];
  readonly eventTypes: readonly string[];
  /** BCP 47 tag of the language the pack is written in. */
  readonly language: string;
  /** The languages in which the engine has sentences of its own. */
  readonly languages: Languages;
};

/** The packs a campaign needs are not installed any more. */
export class MissingContentError extends Error {
  override readonly name = 'MissingContentError';
}

/** Gathers the playbook of a campaign, once for each entry point. */
export function createPlaybookReader(
  library: Library,
  languages: Languages = ENGLISH_ONLY,
): (campaign: CampaignRecord) => Playbook {
  const gathered = new Map<string, Playbook>();
  return ({ entryPointId, packs }) => {
    const known = gathered.get(entryPointId);
    if (known !== undefined) return known;
    const playbook = { ...gather(library.narrowedTo(packs.map(({ id }) => id)), entryPointId), languages };
    gathered.set(entryPointId, playbook);
    return playbook;
  };
}

function gather(library: Library, entryPointId: string): Omit<Playbook, 'languages'> {
  const entryPoint = needed(library.find('entry_point', entryPointId), entryPointId);
  const { world: worldId, rulesets, stakes, goals, prologue = null, entry_start: text } = entryPoint.data;
  const world = needed(library.find('world', worldId), worldId);
  const [first] = rulesets.map((id) => needed(library.find('ruleset', id), id));
  if (first === undefined) throw new MissingContentError(`${entryPointId} names no ruleset`);
  const rules = compileRules(first);
  if (isRejection(rules)) throw new Error(`the schemas of ${first.id} cannot be used: ${rules.reason}`);
  return {
    packIds: library.packs.map(({ id }) => id),
    calendar: getCalendar(world),
    mechanics: rules.mechanics,
    rules,
    figures: library,
    defaultStatBlock: first.data.default_stat_block ?? null,
    segments: promptSegments(library, entryPointId),
    templates: listCallTemplates(library, entryPointId),
    opening: { text, prologue, stakes, goals: [...goals] },
    otherPrologues: new Map(entryPoint.data.openings.map((one) => [one.name, one.prologue])),
    keyedLore: compileKeyedLore(listKeyedChunks(library)),
    portrayals: new Map(
      library
        .all('character')
        .flatMap(({ id, data }) => (data.prompt === undefined ? [] : [[id, data.prompt]])),
    ),
    openingPlace: entryPoint.data.opening.location,
    rulebook: { text: first.data.rulebook ?? '', summary: first.data.rulebook_summary },
    secrets: entryPoint.data.secrets,
    language: library.packs.find(({ id }) => entryPointId.startsWith(`${id}:`))?.manifest.language ?? 'en',
    eventTypes: library.packs.flatMap(({ manifest }) => manifest.event_types.map(({ id }) => id)),
  };
}

/** Returns how the story opens, with the prologue the players chose. */
export function readOpening(
  { opening, otherPrologues }: Pick<Playbook, 'opening' | 'otherPrologues'>,
  { opening: chosen }: Pick<Snapshot, 'opening'>,
): Playbook['opening'] {
  const other = chosen === undefined ? undefined : otherPrologues.get(chosen);
  return other === undefined ? opening : { ...opening, prologue: other };
}

/** Returns the prologue while the scene is at the place where the story begins: the players have read of things there. */
export function readPrologueHere(
  playbook: Pick<Playbook, 'opening' | 'otherPrologues' | 'openingPlace'>,
  snapshot: Pick<Snapshot, 'entities' | 'scene' | 'opening'>,
): string {
  const { openingPlace } = playbook;
  const {
    entities,
    scene: { placeId },
  } = snapshot;
  const packId = placeId === null ? undefined : entities[placeId]?.packEntityId;
  const isHere = packId === openingPlace || packId?.endsWith(`:${openingPlace}`) === true;
  return isHere ? (readOpening(playbook, snapshot).prologue ?? '') : '';
}

/** Lists the authors' text about all characters the campaign may meet. Absent characters are left out turn by turn. */
function promptSegments(library: Library, entryPointId: string): readonly Segment[] {
  return buildEntrySegments(library, entryPointId)
    .filter(({ active }) => active)
    .flatMap(({ id, scope, refId, version, text, essentials, tier }) => {
      // The core is written in prompt files, never in packs.
      if (scope === 'core') return [];
      return [{ id, scope, refId, version, text, essentials, ...(tier === undefined ? {} : { tier }) }];
    });
}

function needed<Found>(content: Found | null, id: string): Found {
  if (content === null) throw new MissingContentError(`${id} is not in the packs of this campaign`);
  return content;
}
