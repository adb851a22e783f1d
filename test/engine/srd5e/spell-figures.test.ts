import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Srd5eSpell } from '#engine/srd5e/spells.ts';
import { readPack, readPublished } from '../../support/srd-figures.ts';

/** A printed figure: `1 action`, `Up to 1 minute`, `90 feet`. */
const PrintedSpell = z.strictObject({
  id: z.string(),
  level: z.int(),
  school: z.string(),
  classes: z.array(z.string()),
  casting: z.string(),
  duration: z.string(),
  concentration: z.boolean(),
  ritual: z.boolean(),
  components: z.array(z.string()),
  range: z.string(),
  save: z.string().optional(),
  on_success: z.string().optional(),
  attack: z.string().optional(),
  damage_type: z.string().optional(),
  area: z.strictObject({ shape: z.string(), feet: z.int() }).optional(),
  consumes: z.int().optional(),
});
type PrintedSpell = z.infer<typeof PrintedSpell>;

const Figure = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Figure = z.infer<typeof Figure>;
const Quirk = z.strictObject({
  spell: z.string(),
  figure: z.string(),
  pack: Figure,
  published: Figure,
  reason: z.string().min(20),
});

const MINUTES = { minute: 1, hour: 60, day: 1440 } as const;

function readMinutes(printed: string): number | null {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(printed) ?? [];
  return unit === undefined ? null : Number(count) * MINUTES[unit as keyof typeof MINUTES];
}

function readCasting(printed: string): Figure {
  return readMinutes(printed) ?? printed.replace('1 ', '').replace(' ', '_');
}

/** Returns seconds, or the word that stands for a length. */
function readDuration(printed: string): Figure {
  const length = printed.replace('Up to ', '');
  if (length === '1 round') return 6;
  const minutes = readMinutes(length);
  return minutes === null ? length.toLowerCase().replace(' ', '_') : minutes * 60;
}

function readRange(printed: string): Figure {
  const [, count = '', unit] = /^([\d,]+) (feet|mile)s?$/.exec(printed) ?? [];
  if (unit === undefined) return printed.toLowerCase();
  return Number(count.replace(',', '')) * (unit === 'mile' ? 5280 : 1);
}

function writeDuration({ lasts }: Srd5eSpell): Figure {
  if (lasts === undefined) return 'instantaneous';
  if (typeof lasts === 'string') return lasts;
  return 'rounds' in lasts ? lasts.rounds * 6 : lasts.minutes * 60;
}

const writeArea = (area: { shape: string; feet: number } | undefined): Figure =>
  area === undefined ? null : `${area.feet}-foot ${area.shape}`;

/** Compares the figures either side has. */
function compareFigures(spell: Srd5eSpell, printed: PrintedSpell) {
  const { casting, save, attack, damage, area, consumes } = spell;
  const rows: readonly (readonly [figure: string, pack: Figure, published: Figure])[] = [
    ['level', spell.level, printed.level],
    ['school', spell.school, printed.school],
    ['classes', spell.classes.toSorted().join(), printed.classes.join()],
    ['casting', typeof casting === 'string' ? casting : casting.minutes, readCasting(printed.casting)],
    ['duration', writeDuration(spell), readDuration(printed.duration)],
    ['concentration', spell.concentration, printed.concentration],
    ['ritual', spell.ritual, printed.ritual],
    ['components', spell.components.join(), printed.components.join()],
    ['range', spell.range, readRange(printed.range)],
    ['save', save?.ability ?? null, printed.save ?? null],
    ['on_success', save?.on_success ?? null, printed.on_success ?? null],
    ['attack', attack ?? null, printed.attack ?? null],
    // Spells of several sorts of damage are printed without one.
    [
      'damage_type',
      printed.damage_type === undefined ? null : (damage[0]?.type ?? null),
      printed.damage_type ?? null,
    ],
    ['area', writeArea(area), writeArea(printed.area)],
    ['consumes', consumes ?? null, printed.consumes ?? null],
  ];
  return rows
    .filter(([, pack, published]) => pack !== null || published !== null)
    .map(([figure, pack, published]) => ({ spell: printed.id, figure, pack, published }));
}

describe('the 319 spells', () => {
  const spells = readPack('spells', Srd5eSpell);
  const printed = readPublished('spell-figures', PrintedSpell);
  const quirks = readPublished('spell-quirks', Quirk);
  const rows = printed.flatMap((one) => {
    const spell = spells.get(one.id);
    return spell === undefined ? [] : compareFigures(spell, one);
  });

  it('have the printed figures, beside the quirks', () => {
    const isQuirk = (row: (typeof rows)[number]) =>
      quirks.some(({ spell, figure }) => spell === row.spell && figure === row.figure);
    const beside = rows.filter((row) => !isQuirk(row));
    const agreeing = beside.filter(({ pack, published }) => pack === published);

    expect([...spells.keys()].toSorted()).toEqual(printed.map(({ id }) => id).toSorted());
    expect(rows.length).toBeGreaterThan(3_000);
    expect(beside.filter(({ pack, published }) => pack !== published)).toEqual([]);
    expect(agreeing.length / beside.length).toBeGreaterThanOrEqual(0.995);
    // Even with the quirks, 99 of 100 figures agree.
    expect(agreeing.length / rows.length).toBeGreaterThan(0.99);
  });

  it('disagree exactly where a quirk is listed', () => {
    const disagreeing = rows.filter(({ pack, published }) => pack !== published);

    expect(disagreeing).toEqual(quirks.map(({ reason: _reason, ...row }) => row));
  });
});
