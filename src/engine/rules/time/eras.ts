import { type Rejection, reject } from '#engine/util/rejection.ts';
import { toPlainName, writeNameAdvice } from '../names/nearest-name.ts';
import type { CalendarShape } from './calendar-shape.ts';

export type Eras = CalendarShape['eras'];
type Era = Eras[number];

/** Converts a year of the unbroken count to the year of its era. */
export function toEraYear(eras: Eras, year: number): { readonly year: number; readonly era: string } {
  const index = Math.max(
    eras.findLastIndex(({ from_year }) => from_year !== undefined && from_year <= year),
    0,
  );
  const era = eraAt(eras, index);
  if (era.from_year !== undefined) return { year: year - era.from_year + 1, era: era.name };
  return { year: era.counts === 'down' ? endOf(eras, index) - year : year, era: era.name };
}

/** Converts a year of an era to the unbroken count; without an era, a year of the latest one. */
export function toCountedYear(eras: Eras, year: number, name: string | null | undefined): number | Rejection {
  const index = name == null ? eras.length - 1 : findEra(eras, name);
  if (index === -1) {
    const names = eras.map((era) => era.name);
    return reject('unknown-era', `no era is called ${name}; ${writeNameAdvice(name ?? '', names)}`, ['era']);
  }
  const era = eraAt(eras, index);
  const signed = era.from_year === undefined && era.counts === 'up';
  if (!signed && year < 1) return reject('year-out-of-range', belowOne(eras, index, year), ['year']);
  const end = endOf(eras, index);
  if (era.counts === 'down') return end - year;
  const counted = signed ? year : (era.from_year ?? 0) + year - 1;
  if (counted < end) return counted;
  const last = signed ? end - 1 : end - (era.from_year ?? 0);
  return reject('year-out-of-range', `${era.name} ended with its year ${last}, before ${year}`, ['year']);
}

function belowOne(eras: Eras, index: number, year: number): string {
  const { name } = eraAt(eras, index);
  const before = eras[index - 1];
  const start = `years ${name} start at 1, so there is no year ${year} ${name}`;
  return before?.counts === 'down' ? `${start}; 1 ${before.name} comes right before 1 ${name}` : start;
}

function findEra(eras: Eras, name: string): number {
  const exact = eras.findIndex((era) => era.name === name);
  if (exact !== -1) return exact;
  const wanted = toPlainName(name);
  return eras.findIndex((era) => [era.name, ...era.also].some((each) => toPlainName(each) === wanted));
}

function endOf(eras: Eras, index: number): number {
  return eras[index + 1]?.from_year ?? Number.POSITIVE_INFINITY;
}

function eraAt(eras: Eras, index: number): Era {
  const era = eras[index];
  if (era === undefined) throw new Error(`a calendar has no era number ${index}`);
  return era;
}
