import { z } from 'zod';
import { type Api, ServerRefusedError } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { showInventory, showSheet } from './belongings.ts';
import type { TableCommand } from './parse-line.ts';
import { printLines, wrapLines, wrapText } from './render.ts';
import type { SessionState } from './session-state.ts';

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
type TurnToExplain = z.infer<typeof Told>;
const Answer = z.object({ scene: z.object({ turn: Told.nullable() }).nullable() });

/** Prints the explanation of the last turn. Only a game master may read it. */
async function explainTurn(
  sceneId: string,
  { api, terminal: { print, width } }: { readonly api: Api; readonly terminal: Terminal },
): Promise<void> {
  try {
    const { scene } = await api.authoring.ask(WHY, { sceneId }, Answer);
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

type Tools = { readonly api: Api; readonly terminal: Terminal; readonly newActionId: () => string };
/** Notice that another scene is current now, with its session when that changed too. */
type TableChange = { readonly sessionId: string | null };
type Deed = (standing: SessionState, tools: Tools, rest: string) => Promise<TableChange | null>;

const TABLE_HELP = `What you type is what your character does or says. Beside that:
  1, 2, 3 …     takes a choice
  ? question    asks the game master outside the story; no time passes
  I think about …   weighs the situation; nothing happens
  GOD MODE: …   commands the world, if you are its game master
  /undo         takes the last turn back
  /regenerate   tells the last turn again in other words, with the same dice
  /fork         goes on in another branch; the old one stays as it is
  /inventory    what you carry
  /sheet        your character sheet
  /stop …       leaves something out from now on, for the whole table: /stop spiders
  /skip …       cuts away from it now and goes on behind it
  /soften …     only hints at it from now on
  /recap        what happened so far
  /cost         what the models have cost
  /why          rolls, checks and what was refused in the last turn
  /look         shows the scene again
  /quit         leaves; everything is saved
Ctrl-C calls a running turn off; twice leaves.
`;

const Session = z.object({ id: z.string() });
const Changed = z.object({ session: Session.optional(), message: z.string().optional() });

const REWIND = /* GraphQL */ `
  mutation Undo($sessionId: ID!, $toSceneId: ID!) {
    changed: rewindSession(input: { sessionId: $sessionId, toSceneId: $toSceneId }) {
      ... on SessionPayload { session { id } }
      ... on Failure { message }
    }
  }
`;
const FORK = /* GraphQL */ `
  mutation Fork($sceneId: ID!) {
    changed: forkSession(input: { sceneId: $sceneId, keepParentActive: true }) {
      ... on SessionPayload { session { id } }
      ... on Failure { message }
    }
  }
`;
const REGENERATE = /* GraphQL */ `
  mutation Regenerate($turnId: ID!) {
    changed: regenerateTurn(input: { turnId: $turnId }) {
      __typename
      ... on Failure { message }
    }
  }
`;
const RECAP = /* GraphQL */ `
  query Recap($sessionId: ID!) {
    session(id: $sessionId) {
      recap
      scenes(last: 3, wholeLine: true) { nodes { index narration } }
    }
  }
`;
const USAGE = 'calls inputTokens outputTokens cacheReadShare costUsd unpricedCalls';
const COST = /* GraphQL */ `
  query Cost($sessionId: ID!) {
    session(id: $sessionId) {
      usage { ${USAGE} lines { step modelKey calls costUsd } }
      campaign { usage { ${USAGE} } }
    }
  }
`;

const undo: Deed = async ({ id, currentScene }, tools) => {
  if (currentScene.turn === null || currentScene.turn.baseScene.index === 0) {
    tools.terminal.print('There is no turn to take back.\n');
    return null;
  }
  const toSceneId = currentScene.turn.baseScene.id;
  return moved(await change(REWIND, { sessionId: id, toSceneId }, tools), tools);
};

const fork: Deed = async ({ currentScene }, tools) =>
  moved(await change(FORK, { sceneId: currentScene.id }, tools), tools);

const regenerate: Deed = async ({ currentScene }, tools) => {
  if (currentScene.turn === null) {
    tools.terminal.print('There is no turn to tell again.\n');
    return null;
  }
  try {
    tools.terminal.print('Telling it again …\n');
    const { message } = await change(REGENERATE, { turnId: currentScene.turn.id }, tools);
    if (message === undefined) return { sessionId: null };
    printLines(message, tools.terminal);
  } catch (error) {
    if (!(error instanceof ServerRefusedError && error.message.includes('regenerateTurn'))) throw error;
    printLines(
      'This server cannot tell a turn again yet; /undo and say it once more instead.',
      tools.terminal,
    );
  }
  return null;
};

const Lately = z.object({ nodes: z.array(z.object({ index: z.number(), narration: z.string() })) });

/** Prints the summary of the last sitting; before the first summary, the latest narration. */
const recap: Deed = async ({ id }, { api, terminal }) => {
  const shape = z.object({
    session: z.object({ recap: z.string().nullable(), scenes: Lately }).nullable(),
  });
  const { session } = await api.ask(RECAP, { sessionId: id }, shape);
  const told = (session?.scenes.nodes ?? []).filter(({ narration }) => narration !== '');
  const lately = told.map(({ index, narration }) => `Scene ${index}. ${narration}`);
  const last = ['No sitting has been summed up yet. The last of what was told:', ...lately].join('\n\n');
  const text = session?.recap ?? (told.length === 0 ? 'Nothing has been told yet.' : last);
  terminal.print(`${wrapText(text, terminal.width)}\n`);
  return null;
};

const Figures = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadShare: z.number(),
  costUsd: z.number(),
  unpricedCalls: z.number(),
});
const Line = z.object({ step: z.string(), modelKey: z.string(), calls: z.number(), costUsd: z.number() });
const Cost = z.object({
  session: z
    .object({ usage: Figures.extend({ lines: z.array(Line) }), campaign: z.object({ usage: Figures }) })
    .nullable(),
});

