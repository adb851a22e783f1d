import type { Terminal } from '../terminal.ts';
import { type Api, ServerRefusedError } from './api.ts';
import { showPrologue } from './introduction.ts';
import { choiceLines, headerLine, resourcesLine, wrapLines, wrapped } from './render.ts';
import { type Standing, WHERE_IT_STANDS, WhereItStands } from './scene.ts';
import { type Ending, endingOf } from './tell-turn.ts';
import { LAST_EVENTS, LastEvents } from './turn-events.ts';

/** Fetches the present state of a session. */
export async function standingOf(sessionId: string, api: Api): Promise<Standing> {
  const { session } = await api.ask(WHERE_IT_STANDS, { sessionId }, WhereItStands);
  if (session === null) throw new ServerRefusedError('The session is not there any more.');
  return session;
}

/** The scene that the opening turn makes. */
const OPENING = 1;

/** Shows the present scene: header, resources and choices; when whole, first its narration, for the opening with the prologue. */
export function showStanding(
  { currentScene: scene, campaign }: Standing,
  { isWhole, prologue }: { readonly isWhole: boolean; readonly prologue: string | null },
  terminal: Terminal,
): void {
  const { print, style, width } = terminal;
  if (isWhole) {
    print(`\n${style('bold', wrapLines(`${campaign.name}, scene ${scene.index}`, width))}\n`);
    if (scene.index <= OPENING) showPrologue(prologue, terminal);
    if (scene.narration !== '') print(`\n${wrapped(scene.narration, width)}\n`);
  }
  const lines = [headerLine(scene.header), resourcesLine(scene)].filter((line) => line !== '');
  const header = lines.map((line) => `${style('dim', wrapLines(line, width))}\n`).join('');
  print(`\n${header}${choiceLines(scene.choices, width)}`);
}

/** Returns what a waiting turn has asked for; null when that is not among the last events. */
export async function askedFor(sessionId: string, turnId: string, api: Api): Promise<Ending | null> {
  const { session } = await api.ask(LAST_EVENTS, { sessionId }, LastEvents);
  const events = session?.events.nodes.filter((event) => event.turnId === turnId) ?? [];
  return events.map(endingOf).findLast((ending) => ending !== null) ?? null;
}
