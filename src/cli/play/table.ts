import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Terminal } from '../terminal.ts';
import { type Api, ServerLostError, ServerRefusedError } from './api.ts';
import type { Story } from './begin-story.ts';
import { Interrupts } from './interrupts.ts';
import { choiceLines, headerLine, resourcesLine, rowLines, wrapped } from './render.ts';
import { type Standing, WHERE_IT_STANDS, WhereItStands } from './scene.ts';
import { doAtTable } from './table-words.ts';
import { type Ending, endingOf, PATIENCE, type Place, tellTurn } from './tell-turn.ts';
import { LAST_EVENTS, LastEvents } from './turn-events.ts';
import { type Meant, readDice, understand } from './understand.ts';

type Tools = { readonly api: Api; readonly terminal: Terminal; readonly newActionId: () => string };

type Action =
  | { readonly text: string }
  | { readonly choice: string }
  | { readonly clarification: string }
  | { readonly roll: { readonly faces: readonly number[] | null } };
type Asked = { readonly actionId: string; readonly action: Action; readonly mode: 'DM' | null };

const TAKE = /* GraphQL */ `
  mutation Take($input: TakeTurnInput!) {
    takeTurn(input: $input) {
      ... on TakeTurnPayload { turn { id } }
      ... on Failure { message }
    }
  }
`;
const Taken = z.object({
  takeTurn: z.object({ turn: z.object({ id: z.string() }).optional(), message: z.string().optional() }),
});
const CANCEL = /* GraphQL */ `
  mutation CallOff($turnId: ID!) {
    cancelTurn(turnId: $turnId) { __typename }
  }
`;

/** A person at play: shows what is told and sends what they say, until they leave. Nothing is kept here: the server has it all. */
export class Table {
  readonly #tools: Tools;
  readonly #interrupts: Interrupts;
  #place: Place;

  constructor({ place }: Story, tools: Tools) {
    this.#tools = tools;
    this.#place = place;
    this.#interrupts = new Interrupts(tools.terminal);
  }

