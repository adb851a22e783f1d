import type { ComparedTurn } from './compare-turns.ts';
import { metricsReport } from './metrics-report.ts';
import type { Replay } from './replay-turns.ts';
import { brief, dollars, seconds } from './report-of.ts';
import { isEven, type Sides } from './sides.ts';

const MOST_LINES = 12;
const COMPARED = ['models', 'operations', 'facts', 'observations', 'rolls', 'checks'] as const;

/** What a replay found, turn by turn: only what differs, and where prose differs both of it. */
export function replayReport({ kind, changes, turns, isSame, metrics }: Replay): string {
  const how = kind === 'exact' ? 'everything recorded was used again' : 'models were asked anew';
  const different = turns.filter((turn) => !turn.isSame).length;
  const verdict = isSame ? 'All came out the same.' : `${different} came out otherwise.`;
  return [
    `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'} played again; ${how}. ${verdict}`,
    ...(changes.length === 0 ? [] : [`Changed\n${changes.map((change) => `  ${change}`).join('\n')}`]),
    ...turns.map(turnReport),
    `Recorded\n${metricsReport(metrics.recorded)}`,
    `Replayed\n${metricsReport(metrics.replayed)}`,
    '',
  ].join('\n\n');
}

function turnReport(turn: ComparedTurn): string {
  const { sceneIndex, isSame, failure, changed, prose, cost, milliseconds, prompts, world } = turn;
  const state =
    failure !== null ? `made no scene: ${failure}` : isSame ? 'the same' : `differs in ${changed.join(', ')}`;
  const figures = `${dollars(cost.recorded)} → ${dollars(cost.replayed)}, ${seconds(milliseconds.recorded)} → ${seconds(milliseconds.replayed)}`;
  return [
    `Scene ${sceneIndex}: ${state} (${figures})`,
    ...prompts.flatMap(({ step, purpose, versions, lines }) => [
      `  prompt of ${step} (${purpose}): ${versions.join(', ') || 'other words'}`,
      ...sideLines(lines, '    '),
    ]),
    ...COMPARED.flatMap((name) => {
      const sides = turn[name];
      return isEven(sides) ? [] : [`  ${name}`, ...sideLines(sides, '    ')];
    }),
    ...(world.length === 0
      ? []
      : [
          `  world: ${brief(world.map(({ part, id }) => (id === null ? part : `${part}.${id}`)).join(', '))}`,
        ]),
    ...(prose.recorded === prose.replayed
      ? []
      : ['  prose, recorded', ...told(prose.recorded), '  prose, replayed', ...told(prose.replayed)]),
  ].join('\n');
}

function sideLines({ onlyRecorded, onlyReplayed }: Sides, indent: string): string[] {
  const lines = [
    ...onlyRecorded.map((line) => `- ${brief(line)}`),
    ...onlyReplayed.map((line) => `+ ${brief(line)}`),
  ];
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])].map(
    (line) => indent + line,
  );
}

function told(prose: string): string[] {
  return prose.split('\n').map((line) => `    ${line}`);
}
