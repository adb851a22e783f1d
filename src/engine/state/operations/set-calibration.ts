import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { defined } from '../parts/defined.ts';
import { Calibration } from '../records/story.ts';

/** Changes what the table agreed on: tone, boundaries, difficulty, pacing. */
export const setCalibration = defineOperation({
  name: 'set_calibration',
  summary: 'Changes tone, boundaries, difficulty, pacing or notes of the campaign.',
  askers: ['engine', 'gm', 'god'],
  input: Calibration.partial(),

  apply(snapshot, changes) {
    const given = defined(changes);
    if (Object.keys(given).length === 0)
      return reject('nothing-to-do', 'Say what changes: tone, boundaries, difficulty or pacing.');
    return { ...snapshot, calibration: { ...snapshot.calibration, ...given } };
  },
});
