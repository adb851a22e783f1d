import { z } from 'zod';
import type { Terminal } from '../terminal/terminal.ts';
import { type Api, ServerRefusedError } from './api-client.ts';
import { wrapLines } from './render.ts';

const WHY = /* GraphQL */ `
  query Why($sceneId: ID!) {
    scene(id: $sceneId) {
      turn {
        playerText
        rolls { line }
        steps { name milliseconds }
        recordings { attempt content }
      }
    }
  }
`;

const Refused = z.object({
  proposal: z.unknown(),
  rejection: z.object({ rejected: z.string(), reason: z.string() }),
});
const Verdict = z.object({
  check: z.string(),
  severity: z.string(),
  explanation: z.string(),
  of: z.string().optional(),
});
const Blocked = z.object({
  blocked_actions: z.array(z.object({ action: z.string(), reason: z.string() })),
});
/** Parts of a recording that the explanation shows. Other parts are ignored. */
const Content = z.object({
  operations: z
    .array(z.object({ effects: z.array(z.unknown()).catch([]), rejected: z.array(Refused).catch([]) }))
    .catch([]),
  verdicts: z.array(Verdict).catch([]),
  notes: z.array(z.object({ step: z.string(), note: z.unknown() })).catch([]),
});
const Told = z.object({
  playerText: z.string().nullable(),
  rolls: z.array(z.object({ line: z.string() })),
  steps: z.array(z.object({ name: z.string(), milliseconds: z.number() })),
  recordings: z.array(z.object({ attempt: z.number(), content: Content })).nullable(),
});
export type TurnToExplain = z.infer<typeof Told>;
const Answer = z.object({ scene: z.object({ turn: Told.nullable() }).nullable() });

/** Prints the explanation of the last turn. Only a game master may read it. */
export async function explainTurn(
  sceneId: string,
  { api, terminal: { print, width } }: { readonly api: Api; readonly terminal: Terminal },
): Promise<void> {
  try {
    const { scene } = await api.ask(WHY, { sceneId }, Answer);
    const turn = scene?.turn ?? null;
    print(wrapLines(turn === null ? 'No turn made this scene.\n' : formatExplanation(turn), width));
  } catch (error) {
    if (!(error instanceof ServerRefusedError)) throw error;
    print(`${wrapLines(error.message, width)}\n`);
  }
}

/** Formats rolls, checks of the prose, refusals and the time each step took. */
export function formatExplanation({ rolls, steps, recordings }: TurnToExplain): string {
  const content = recordings?.at(-1)?.content ?? { operations: [], verdicts: [], notes: [] };
  const changes = content.operations.reduce((sum, { effects }) => sum + effects.length, 0);
  const refused = content.operations
    .flatMap(({ rejected }) => rejected)
    .map(({ proposal, rejection }) => `${nameOf(proposal)}: ${rejection.reason}`);
  const blocked = content.notes.flatMap(({ step, note }) => {
    const judged = step === 'validate' ? Blocked.safeParse(note) : null;
    return judged?.success
      ? judged.data.blocked_actions.map(({ action, reason }) => `${action}: ${reason}`)
      : [];
  });
  const checks = content.verdicts.map(({ check, severity, explanation, of }) => {
    return `${check} (${severity}${of === undefined ? '' : `, ${of}`}): ${explanation}`;
  });
  const slowest = [...steps].sort((one, other) => other.milliseconds - one.milliseconds).slice(0, 4);
  return [
    part(
      'rolls',
      rolls.map(({ line }) => line),
    ),
    part('not possible', blocked),
    part('refused changes', refused),
    part('checks of the prose', checks),
    `changes made  ${changes}\n`,
    `time  ${slowest.map(({ name, milliseconds }) => `${name} ${Math.round(milliseconds)} ms`).join(', ')}\n`,
  ].join('');
}

function part(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${title}  none\n` : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function nameOf(proposal: unknown): string {
  const { op } = Object(proposal);
  return String(op ?? 'a change');
}
