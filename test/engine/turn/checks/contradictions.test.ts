import { expect, it } from 'vitest';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { quietRoom } from './quiet-room.ts';

const contradictionsIn = (prose: string, facts = quietRoom()) =>
  checkNarration(prose, facts).filter(({ check }) => check === 'contradiction');

it.each([
  ['the dead speak', '“Penny to cross,” says Ivo.'],
  ['the dead act', 'Ivo leans on the table and grins.'],
  ['the dead walk in', 'Ivo comes round the turn of the stair.'],
  ['the absent speak', 'Mira shakes her head. “Not like this,” says Mira.'],
  ['the absent walk in', 'The door opens and Mira walks in.'],
  ['a thing not held is used', 'With your rusty key the lock turns at last.'],
  ['a thing not held is in the hand', 'The rusty key is cold in your hand.'],
  ['a thing is handed over that nothing moved', 'Bruno hands you the rusty key.'],
  ['the dead sit in the room', 'Ivo sat in the old chair.'],
  ['the dead speak in older words', '“Penny to cross,” quoth Ivo.'],
  ['the dead speak with a rare verb', '“Penny to cross,” rumbled Ivo.'],
  ['a thing not held was used', 'You fitted the rusty key to the lock.'],
  ['a thing not held comes out of a pocket', 'From your pocket comes the ring with the rusty key on it.'],
  ['somebody a player plays uses what is not theirs', 'Ada works the end of the rusty key into the gap.'],
  ['they take up what is not theirs', 'Ada reaches under the bench and takes out the rusty key.'],
  ['the absent drink', 'Mira takes the lid off the glass, drinks half, and is gone.'],
  ['a thing not held is tied on', 'The rusty key is what you need, strapped to your wrist.'],
  ['the absent sit down with a handset', 'Mira sits down on the bench and sets her handset on the wood.'],
  ['the absent duck under a tape', 'Mira ducks under the tape and walks to the door.'],
  ['the dead come in beside a letter', 'Ivo leans on the desk and taps the letter.'],
  ['the scene is here, and here is elsewhere', 'It is a fine night out here in the Cellar.'],
  ['the scene is in a part of elsewhere', 'You are sitting at the table of the Cellar.'],
  ['the scene was elsewhere', 'Morning found us in the Cellar.'],
  ['the scene is elsewhere', 'You are in the Cellar, and it is damp.'],
])('finds that %s', (_what, prose) => {
  expect(contradictionsIn(prose)).toHaveLength(1);
});

it.each([
  ['the dead are spoken of', 'Ivo was a tidy man. “Ivo would have hated that,” says Bruno.'],
  ['the dead are told of as they lived', 'Ivo lived in this house and died in the fire.'],
  ['the dead are remembered', 'In the photograph Ivo smiles at somebody who is not there.'],
  ['the absent telephone', 'The phone rings. “It is me,” says Mira, and the line goes dead.'],
  ['the absent are heard through an intercom', 'The intercom clears its throat. “On the hour,” says Mira.'],
  ['the absent own things', 'Mira runs the mill and sells the flour.'],
  ['the absent are expected', 'If Mira walks in now, nobody will know where to look.'],
  ['the absent sit somewhere in a manner of speaking', 'Mira sits on the council and on a fortune.'],
  ['the absent are read in a letter', 'The letter is short. “Come home,” says Mira.'],
  ['a thing is looked at', 'Ada studies the rusty key.'],
  ['a thing is offered', 'Bruno holds out the rusty key. He does not let go of it.'],
  ['a thing is seen', 'The rusty key hangs from a nail over the door.'],
  ['somebody else uses a thing', 'Bruno turns the rusty key in the lock.'],
  ['another place is spoken of', 'The Cellar is below. You can hear somebody in the Cellar.'],
])('says nothing when %s', (_what, prose) => {
  expect(contradictionsIn(prose)).toEqual([]);
});

it('does not take a land for the absent who are of it', () => {
  const juan = { name: 'Juan of Navarre', aliases: ['Navarre'], pronouns: 'he/him' };
  const found = (prose: string) => contradictionsIn(prose, quietRoom({ absent: [juan] }));
  expect(found('On the left, where Navarre sits, a knight leans to his neighbour.')).toEqual([]);
  expect(found('On the left, where Juan of Navarre sits, a knight leans to his neighbour.')).toHaveLength(1);
});

it('stays silent in languages it cannot read', () => {
  expect(contradictionsIn('«No», dice Mira, y se sienta a la mesa con los demás.')).toEqual([]);
});

it('lets be told what the engine said itself, whoever has a part in it', () => {
  const prose = 'The bell stops. Mira walks in out of the rain and sits down.';

  expect(contradictionsIn(prose)).toHaveLength(1);
  expect(contradictionsIn(prose, quietRoom({ settled: [prose] }))).toEqual([]);
  expect(contradictionsIn(prose, quietRoom({ cameAbout: [prose] }))).toEqual([]);
});