  /** Resolves when the person leaves. */
  async play(openingTurnId: string | null): Promise<void> {
    try {
      if (openingTurnId === null) await this.#resume();
      else await this.#watch(openingTurnId, '');
      while (!this.#interrupts.leaving.aborted) {
        if ((await this.#round().catch((error: unknown) => this.#troubled(error))) === 'left') break;
      }
    } finally {
      this.#interrupts.close();
    }
  }

  async #troubled(error: unknown): Promise<'stays' | 'left'> {
    if (error instanceof ServerLostError) return this.#findServer(error);
    if (!(error instanceof ServerRefusedError)) throw error;
    this.#tools.terminal.print(`${error.message}\n`);
    return 'stays';
  }

  /** Waits for a server that is being restarted, and goes on where the story stands there. */
  async #findServer(error: ServerLostError): Promise<'stays' | 'left'> {
    const { print } = this.#tools.terminal;
    const { leaving } = this.#interrupts;
    print(`${error.message} Looking for it …\n`);
    for (const seconds of PATIENCE) {
      await sleep(seconds * 1000, undefined, { signal: leaving }).catch(() => {});
      if (leaving.aborted) return 'left';
      const isBack = await this.#standing().then(
        () => true,
        (again: unknown) => !(again instanceof ServerLostError),
      );
      if (!isBack) continue;
      print('It is back.\n');
      await this.#resume();
      return 'stays';
    }
    throw error;
  }

  async #round(): Promise<'stays' | 'left'> {
    const { terminal } = this.#tools;
    const { currentScene } = await this.#standing();
    this.#interrupts.idle();
    if (currentScene.pendingRoll !== null) {
      const roll = { ...currentScene.pendingRoll, expression: '1d100' };
      return this.#throw(roll, this.#tools.newActionId());
    }
    const line = await terminal.ask('> ', this.#interrupts.leaving);
    if (line === null) return 'left';
    return this.#answer(understand(line, currentScene.choices));
  }

  async #answer(meant: Meant): Promise<'stays' | 'left'> {
    const actionId = this.#tools.newActionId();
    switch (meant.meant) {
      case 'nothing':
        return 'stays';
      case 'unclear':
        this.#tools.terminal.print(`${meant.because}\n`);
        return 'stays';
      case 'say':
        return this.#take({ actionId, action: { text: meant.text }, mode: meant.mode });
      case 'choose':
        return this.#take({ actionId, action: { choice: meant.key }, mode: null });
      case 'table':
        return this.#atTable(meant.word);
    }
  }

  async #atTable(word: Extract<Meant, { meant: 'table' }>['word']): Promise<'stays' | 'left'> {
    if (word === 'quit') return 'left';
    if (word === 'look') {
      await this.#show({ isWhole: true });
      return 'stays';
    }
    const moved = await doAtTable(word, await this.#standing(), this.#tools);
    if (moved === null) return 'stays';
    if (moved.sessionId !== null) this.#place = { sessionId: moved.sessionId, cursor: null };
    await this.#show({ isWhole: true });
    return 'stays';
  }

  async #take({ actionId, action, mode }: Asked): Promise<'stays' | 'left'> {
    const { api, terminal } = this.#tools;
    const { sessionId } = this.#place;
    if (this.#place.cursor === null) {
      this.#place = { sessionId, cursor: (await this.#standing()).lastEventCursor };
    }
    const input = { sessionId, actionId, action, wait: false, ...(mode === null ? {} : { mode }) };
    const { turn, message } = (await api.ask(TAKE, { input }, Taken)).takeTurn;
    if (turn !== undefined) return this.#watch(turn.id, actionId);
    terminal.print(`${message ?? 'That could not be done.'}\n`);
    return 'stays';
  }

  /** Shows a turn and answers what it asks, until it is over. */
  async #watch(turnId: string, actionId: string): Promise<'stays' | 'left'> {
    const { api, terminal } = this.#tools;
    this.#interrupts.underWay(() => void api.ask(CANCEL, { turnId }, z.unknown()).catch(() => {}));
    terminal.print('\n');
    const tools = { api, terminal, signal: this.#interrupts.leaving };
    const { end, place } = await tellTurn(turnId, this.#place, tools);
    this.#place = place;
    return this.#after(end, turnId, actionId);
  }

  async #after(end: Ending, turnId: string, actionId: string): Promise<'stays' | 'left'> {
    const { print } = this.#tools.terminal;
    switch (end.ending) {
      case 'committed':
        await this.#show({ isWhole: false });
        return 'stays';
      case 'answered':
        return 'stays';
      case 'cancelled':
        print('The turn was called off; the story stands where it stood.\n');
        return 'stays';
      case 'failed':
        print(`${end.message}${end.retryable ? ' Say it again to try once more.' : ''}\n`);
        return 'stays';
      case 'left':
        return 'left';
      case 'question':
        return this.#clarify(end.question, turnId, actionId);
      case 'roll':
        return this.#throw(end, actionId, turnId);
    }
  }

  async #clarify(question: string, turnId: string, actionId: string): Promise<'stays' | 'left'> {
    this.#tools.terminal.print(`\n${question}\n`);
    const line = await this.#askWaiting('answer > ', turnId);
    if (line === null) return 'stays';
    const went = line.trim() === '' ? 'asks-again' : await this.#beside(line, turnId);
    if (went === 'asks-again') return this.#clarify(question, turnId, actionId);
    if (went !== null) return went;
    return this.#take({ actionId, action: { clarification: line.trim() }, mode: null });
  }

  async #throw(
    roll: Pick<Extract<Ending, { ending: 'roll' }>, 'purpose' | 'expression' | 'rows'>,
    actionId: string,
    turnId: string | null = null,
  ): Promise<'stays' | 'left'> {
    const { print, style } = this.#tools.terminal;
    print(`\n${style('bold', `${roll.purpose}: ${roll.expression}`)}\n${rowLines(roll.rows)}`);
    for (;;) {
      const line = await this.#askWaiting('your own dice, or enter > ', turnId);
      if (line === null) return turnId === null ? 'left' : 'stays';
      const went = await this.#beside(line, turnId);
      if (went === 'asks-again') continue;
      if (went !== null) return went;
      const thrown = readDice(line, roll.expression);
      if ('faces' in thrown) return this.#take({ actionId, action: { roll: thrown }, mode: null });
      print(`${thrown.because}\n`);
    }
  }

  /** Does what is said to the table while dice or an answer are awaited; null when it may be those. */
  async #beside(line: string, turnId: string | null): Promise<'stays' | 'left' | 'asks-again' | null> {
    if (!/^\s*[/?]/.test(line)) return null;
    const { sessionId } = this.#place;
    const went = await this.#answer(understand(line, []));
    // Where the roll is part of the scene, the next round asks for it again; it may also be taken back with the scene.
    const isOver = went === 'left' || turnId === null || this.#place.sessionId !== sessionId;
    return isOver ? went : 'asks-again';
  }

  /** Asks while a turn waits. Ctrl-C calls the turn off, which takes the question back: null then. */
  #askWaiting(prompt: string, turnId: string | null): Promise<string | null> {
    const { api, terminal } = this.#tools;
    const takenBack = new AbortController();
    if (turnId !== null) {
      this.#interrupts.underWay(() => {
        const calledOff = api.ask(CANCEL, { turnId }, z.unknown()).catch(() => {});
        void calledOff.finally(() => takenBack.abort());
      });
    }
    return terminal.ask(prompt, AbortSignal.any([takenBack.signal, this.#interrupts.leaving]));
  }

  /** Shows where the story stands, and goes on with a turn that runs or waits there. */
  async #resume(): Promise<void> {
    const { turns } = await this.#show({ isWhole: true });
    const turn = turns.nodes.at(-1);
    if (turn?.status === 'RUNNING') {
      this.#tools.terminal.print('A turn is being told; what was told before is in its scene.\n');
      await this.#watch(turn.id, turn.actionId);
    } else if (turn?.status.startsWith('AWAITING_')) {
      const { session } = await this.#tools.api.ask(
        LAST_EVENTS,
        { sessionId: this.#place.sessionId },
        LastEvents,
      );
      const events = session?.events.nodes.filter(({ turnId }) => turnId === turn.id) ?? [];
      const end = events.map(endingOf).findLast((ending) => ending !== null);
      if (end != null) await this.#after(end, turn.id, turn.actionId);
    }
  }

  async #standing(): Promise<Standing> {
    const { sessionId } = this.#place;
    const { session } = await this.#tools.api.ask(WHERE_IT_STANDS, { sessionId }, WhereItStands);
    if (session === null) throw new ServerRefusedError('The session is not there any more.');
    return session;
  }

  async #show({ isWhole }: { readonly isWhole: boolean }): Promise<Standing> {
    const { print, style, width } = this.#tools.terminal;
    const standing = await this.#standing();
    const { currentScene: scene, campaign } = standing;
    if (this.#place.cursor === null) this.#place = { ...this.#place, cursor: standing.lastEventCursor };
    if (isWhole) {
      print(
        `\n${style('bold', campaign.name)}, scene ${scene.index}\n\n${wrapped(scene.narration, width)}\n`,
      );
    }
    const lines = [headerLine(scene.header), resourcesLine(scene)].filter((line) => line !== '');
    print(`\n${lines.map((line) => `${style('dim', line)}\n`).join('')}${choiceLines(scene.choices)}`);
    return standing;
  }
}
