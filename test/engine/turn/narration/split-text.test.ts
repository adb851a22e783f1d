import { expect, it } from 'vitest';
import { countToldPassages } from '#engine/turn/narration/split-text.ts';

const LAMP = 'The lamp on the mole turns once a minute, and its keeper counts herring boats aloud.';
const GUILD = 'The Ropewalk Guild owns the weigh-house, lends in spring and weighs in autumn.';

it.each([
  ['one passage that the prose tells of', 'Its keeper counts the boats as the lamp swings round.', 1],
  ['both', 'The keeper counts boats under the lamp. The Guild lends, they say, and owns the ropewalk.', 2],
  ['none for words that every text has', 'You wait on the mole, and it is cold there.', 0],
])('counts %s', (_case, prose, told) => {
  expect(countToldPassages([LAMP, GUILD], prose)).toBe(told);
});
