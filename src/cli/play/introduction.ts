import { z } from 'zod';
import { type Api, ServerRefusedError } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrapLines, wrapText, wrapWithHangingIndent } from './render.ts';

const INTRODUCTION = /* GraphQL */ `
  query Introduction($sessionId: ID!) {
    session(id: $sessionId) {
      notice
      campaign { name prologue goals }
      currentScene { persona { name role } }
    }
  }
`;

const Session = z.object({
  notice: z.string().nullable(),
  campaign: z.object({ name: z.string(), prologue: z.string().nullable(), goals: z.array(z.string()) }),
  currentScene: z.object({ persona: z.object({ name: z.string(), role: z.string() }).nullable() }),
});
const Answer = z.object({ session: Session.nullable() });

/** Texts that stand beside the prose of a story: shown when it begins, never part of a narration. */
export type Introduction = z.infer<typeof Session>;

export async function fetchIntroduction(sessionId: string, api: Api): Promise<Introduction> {
  const { session } = await api.ask(INTRODUCTION, { sessionId }, Answer);
  if (session === null) throw new ServerRefusedError('The session is not there any more.');
  return session;
}

/** Prints the notice that no language model is in use, if that is so. */
export function showNotice({ notice }: Introduction, { print, style, width }: Terminal): void {
  if (notice !== null) print(`\n${style('dim', wrapLines(notice, width))}\n`);
}

/**
 * Prints the title of a new story, who the player is and what they are after, and the prologue. The offline storyteller says itself
 * who the player is.
 */
export function showBeginning({ notice, campaign, currentScene }: Introduction, terminal: Terminal): void {
  const { print, style, width } = terminal;
  const { persona } = currentScene;
  print(`\n${style('bold', wrapLines(campaign.name, width))}\n`);
  if (persona !== null && notice === null) {
    const who = persona.role === '' ? persona.name : `${persona.name}, ${persona.role}`;
    print(`${wrapLines(`You play ${who}`, width)}\n`);
  }
  for (const goal of campaign.goals) print(`${wrapWithHangingIndent('  - ', goal, width)}\n`);
  showPrologue(campaign.prologue, terminal);
}

/** Prints authored text that comes before the prose of the opening. */
export function showPrologue(
  prologue: string | null,
  { print, width }: Pick<Terminal, 'print' | 'width'>,
): void {
  if (prologue !== null) print(`\n${wrapText(prologue, width)}\n`);
}
