import { expect, it } from 'vitest';
import { parseTurnMode } from '#engine/turn/turn-mode.ts';

it.each([
  ['I open the door.', null, 'STORY'],
  ['I think the guard is lying.', null, 'STORY'],
  ['"I plan to leave," I tell her. I open the door.', null, 'STORY'],
  ['GOD MODE: heal everybody', null, 'GOD'],
  ['god mode: heal everybody', 'GOD', 'GOD'],
  ['GOD_MODE_SET:\nworld_data.world_time.hour = 3', null, 'GOD'],
  ['GOD_MODE_SET:\nworld_data.world_time.hour = 3', 'STORY', 'STORY'],
  ['I write "GOD_MODE_SET:" on the wall.', null, 'STORY'],
  ['Thinking hard, I open the door.', null, 'STORY'],
  ['How many hit points do I have?', 'DM', 'DM'],
  ['DM: how many hit points do I have?', null, 'DM'],
  ['OOC can we stop at ten?', null, 'DM'],
  ['dm: where are we', null, 'DM'],
  ['DMs are hard to find, I say.', null, 'STORY'],
  ['THINK where would she hide?', null, 'THINK'],
  ['I open the door.', 'THINK', 'THINK'],
  ['think about it', 'STORY', 'STORY'],
] as const)('reads %j asked as %s as %s', (text, asked, mode) => {
  expect(parseTurnMode(text, asked).mode).toBe(mode);
});

it('takes the prefix off', () => {
  expect(parseTurnMode('DM: what time is it?', null).text).toBe('what time is it?');
  expect(parseTurnMode('DM: what time is it?', 'DM').text).toBe('what time is it?');
  expect(parseTurnMode('DM: what time is it?', 'STORY').text).toBe('DM: what time is it?');
  expect(parseTurnMode('GOD MODE: set the time back', null).text).toBe('set the time back');
});
