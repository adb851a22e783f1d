import { expect, it } from 'vitest';
import { trackSheets } from '#engine/prompt/track-sheets.ts';

it('starts with everybody present at a boundary, adds arrivals and keeps those who leave', () => {
  const made = trackSheets([{ id: 'old', since: 1 }], ['ada', 'tom'], { exchange: 4, boundary: 4 });
  expect(made).toEqual([
    { id: 'ada', since: 4 },
    { id: 'tom', since: 4 },
  ]);
  const later = trackSheets(made, ['zoe', 'ada'], { exchange: 6, boundary: 4 });
  expect(later).toEqual([...made, { id: 'zoe', since: 6 }]);
  expect(trackSheets(later, ['tom'], { exchange: 7, boundary: 4 })).toEqual(later);
});
