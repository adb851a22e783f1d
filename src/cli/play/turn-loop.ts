import { z } from 'zod';
import { type Api, ServerRefusedError } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type FollowedEnding, followTurn, type LogPosition } from './follow-turn.ts';
import type { Interrupts } from './interrupts.ts';
import { fetchIntroduction, type Introduction, showPrologue } from './introduction.ts';
import { parseThrownDice } from './parse-line.ts';
import {
  formatChoices,
  formatHeader,
  formatResources,
  formatRolls,
  printLines,
  wrapLines,
  wrapText,
} from './render.ts';
import {
  SESSION_STATE_QUERY,
  type SessionState,
  SessionStateResult,
  type ShownPrompt,
} from './session-state.ts';

type Action =
  | { readonly text: string }
  | { readonly choice: string }
  | {
      readonly answer: {
        readonly promptId: string;
        readonly optionId?: string;
        readonly text?: string;
        readonly faces?: readonly number[] | null;
      };
    };

/** Action of the person, with the action id it belongs to. */
type RequestedAction = { readonly actionId: string; readonly action: Action; readonly mode: 'DM' | null };

const TAKE = /* GraphQL */ `
  mutation Take($input: TakeTurnInput!) {
    takeTurn(input: $input) {
      ... on TurnPayload { turn { id } }
      ... on Failure { message }
    }
  }
`;
const Taken = z.object({
  takeTurn: z.object({ turn: z.object({ id: z.string() }).optional(), message: z.string().optional() }),
});
const CANCEL = /* GraphQL */ `
  mutation CallOff($turnId: ID!) {
    cancelTurn(input: { turnId: $turnId }) { __typename }
  }
`;

/** Starts a turn, or resumes one that waits. Returns the turn, or a sentence with the reason why there is none. */
async function requestTurn(
  sessionId: string,
  { actionId, action, mode }: RequestedAction,
  api: Api,
): Promise<{ readonly turnId: string } | { readonly because: string }> {
  const input = { sessionId, actionId, action, wait: false, ...(mode === null ? {} : { mode }) };
  const { turn, message } = (await api.ask(TAKE, { input }, Taken)).takeTurn;
  return turn === undefined ? { because: message ?? 'That could not be done.' } : { turnId: turn.id };
}

/** Cancels a turn, if the server can still be reached. */
async function cancelPlayedTurn(turnId: string, api: Api): Promise<void> {
  await api.ask(CANCEL, { turnId }, z.unknown()).catch(() => {});
}

/** Fetches the present state of a session. */
async function fetchSessionState(sessionId: string, api: Api): Promise<SessionState> {
  const { session } = await api.ask(SESSION_STATE_QUERY, { sessionId }, SessionStateResult);
  if (session === null) throw new ServerRefusedError('The session is not there any more.');
  return session;
}

/** The scene that the opening turn makes. */
const OPENING = 1;

/** Shows the present scene: header, resources and choices; when whole, first its narration, for the opening with the prologue. */
function showSessionState(
  { currentScene: scene, campaign }: SessionState,
  { isWhole, prologue }: { readonly isWhole: boolean; readonly prologue: string | null },
  terminal: Terminal,
): void {
  const { print, style, width } = terminal;
  if (isWhole) {
    print(`\n${style('bold', wrapLines(`${campaign.name}, scene ${scene.index}`, width))}\n`);
    if (scene.index <= OPENING) showPrologue(prologue, terminal);
    if (scene.narration !== '') print(`\n${wrapText(scene.narration, width)}\n`);
  }
  const lines = [formatHeader(scene.header), formatResources(scene)].filter((line) => line !== '');
  const header = lines.map((line) => `${style('dim', wrapLines(line, width))}\n`).join('');
  print(`\n${header}${formatChoices(scene.choices, width)}`);
  if (scene.ending !== null) showEnding(scene.ending, terminal);
}

const AFTER_THE_END =
  'The story has ended. `? …` asks about it, /undo takes the last turn back to play on, /recap tells it over, /quit leaves.';

