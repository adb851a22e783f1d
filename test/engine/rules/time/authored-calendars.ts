import type { Calendar } from '#engine/rules/calendar.ts';
import { createCalendar } from '#engine/rules/time/assemble-calendar.ts';
import { CalendarData } from '#engine/rules/time/calendar-data.ts';

/** Twelve months of 30 days; Yule opens and closes the year, and midyear's days stand outside the week. */
export function shireData() {
  const months = ['Afteryule', 'Solmath', 'Rethe', 'Astron', 'Thrimidge', 'Forelithe'];
  const later = ['Afterlithe', 'Wedmath', 'Halimath', 'Winterfilth', 'Blotmath', 'Foreyule'];
  return {
    name: 'Shire',
    months: [...months, ...later].map((name) => ({ name, days: 30 })),
    festivals: [
      { name: 'Second Yule' },
      { name: 'Lithe Eve', after: 'Forelithe' },
      { name: "Midyear's Day", after: 'Forelithe' },
      { name: 'Overlithe', after: 'Forelithe', leap_years_only: true },
      { name: 'Lithe Morrow', after: 'Forelithe' },
      { name: 'First Yule', after: 'Foreyule' },
    ],
    leap_years: { every: 4, except_every: 100 },
    week: { days: ['Sterday', 'Sunday', 'Monday', 'Trewsday'], runs: 'skipping_festivals' },
    eras: [
      { name: 'Before', counts: 'down' },
      { name: 'SR', from_year: 1 },
    ],
  };
}

/** Three uneven months, five nights of vigil at the end, a 30-year leap pattern, three ages and no week. */
export function vigilData() {
  return {
    name: 'Vigil',
    months: [
      { name: 'Seed', days: 101 },
      { name: 'Sun', days: 88, leap_days: 2 },
      { name: 'Snow', days: 120 },
    ],
    festivals: [{ name: 'Long Night', after: 'Snow', days: 5 }],
    leap_years: { cycle: 30, leap: [2, 5, 7, 10, 13, 16, 18, 21, 24, 26, 29] },
    eras: [
      { name: 'Age of Dust' },
      { name: 'Age of Glass', from_year: 100 },
      { name: 'Age of Rain', also: ['AR'], from_year: 400 },
    ],
    epoch: { year: 400, day: 12 },
  };
}

export const shire = (): Calendar => createCalendar(CalendarData.parse(shireData()));
export const vigil = (): Calendar => createCalendar(CalendarData.parse(vigilData()));
