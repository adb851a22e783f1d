import { expect, it } from 'vitest';
import { createPlayerView } from '#engine/state/player-view.ts';
import { listActiveSituations, listPendingThreats } from '#engine/turn/packet/pressures.ts';
import { ADA, applied, asking, hallAndCellar } from '../../../support/worlds.ts';

const deadline = (deadlineId: string, visibility: string) => ({
  op: 'set_deadline',
  deadlineId,
  description: 'The summons must be answered',
  dueIn: { hours: 2 },
  consequences: 'It counts as refused.',
  visibility,
});
const told = (visibility: string, hours: number) => {
  const proposals = [
    deadline('summons', visibility),
    { op: 'advance_time', minutes: hours * 60 },
    ...(hours > 2 ? [{ op: 'resolve_deadline', deadlineId: 'summons', outcome: 'missed' }] : []),
  ];
  const snapshot = applied(hallAndCellar(), proposals, asking({ asker: 'gm' }));
  const view = createPlayerView(snapshot, ADA);
  if ('rejected' in view) throw new Error('Ada is played');
  return { situations: listActiveSituations(snapshot, view), threats: listPendingThreats(view) };
};

it('reckons with what was let pass, and with what came of it', () => {
  expect(told('public', 3).situations).toContain(
    'The summons must be answered: too late. It counts as refused.',
  );
  expect(told('public', 3).threats).not.toContain('The summons must be answered');
});

it('gives nothing away of what will come of it before it has passed', () => {
  const { situations, threats } = told('public', 1);
  expect(threats).toContain('The summons must be answered');
  expect(situations.join(' ')).not.toContain('refused');
});

it('says nothing of what only the game master knew of', () => {
  expect(told('gm', 3).situations.join(' ')).not.toContain('refused');
});