/** Shows the ending of a story: its title, the epilogue, and what can be done next. */
function showEnding(
  { title, epilogue }: NonNullable<SessionState['currentScene']['ending']>,
  { print, style, width }: Terminal,
): void {
  print(`\n${style('bold', wrapLines(title, width))}\n\n${wrapText(epilogue, width)}\n`);
  print(`\n${style('dim', wrapLines(AFTER_THE_END, width))}\n`);
}

const REPORT = /* GraphQL */ `
  query CommandReport($id: ID!) {
    turn(id: $id) { commandReport }
  }
`;

const Reported = z.object({ turn: z.object({ commandReport: z.string().nullable() }).nullable() });

/** Prints the report of a GM command, to those who may give one. */
async function showReport(
  turnId: string,
  { api, terminal }: { readonly api: Api; readonly terminal: Pick<Terminal, 'print' | 'width'> },
): Promise<void> {
  const { turn } = await api.ask(REPORT, { id: turnId }, Reported);
  if (turn !== null && turn.commandReport !== null) printLines(turn.commandReport, terminal);
}

/** Whether the person goes on playing. */
export type PlayOutcome = 'stays' | 'left';

type RollPrompt = Extract<ShownPrompt, { readonly __typename: 'RollPrompt' }>;
type QuestionPrompt = Extract<ShownPrompt, { readonly __typename: 'QuestionPrompt' }>;

/** Returns the turn that waits with a prompt; null where the answer is a turn of its own. */
function getWaitingTurn({ turn }: ShownPrompt): string | null {
  return turn?.status.startsWith('AWAITING_') === true ? turn.id : null;
}

type Tools = {
  readonly api: Api;
  readonly terminal: Terminal;
  readonly interrupts: Interrupts;
  readonly newActionId: () => string;
};

const CALLED_OFF = 'The turn was called off; the story stands where it stood.';

/** Runs the turns of one person: sends them, shows them, and asks the person for the answers they need. */
export class TurnLoop {
  readonly #tools: Tools;
  readonly #toTable: (line: string) => Promise<PlayOutcome>;
  #place: LogPosition;
  /** Shown again with the opening scene. */
  #prologue: string | null = null;
  #tellsRolls = false;

  /** `toTable` runs commands typed while a turn waits. */
  constructor(place: LogPosition, tools: Tools, toTable: (line: string) => Promise<PlayOutcome>) {
    this.#place = place;
    this.#tools = tools;
    this.#toTable = toTable;
  }

  /** Goes on in another session, from where it stands. */
  moveTo(sessionId: string): void {
    this.#place = { sessionId, cursor: null };
  }

