import { expect, it } from 'vitest';
import { checkNarration, checkWhileTold } from '#engine/turn/check-narration.ts';
import { quietRoom } from './quiet-room.ts';

it.each([
  ['agency', 'You *decide* to leave.'],
  ['agency', '**You** decide to leave.'],
  ['agency', 'You **draw your blade** and charge.'],
  ['agency', '**Ada** nods.'],
  ['agency', 'Ada *nods*.'],
  ['dice', 'You rolled a **17**.'],
])('finds %s behind marks for italics and bold: %s', (check, prose) => {
  expect(checkNarration(prose, quietRoom()).map((verdict) => verdict.check)).toContain(check);
  expect(checkWhileTold(prose, quietRoom()).map((verdict) => verdict.check)).toContain(check);
});

it('finds nothing in a word that is only stressed', () => {
  const prose = 'The lamp *hums*. **Nobody** answers, and the door is _still_ shut.';
  expect(checkNarration(prose, quietRoom()).filter(({ severity }) => severity === 'grave')).toEqual([]);
});