const cost: Deed = async ({ id }, { api, terminal }) => {
  const { session } = await api.authoring.ask(COST, { sessionId: id }, Cost);
  if (session === null) return null;
  const { print, width } = terminal;
  const sums = `${formatCost('session', session.usage)}${formatCost('campaign', session.campaign.usage)}`;
  print(wrapLines(sums, width));
  for (const { step, modelKey, calls, costUsd } of session.usage.lines) {
    print(
      `  ${step.padEnd(16)} ${modelKey.padEnd(24)} ${String(calls).padStart(5)} ${calls === 1 ? 'call ' : 'calls'}  $${costUsd.toFixed(4)}\n`,
    );
  }
  return null;
};

/** Formats the cost of models as one line. */
function formatCost(name: string, usage: z.infer<typeof Figures>): string {
  const { calls, inputTokens, outputTokens, cacheReadShare, costUsd, unpricedCalls } = usage;
  const cached = `${Math.round(cacheReadShare * 100)} % of input from caches`;
  const unpriced = unpricedCalls === 0 ? '' : `, ${unpricedCalls} calls without a known price`;
  return `${name.padEnd(9)} $${costUsd.toFixed(4)}  ${calls} calls, ${inputTokens} tokens in, ${outputTokens} out, ${cached}${unpriced}\n`;
}

const help: Deed = async (_standing, { terminal }) => {
  terminal.print(wrapLines(TABLE_HELP, terminal.width));
  return null;
};

const LIMIT = /* GraphQL */ `
  mutation Limit($input: LimitContentInput!) {
    changed: limitContent(input: $input) {
      __typename
      ... on Failure { message }
    }
  }
`;

/** Limits content for the whole table. It takes no turn and no time, and nothing is said of who asked. */
function limitContent(how: 'STOP' | 'SKIP' | 'SOFTEN'): Deed {
  return async ({ id: sessionId }, tools, topic) => {
    if (topic === '') {
      printLines(`Write what: /${how.toLowerCase()} spiders`, tools.terminal);
      return null;
    }
    const input = { sessionId, actionId: tools.newActionId(), how, topic };
    const { message } = await change(LIMIT, { input }, tools);
    printLines(message ?? 'The story is held to it from now on.', tools.terminal);
    return null;
  };
}

const DEEDS: Readonly<Record<Exclude<TableCommand, 'quit' | 'look'>, Deed>> = {
  undo,
  regenerate,
  fork,
  stop: limitContent('STOP'),
  skip: limitContent('SKIP'),
  soften: limitContent('SOFTEN'),
  recap,
  cost,
  inventory: async ({ currentScene }, tools) => {
    await showInventory(currentScene.id, tools);
    return null;
  },
  sheet: async ({ currentScene }, tools) => {
    await showSheet(currentScene.id, tools);
    return null;
  },
  why: async ({ currentScene }, tools) => {
    await explainTurn(currentScene.id, tools);
    return null;
  },
  help,
};

/** Runs the command behind a slash. Reports whether another scene is current now. */
export function runTableCommand(
  word: keyof typeof DEEDS,
  rest: string,
  standing: SessionState,
  tools: Tools,
): Promise<TableChange | null> {
  return DEEDS[word](standing, tools, rest);
}

async function change(document: string, variables: Readonly<Record<string, unknown>>, { api }: Tools) {
  return (await api.ask(document, variables, z.object({ changed: Changed }))).changed;
}

function moved({ session, message }: z.infer<typeof Changed>, { terminal }: Tools): TableChange | null {
  if (session !== undefined) return { sessionId: session.id };
  printLines(message ?? 'That could not be done.', terminal);
  return null;
}
