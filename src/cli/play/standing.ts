import type { Terminal } from '../terminal.ts';
import { type Api, ServerRefusedError } from './api.ts';
import { choiceLines, headerLine, resourcesLine, wrapped } from './render.ts';
import { type Standing, WHERE_IT_STANDS, WhereItStands } from './scene.ts';
import { type Ending, endingOf } from './tell-turn.ts';
import { LAST_EVENTS, LastEvents } from './turn-events.ts';

/** Where a session stands on the server. */
export async function standingOf(sessionId: string, api: Api): Promise<Standing> {
  const { session } = await api.ask(WHERE_IT_STANDS, { sessionId }, WhereItStands);
  if (session === null) throw new ServerRefusedError('The session is not there any more.');
  return session;
}

/** Shows what is on the table, with its narration if it is to be whole. */
export function showStanding(
  { currentScene: scene, campaign }: Standing,
  isWhole: boolean,
  { print, style, width }: Terminal,
): void {
  if (isWhole) {
    print(`\n${style('bold', campaign.name)}, scene ${scene.index}\n\n${wrapped(scene.narration, width)}\n`);
  }
  const lines = [headerLine(scene.header), resourcesLine(scene)].filter((line) => line !== '');
  print(`\n${lines.map((line) => `${style('dim', line)}\n`).join('')}${choiceLines(scene.choices)}`);
}

/** What a turn that waits has asked for; null when that is not among the last events. */
export async function askedFor(sessionId: string, turnId: string, api: Api): Promise<Ending | null> {
  const { session } = await api.ask(LAST_EVENTS, { sessionId }, LastEvents);
  const events = session?.events.nodes.filter((event) => event.turnId === turnId) ?? [];
  return events.map(endingOf).findLast((ending) => ending !== null) ?? null;
}
