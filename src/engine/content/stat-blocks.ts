import { findMeterStart } from '#engine/rules/attempt-consequences.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { FigureLookups } from './figures.ts';
import type { CastMemberData } from './format/entry-point-file.ts';
import type { Content, Frozen } from './library/content.ts';

type Block = { readonly [key: string]: Json };
type Cast = Pick<Frozen<CastMemberData>, 'creature' | 'spells' | 'stat_block'>;

/**
 * Composes a character's stat block for a ruleset, as authors wrote it: the creature it names, its own keys, the keys of the
 * entry point. A creature named by the entry point replaces the character's own block. Null when no author wrote one.
 */
export function composeStatBlock(
  { data }: Content<'character'>,
  ruleset: Content<'ruleset'>,
  library: Pick<FigureLookups, 'findCreature' | 'findSpell'>,
  cast?: Cast,
): Block | null {
  const isSrd = ruleset.data.stat_block_schema === 'srd5e';
  const findBlock = (reference: string | undefined) =>
    isSrd && reference !== undefined ? library.findCreature(reference)?.block : undefined;
  const written = data.stat_blocks[ruleset.id];
  const own = findBlock(cast?.creature) ?? joinKeys(findBlock(data.creature), written);
  const base = joinKeys(own ?? ruleset.data.default_stat_block, cast?.stat_block);
  // Blocks come from JSON or from parsed figures, which are JSON as well.
  const block = base as Block | undefined;
  const spells = isSrd ? [...data.spells, ...(cast?.spells ?? [])] : [];
  if (block === undefined || spells.length === 0) return block ?? null;
  const names = spells.map((spell) => library.findSpell(spell)?.name ?? spell);
  const known = Array.isArray(block.spells_known) ? (block.spells_known as readonly Json[]) : [];
  return { ...block, spells_known: [...new Set([...known, ...names])] };
}

function joinKeys(below: object | undefined, above: object | undefined): object | undefined {
  return below === undefined && above === undefined ? undefined : { ...below, ...above };
}

/** Lists the meters of a ruleset where they begin. */
export function listMeterStarts({ data }: Content<'ruleset'>): Block {
  const starts = Object.entries(data.mechanics.meters).map(([id, meter]) => [id, findMeterStart(meter)]);
  return Object.fromEntries(starts);
}

/**
 * Builds the stat block a campaign begins with: as composed, with every default filled in. Meters it does not state begin where
 * the ruleset says.
 */
export function buildStatBlock(
  character: Content<'character'>,
  cast: Cast | undefined,
  ruleset: Content<'ruleset'>,
  library: Pick<FigureLookups, 'findCreature' | 'findSpell'>,
): Block {
  const composed = composeStatBlock(character, ruleset, library, cast);
  if (composed === null) return {};
  const written = { ...listMeterStarts(ruleset), ...composed };
  if (ruleset.data.stat_block_schema !== 'srd5e') return written;
  // Defaults are filled in once, here, so that play finds every number in its place; the result is plain JSON. The checker has
  // spoken of blocks that do not fit.
  return (Srd5eStatBlock.safeParse(written).data ?? written) as Block;
}
