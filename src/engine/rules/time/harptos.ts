import { CalendarData } from '../calendar-data.ts';

const MONTHS = [
  ['Hammer', 'Deepwinter'],
  ['Alturiak', 'The Claw of Winter'],
  ['Ches', 'The Claw of the Sunsets'],
  ['Tarsakh', 'The Claw of the Storms'],
  ['Mirtul', 'The Melting'],
  ['Kythorn', 'The Time of Flowers'],
  ['Flamerule', 'Summertide'],
  ['Eleasis', 'Highsun', 'Eleasias'],
  ['Eleint', 'The Fading'],
  ['Marpenoth', 'Leaffall'],
  ['Uktar', 'The Rotting'],
  ['Nightal', 'The Drawing Down'],
] as const;

const TENDAY = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];

/**
 * The calendar of Harptos: twelve months of three tendays, with festivals between them that belong to no
 * tenday, and Shieldmeet after Midsummer in years divisible by 4. Dalereckoning runs through 0 into negative
 * years, so that the divisible years stay every fourth one. Its day 0 is Hammer 1 of 1 DR.
 */
export const HARPTOS = CalendarData.parse({
  name: 'Harptos',
  months: MONTHS.map(([name, ...also]) => ({ name, also, days: 30 })),
  festivals: [
    { name: 'Midwinter', after: 'Hammer', also: ['Deadwinter Day'] },
    { name: 'Greengrass', after: 'Tarsakh' },
    { name: 'Midsummer', after: 'Flamerule', also: ['Midsummer Night'] },
    { name: 'Shieldmeet', after: 'Flamerule', leap_years_only: true },
    { name: 'Highharvestide', after: 'Eleint' },
    { name: 'Feast of the Moon', after: 'Uktar', also: ['Moonfest'] },
  ],
  leap_years: { every: 4 },
  week: { days: TENDAY.map((ordinal) => `${ordinal}-day`), runs: 'anew_each_month' },
  eras: [{ name: 'DR', also: ['Dalereckoning'] }],
});