  /** Fetches the texts that stand beside the prose of the session. */
  async introduction(): Promise<Introduction> {
    const introduction = await fetchIntroduction(this.#place.sessionId, this.#tools.api);
    this.#prologue = introduction.campaign.prologue;
    this.#tellsRolls = introduction.notice !== null;
    return introduction;
  }

  standing(): Promise<SessionState> {
    return fetchSessionState(this.#place.sessionId, this.#tools.api);
  }

  async show({ isWhole }: { readonly isWhole: boolean }): Promise<SessionState> {
    const standing = await this.standing();
    if (this.#place.cursor === null) this.#place = { ...this.#place, cursor: standing.lastEventCursor };
    showSessionState(standing, { isWhole, prologue: this.#prologue }, this.#tools.terminal);
    return standing;
  }

  async take(asked: RequestedAction): Promise<PlayOutcome> {
    const { api, terminal } = this.#tools;
    const { sessionId } = this.#place;
    if (this.#place.cursor === null) {
      this.#place = { sessionId, cursor: (await this.standing()).lastEventCursor };
    }
    const taken = await requestTurn(sessionId, asked, api);
    if ('turnId' in taken) return this.watch(taken.turnId);
    printLines(taken.because, terminal);
    return 'stays';
  }

  /** Shows a turn and answers what it asks, until it is over. */
  async watch(turnId: string): Promise<PlayOutcome> {
    const { api, terminal, interrupts } = this.#tools;
    interrupts.underWay(() => void cancelPlayedTurn(turnId, api));
    terminal.print('\n');
    const { end, place } = await followTurn(turnId, this.#place, {
      api,
      terminal,
      signal: interrupts.leaving,
      tellsRolls: this.#tellsRolls,
    });
    this.#place = place;
    return this.#after(end, turnId);
  }

  async #after(end: FollowedEnding, turnId: string): Promise<PlayOutcome> {
    const { terminal } = this.#tools;
    switch (end.ending) {
      case 'committed':
        await showReport(turnId, this.#tools);
        await this.show({ isWhole: false });
        return 'stays';
      case 'answered':
        return 'stays';
      case 'cancelled':
        printLines(CALLED_OFF, terminal);
        return 'stays';
      case 'failed':
        printLines(`${end.message}${end.retryable ? ' Say it again to try once more.' : ''}`, terminal);
        return 'stays';
      case 'left':
        return 'left';
      case 'prompted':
        return this.answer(end.prompt);
    }
  }

  /** Asks the person for what play waits for, and sends it. */
  answer(prompt: ShownPrompt): Promise<PlayOutcome> {
    return prompt.__typename === 'RollPrompt' ? this.#throw(prompt) : this.#clarify(prompt);
  }

  #send(answer: Extract<Action, { readonly answer: unknown }>['answer']): Promise<PlayOutcome> {
    return this.take({ actionId: this.#tools.newActionId(), action: { answer }, mode: null });
  }

  /** Asks until there is an answer: free words, or the number of an option. */
  async #clarify(asked: QuestionPrompt): Promise<PlayOutcome> {
    const { terminal } = this.#tools;
    const turnId = getWaitingTurn(asked);
    printLines(`\n${asked.question}`, terminal);
    const options = asked.options.map(({ id, text }) => ({ key: id, text, description: '' }));
    terminal.print(formatChoices(options, terminal.width));
    const line = await this.#askWaiting('answer > ', turnId);
    if (line === null) return turnId === null ? 'left' : 'stays';
    const went = line.trim() === '' ? 'asks-again' : await this.#beside(line, turnId);
    if (went === 'asks-again') return this.#clarify(asked);
    if (went !== null) return went;
    const chosen = /^\d+$/.test(line.trim()) ? asked.options[Number(line) - 1] : undefined;
    const said = chosen === undefined ? { text: line.trim() } : { optionId: chosen.id };
    return this.#send({ promptId: asked.id, ...said });
  }

  async #throw(asked: RollPrompt): Promise<PlayOutcome> {
    const { terminal } = this.#tools;
    const { print, style, width } = terminal;
    const { label, dice, rows } = asked;
    const turnId = getWaitingTurn(asked);
    print(`\n${style('bold', wrapLines(`${label}: ${dice}`, width))}\n${formatRolls(rows, width)}`);
    for (;;) {
      const line = await this.#askWaiting('your own dice, or enter > ', turnId);
      if (line === null) return turnId === null ? 'left' : 'stays';
      const went = await this.#beside(line, turnId);
      if (went === 'asks-again') continue;
      if (went !== null) return went;
      const thrown = parseThrownDice(line, dice);
      if ('faces' in thrown) return this.#send({ promptId: asked.id, ...thrown });
      printLines(thrown.because, terminal);
    }
  }

  /** Runs commands typed while dice or an answer are awaited; null when the line may be the awaited one. */
  async #beside(line: string, turnId: string | null): Promise<PlayOutcome | 'asks-again' | null> {
    if (!/^\s*[/?]/.test(line)) return null;
    const { sessionId } = this.#place;
    const went = await this.#toTable(line);
    // Where the roll is part of the scene, the next round asks for it again; it may also be taken back with the scene.
    const isOver = went === 'left' || turnId === null || this.#place.sessionId !== sessionId;
    return isOver ? went : 'asks-again';
  }

  /** Asks while a turn waits. Ctrl-C cancels the turn and withdraws the question; the result is then null. */
  #askWaiting(prompt: string, turnId: string | null): Promise<string | null> {
    const { api, terminal, interrupts } = this.#tools;
    const takenBack = new AbortController();
    if (turnId !== null) {
      const takeBack = () => {
        if (!interrupts.leaving.aborted) printLines(CALLED_OFF, terminal);
        takenBack.abort();
      };
      interrupts.underWay(() => void cancelPlayedTurn(turnId, api).finally(takeBack));
    }
    return terminal.ask(prompt, AbortSignal.any([takenBack.signal, interrupts.leaving]));
  }
}
