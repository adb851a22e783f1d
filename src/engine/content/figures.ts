import { type Srd5eCreature, toCreatureBlock } from '#engine/srd5e/creatures.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { createLazy } from '#engine/util/memoize.ts';
import type { Content } from './library/content.ts';

/** A spell of a spellbook. */
export type LibrarySpell = {
  /** `srd_5e:fire_bolt` */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly figures: Srd5eSpell;
};

/** A creature of a bestiary. */
export type LibraryCreature = {
  /** `srd_5e:goblin` */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly figures: Srd5eCreature;
  /** Stat block of an unhurt one. */
  readonly block: Srd5eStatBlock;
};

/** Creatures and spells of the packs, for stat blocks and for the rules of a turn. */
export type Figures = {
  readonly spells: readonly LibrarySpell[];
  readonly creatures: readonly LibraryCreature[];
  /** Finds a spell by `pack:id`, by id or by name, in any case: `srd_5e:fire_bolt`, `fire_bolt`, `Fire Bolt`. */
  readonly findSpell: (reference: string) => LibrarySpell | null;
  /** Finds a creature, as `findSpell` does. */
  readonly findCreature: (reference: string) => LibraryCreature | null;
};

/** Lookups of a library. The figures are collected when first asked for. */
export type FigureLookups = Pick<Figures, 'findCreature' | 'findSpell'> & {
  readonly figures: () => Figures;
};

type FigureFiles = {
  readonly bestiaries: () => readonly Content<'bestiary'>[];
  readonly spellbooks: () => readonly Content<'spellbook'>[];
};

export function createFigureLookups({ bestiaries, spellbooks }: FigureFiles): FigureLookups {
  const figures = createLazy(() => collectFigures(bestiaries(), spellbooks()));
  return {
    figures,
    findCreature: (reference) => figures().findCreature(reference),
    findSpell: (reference) => figures().findSpell(reference),
  };
}

/** Collects the figures of files in the order of their packs. Where two share an id or a name, the later pack counts. */
function collectFigures(
  bestiaries: readonly Content<'bestiary'>[],
  spellbooks: readonly Content<'spellbook'>[],
): Figures {
  const spells = spellbooks.flatMap(({ packId, data }) =>
    data.spells.map(({ id, name, description, ...figures }): LibrarySpell => {
      // Frozen data is the same data; the rules only read it.
      return { id: `${packId}:${id}`, name, description, figures: figures as unknown as Srd5eSpell };
    }),
  );
  const findSpell = indexByName(spells);
  const creatures = bestiaries.flatMap(({ packId, data }) =>
    data.creatures.map(({ id, name, description, spells: cast, ...frozen }): LibraryCreature => {
      const figures = frozen as unknown as Srd5eCreature;
      const build = createLazy(() =>
        toCreatureBlock(
          figures,
          cast.map((spell) => findSpell(spell)?.name ?? spell),
        ),
      );
      return {
        id: `${packId}:${id}`,
        name,
        description,
        figures,
        get block() {
          return build();
        },
      };
    }),
  );
  return { spells, creatures, findSpell, findCreature: indexByName(creatures) };
}

function indexByName<Named extends { readonly id: string; readonly name: string }>(
  all: readonly Named[],
): (reference: string) => Named | null {
  const index = new Map<string, Named>();
  for (const one of all) {
    for (const key of [one.id, one.id.slice(one.id.indexOf(':') + 1), one.name]) index.set(toKey(key), one);
  }
  return (reference) => index.get(toKey(reference)) ?? null;
}

/** Folds case and marks, so that `hunters_mark`, `Hunter's Mark` and `hunter’s mark` are one key. */
function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^\p{L}\p{N}:]+/gu, ' ')
    .trim();
}
