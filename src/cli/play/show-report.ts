import { z } from 'zod';
import type { Terminal } from '../terminal.ts';
import type { Api } from './api.ts';
import { printLines } from './render.ts';

const REPORT = /* GraphQL */ `
  query CommandReport($id: ID!) {
    turn(id: $id) { commandReport }
  }
`;

const Reported = z.object({ turn: z.object({ commandReport: z.string().nullable() }).nullable() });

/** Prints the report of a GM command, to those who may give one. */
export async function showReport(
  turnId: string,
  { api, terminal }: { readonly api: Api; readonly terminal: Pick<Terminal, 'print' | 'width'> },
): Promise<void> {
  const { turn } = await api.ask(REPORT, { id: turnId }, Reported);
  if (turn !== null && turn.commandReport !== null) printLines(turn.commandReport, terminal);
}
