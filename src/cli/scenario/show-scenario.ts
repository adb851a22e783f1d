import { wrapped } from '../play/render.ts';
import type { Terminal } from '../terminal.ts';
import type { OrderedScenario } from './order-scenario.ts';

/** What was made, as a person reads it, and how to play it. Secrets only for those who ask: whoever reads them cannot find them. */
export function scenarioPage(
  { scenario, entryPoint, packId, ...made }: OrderedScenario,
  { width, style }: Pick<Terminal, 'width' | 'style'>,
  showsSecrets: boolean,
): string {
  const { title, summary, stakes, tone, time, goals, prologue, cast, threads, clocks, secrets } = scenario;
  const [persona, ...others] = cast;
  const list = (lines: readonly string[]) => lines.map((line) => wrapped(`  ${line}`, width)).join('\n');
  const section = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${style('bold', name)}\n${list(lines)}`];
  const parts = [
    `${style('bold', title)}  (${time}; ${tone})`,
    wrapped(summary, width),
    wrapped(`At stake: ${stakes}`, width),
    ...section('You are', persona === undefined ? [] : [`${persona.name}, ${persona.role}`]),
    ...section('You want', goals),
    ...section(
      'With you',
      others.map(({ name, role }) => `${name}, ${role}`),
    ),
    ...section('What moves', [
      ...threads
        .filter(({ isOpen }) => isOpen)
        .map(({ title: thread, stakes: hangs }) => `${thread}: ${hangs}`),
      ...clocks.filter(({ isOpen }) => isOpen).map(({ name, segments }) => `${name} (${segments} steps)`),
    ]),
    `${style('bold', 'It begins')}\n${wrapped(prologue, width)}`,
    ...(showsSecrets
      ? section(
          'Secrets',
          secrets.map(({ holder, text, triggers }) => `${holder}: ${text} (${triggers.join('; ')})`),
        )
      : []),
    madeHow(made),
    `Play it:  scenewright play --pack ${packId} --entry ${entryPoint.entryPointId}`,
  ];
  return `\n${parts.join('\n\n')}\n`;
}

type Made = Pick<OrderedScenario, 'model' | 'costUsd' | 'unpricedCalls'>;

function madeHow({ model, costUsd, unpricedCalls }: Made): string {
  const unknown = unpricedCalls === 0 ? '' : `, and ${unpricedCalls} calls of unknown price`;
  return `Made by ${model} for $${costUsd.toFixed(4)}${unknown}.`;
}
