import { describe, expect, it } from 'vitest';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { quietRoom } from './quiet-room.ts';

const severitiesIn = (prose: string, written: string, more: Parameters<typeof quietRoom>[0] = {}) =>
  checkNarration(prose, quietRoom({ playerWords: [written], ...more }))
    .filter(({ check }) => check === 'agency')
    .map(({ severity }) => severity);

describe('holds against the narration, though it be the only one, of a player who asked,', () => {
  it.each([
    ['words put into their mouth', '“I was wrong,” you say.'],
    ['a decision', 'You decide to trust him.'],
    ['a feeling', 'You are furious.'],
    ['a promise', 'You promise to come back.'],
    ['a blow at somebody', 'You stab him.'],
    ['a weapon drawn', 'You draw your revolver.'],
    ['a thing given away', 'You give Bruno your lamp.'],
    ['a signature', 'You sign.'],
    ['a kiss', 'You kiss him.'],
    ['something burned', 'You burn the ledger.'],
    ['leaving', 'You walk out into the rain.'],
    ['a thought about oneself', 'You realise that you never loved him.'],
  ])('%s', (_what, prose) => {
    expect(severitiesIn(prose, 'I ask Bruno about the well.')).toContain('grave');
  });
});

it.each([
  ['one step of somebody who asks', 'I ask Bruno about the well.', 'You cross to the table.'],
  ['what comes to mind of somebody who acts', 'I open the chest.', 'You recall the smell.'],
  ['a pause', 'I offer him nine.', 'You wait.'],
  ['a blow that hits no person', 'I leap over the wall.', 'You hit the ground hard.'],
  ['ground given', 'I shadow her.', 'You give her half a street.'],
  ['coming closer of somebody who looks', 'I look at the picture.', 'You step closer.'],
  ['what a word it cannot read may mean', 'I bribe the guard.', 'You pay him.'],
])('only remarks %s', (_what, written, prose) => {
  expect(severitiesIn(prose, written)).not.toContain('grave');
});

it('is patient with steps as far as the player acted, and with nobody for ever', () => {
  const prose = 'You lift the lamp. You slide the bolt. You haul the trunk to the window. You climb it.';
  expect(severitiesIn(prose, 'I wait.')).toEqual(['grave', 'grave', 'grave', 'grave']);
  expect(severitiesIn(prose, '“Good evening.”')).toEqual(['slight', 'grave', 'grave', 'grave']);
  expect(severitiesIn(prose, 'I juggle.')).toEqual(['slight', 'slight', 'slight', 'grave']);
});

it('is less patient once somebody has answered what the player asked', () => {
  const steps = 'You lean back. You slide the bolt.';
  expect(severitiesIn(steps, 'I ask Bruno about the well.')).toEqual(['slight', 'slight']);
  expect(severitiesIn(`“Dry,” says Bruno. ${steps}`, 'I ask Bruno about the well.')).toEqual([
    'slight',
    'grave',
  ]);
});

it('takes a step told beside something else for less than one that is told for itself', () => {
  expect(severitiesIn('You walk to the table.', 'I wait.')).toEqual(['grave']);
  expect(severitiesIn('The boards creak as you walk to the table.', 'I wait.')).toEqual(['slight']);
});

describe('once the player was answered', () => {
  const answered = '“Dry,” says Bruno.';

  it('licenses no more than what they wrote', () => {
    const steps = 'You open the chest, lay out the ledger, lock the door and place the stool against it.';
    expect(severitiesIn(steps, 'I take the lamp.')).not.toContain('grave');
    expect(severitiesIn(`${answered} ${steps}`, 'I take the lamp.')).toContain('grave');
  });

  it('does not take their own words for the answer', () => {
    const prose = '“Is the old well dry?” you ask. You tell him of the flood.';
    expect(severitiesIn(prose, '“Is the old well dry?”')).toEqual([]);
  });

  it('lets them speak on only as they wrote', () => {
    expect(severitiesIn('You tell him of the flood.', '“Is the well dry?”')).toEqual([]);
    expect(severitiesIn(`${answered} You tell him of the flood.`, '“Is the well dry?”')).toEqual(['grave']);
    expect(severitiesIn(`${answered} You argue on.`, 'I argue with Bruno.')).toEqual([]);
  });
});

it.each([
  ['said in passing', 'You go to the window, telling him that it is over.'],
  ['said in two parts', '“Bruno,” you say, “the well is poisoned and you knew.”'],
  ['said by a verb nobody listed', '“Get out,” you snarl.'],
  ['overheard of oneself', 'You hear yourself promise it.'],
  ['felt, before anything is done', 'Furious, you say nothing.'],
  ['felt, going through somebody', 'Fury goes through you.'],
  ['done while listening', 'You listen patiently and forgive him.'],
  ['decided in passing', 'You pause, deciding that it is enough.'],
])('finds what is %s', (_what, prose) => {
  expect(severitiesIn(prose, 'I ask Bruno about the well.')).toContain('grave');
});

it('lets somebody who counts aloud count on, whoever speaks between', () => {
  const prose = '“One,” you say. “Stop it,” says Bruno. “Two,” you say.';
  expect(severitiesIn(prose, 'I count to ten out loud.')).toEqual([]);
});

it('lets dice settle a fight that somebody armed for', () => {
  const fight = 'You strike him with the flat of it.';
  const roll = { faces: [18], modifier: 5, total: 23 };
  expect(severitiesIn(fight, 'I snatch up the axe.')).toEqual(['grave']);
  expect(severitiesIn(fight, 'I snatch up the axe.', { rolls: [roll] })).toEqual([]);
});

it('does not take what a player says for what they do', () => {
  expect(severitiesIn('You sign.', '“Sign it, Bruno.”')).toEqual(['grave']);
  expect(severitiesIn('You sign.', '“Fine. I’ll sign it.”')).toEqual([]);
});

it('is less patient with a character whose player wrote nothing', () => {
  const personas = [
    { name: 'Ada', aliases: [], pronouns: 'she/her' },
    { name: 'Pim', aliases: [], pronouns: 'he/him' },
  ];
  const steps = (name: string) => `${name} lifts the lamp. ${name} slides the bolt. ${name} climbs the wall.`;
  expect(severitiesIn(steps('Pim'), 'Ada juggles.', { personas })).toContain('grave');
  expect(severitiesIn(steps('Ada'), 'Ada juggles.', { personas })).not.toContain('grave');
});

it('lets a speech the player announced be worded although somebody has looked up', () => {
  const prose = 'Bruno looks up. “What do you know of the well?” you ask.';
  expect(severitiesIn(prose, 'I ask Bruno about the well.')).toEqual([]);
});
