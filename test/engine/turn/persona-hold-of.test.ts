import { expect, it } from 'vitest';
import type { Happened } from '#engine/turn/at-stake.ts';
import { personaHoldOf } from '#engine/turn/persona-hold-of.ts';
import { ADA, BRUNO, hallAndCellar } from '../../support/worlds.ts';

/** A turn of Ada's in the hall in which nothing has happened but her player's words. */
function after(words: string, more: Partial<Happened> = {}): Happened {
  const standing = hallAndCellar();
  const nothing = { resolved: null, rolled: null, rolls: [], effects: [], recent: [], lastTold: 2 };
  const lease = { turn: { input: { kind: 'story', text: words } } };
  const persona = standing.entities[ADA];
  // Only what is looked at is here.
  return { words, lease, persona, standing, snapshot: standing, ...nothing, ...more } as unknown as Happened;
}

it.each([
  ['I stay where I am and wait.', 'stays', 'keeps'],
  ['I wait.', 'stays', 'keeps'],
  ['I look at the door.', 'stays', 'keeps'],
  ['I do not follow them.', 'stays', 'keeps'],
  ["I don't leave the hall.", 'stays', 'keeps'],
  ['I ask Viktor about his debts.', 'stays', 'keeps'],
  ['I stay here and mend my coat.', 'stays', 'may lose'],
  ['"Here, this is yours," I say.', 'stays', 'may lose'],
  ['I pay the innkeeper.', 'may go', 'may lose'],
  ['I go down to the cellar.', 'may go', 'may lose'],
  ['I head for the docks.', 'may go', 'may lose'],
  ['I do not resist.', 'may go', 'keeps'],
  ['"Take me to her," I say.', 'may go', 'may lose'],
  ['I nod.', 'may go', 'may lose'],
  ['Continue. See what happens next.', 'may go', 'may lose'],
  ['Ich gehe in den Keller.', 'may go', 'may lose'],
])('after %j a persona %s and %s', (words, place, goods) => {
  const { staying, keeping, safe } = personaHoldOf(after(words));
  expect(staying.includes(ADA) ? 'stays' : 'may go').toBe(place);
  expect(keeping.includes(ADA) ? 'keeps' : 'may lose').toBe(goods);
  expect(safe).toContain(ADA);
});

const events = (type: string, summary: string) => ({ events: [{ type, summary, characters: [ADA] }] });
const of = (kind: string) =>
  ({ lease: { turn: { input: { kind } } }, words: '' }) as unknown as Partial<Happened>;

it.each<[string, Partial<Happened>, boolean, boolean, boolean]>([
  ['nothing else', {}, true, true, true],
  ['dice that went ill', { resolved: { degree: 'failure' }, rolls: [{}] as never }, false, false, false],
  ['dice that went well', { resolved: { degree: 'success' }, rolls: [{}] as never }, false, false, true],
  ['an event that carries her off', events('arrest', 'The watch drags Ada off.'), false, false, true],
  ['an event that robs her', events('theft', 'A boy steals her purse.'), true, false, true],
  ['an event that does nothing to her', events('talk', 'Ada and Viktor spoke of rain.'), true, true, true],
  ['a clock that ran out', { effects: [{ type: 'clock-filled', clockId: 'doom' }] }, false, false, false],
  ['a chapter that opens', { operations: [{ op: 'start_chapter', title: 'Two' }] }, false, true, true],
  [
    'a place she named',
    { words: 'I wait for word from the cellar.', destination: 'Cellar' },
    false,
    true,
    true,
  ],
  ['a continuation', of('continuation'), false, true, true],
  ['an opening', of('opening'), false, true, true],
  ['an instruction of the game master’s', of('instruction'), false, false, false],
])('with %s she stays, keeps and is safe as she should', (_case, more, stays, keeps, safe) => {
  const hold = personaHoldOf(after('I wait.', more));
  expect([hold.staying.includes(ADA), hold.keeping.includes(ADA), hold.safe.includes(ADA)]).toEqual([
    stays,
    keeps,
    safe,
  ]);
});

it('leaves another player’s character where it is, however far this one goes', () => {
  const world = hallAndCellar();
  const apart = { ...world, scene: { ...world.scene, presentIds: [ADA] } };
  const { staying } = personaHoldOf(after('I go out.', { standing: apart }));
  expect(staying).toEqual([BRUNO]);
});
