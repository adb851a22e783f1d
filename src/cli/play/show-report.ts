import { z } from 'zod';
import type { Terminal } from '../terminal.ts';
import type { Api } from './api.ts';

const REPORT = /* GraphQL */ `
  query CommandReport($id: ID!) {
    turn(id: $id) { commandReport }
  }
`;

const Reported = z.object({ turn: z.object({ commandReport: z.string().nullable() }).nullable() });

/** Prints what became of a command, to whoever may command. */
export async function showReport(
  turnId: string,
  { api, terminal }: { readonly api: Api; readonly terminal: Pick<Terminal, 'print'> },
): Promise<void> {
  const { turn } = await api.ask(REPORT, { id: turnId }, Reported);
  if (turn !== null && turn.commandReport !== null) terminal.print(`${turn.commandReport}\n`);
}
