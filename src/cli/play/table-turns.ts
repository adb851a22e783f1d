import type { Terminal } from '../terminal.ts';
import type { Api } from './api.ts';
import { type Asked, askTurn, callOff } from './ask-turn.ts';
import type { Interrupts } from './interrupts.ts';
import { fetchIntroduction, type Introduction } from './introduction.ts';
import { choiceLines, printLines, rowLines, wrapLines } from './render.ts';
import type { Standing } from './scene.ts';
import { showReport } from './show-report.ts';
import { askedFor, showStanding, standingOf } from './standing.ts';
import { type Ending, type Place, tellTurn } from './tell-turn.ts';
import { readDice } from './understand.ts';

/** Whether the person goes on playing. */
export type Stays = 'stays' | 'left';

/** Dice that are awaited; `turnId` is null where the roll is a turn of its own. */
type Awaited = Omit<Extract<Ending, { ending: 'roll' }>, 'ending'> & {
  readonly actionId: string;
  readonly turnId: string | null;
};

type Question = Extract<Ending, { ending: 'question' }>;

type Tools = { readonly api: Api; readonly terminal: Terminal; readonly interrupts: Interrupts };

const CALLED_OFF = 'The turn was called off; the story stands where it stood.';

/** The turns of a person at play: sends them, shows them, and has the person answer what they ask. */
export class TableTurns {
  readonly #tools: Tools;
  readonly #toTable: (line: string) => Promise<Stays>;
  #place: Place;
  /** Shown again with the opening scene. */
  #prologue: string | null = null;
  #tellsRolls = false;

  /** `toTable` does what is said to the table while a turn waits. */
  constructor(place: Place, tools: Tools, toTable: (line: string) => Promise<Stays>) {
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

  standing(): Promise<Standing> {
    return standingOf(this.#place.sessionId, this.#tools.api);
  }

  async show({ isWhole }: { readonly isWhole: boolean }): Promise<Standing> {
    const standing = await this.standing();
    if (this.#place.cursor === null) this.#place = { ...this.#place, cursor: standing.lastEventCursor };
    showStanding(standing, { isWhole, prologue: this.#prologue }, this.#tools.terminal);
    return standing;
  }

  async take(asked: Asked): Promise<Stays> {
    const { api, terminal } = this.#tools;
    const { sessionId } = this.#place;
    if (this.#place.cursor === null) {
      this.#place = { sessionId, cursor: (await this.standing()).lastEventCursor };
    }
    const taken = await askTurn(sessionId, asked, api);
    if ('turnId' in taken) return this.watch(taken.turnId, asked.actionId);
    printLines(taken.because, terminal);
    return 'stays';
  }

  /** Shows a turn and answers what it asks, until it is over. */
  async watch(turnId: string, actionId: string): Promise<Stays> {
    const { api, terminal, interrupts } = this.#tools;
    interrupts.underWay(() => void callOff(turnId, api));
    terminal.print('\n');
    const { end, place } = await tellTurn(turnId, this.#place, {
      api,
      terminal,
      signal: interrupts.leaving,
      tellsRolls: this.#tellsRolls,
    });
    this.#place = place;
    return this.#after(end, turnId, actionId);
  }

  /** Asks again what a turn that waits has asked. */
  async askAgain(turnId: string, actionId: string): Promise<void> {
    const end = await askedFor(this.#place.sessionId, turnId, this.#tools.api);
    if (end !== null) await this.#after(end, turnId, actionId);
  }

  async #after(end: Ending, turnId: string, actionId: string): Promise<Stays> {
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
      case 'question':
        return this.#clarify(end, turnId, actionId);
      case 'roll':
        return this.throw({ ...end, actionId, turnId });
    }
  }

  /** Asks until there is an answer: free words, or the number of an option. */
  async #clarify(asked: Question, turnId: string, actionId: string): Promise<Stays> {
    const { terminal } = this.#tools;
    printLines(`\n${asked.question}`, terminal);
    const options = asked.options.map((text) => ({ key: text, text, description: '' }));
    terminal.print(choiceLines(options, terminal.width));
    const line = await this.#askWaiting('answer > ', turnId);
    if (line === null) return 'stays';
    const went = line.trim() === '' ? 'asks-again' : await this.#beside(line, turnId);
    if (went === 'asks-again') return this.#clarify(asked, turnId, actionId);
    if (went !== null) return went;
    const chosen = /^\d+$/.test(line.trim()) ? asked.options[Number(line) - 1] : undefined;
    return this.take({ actionId, action: { clarification: chosen ?? line.trim() }, mode: null });
  }

  async throw({ purpose, expression, rows, rollId, actionId, turnId }: Awaited): Promise<Stays> {
    const { terminal } = this.#tools;
    const { print, style, width } = terminal;
    print(`\n${style('bold', wrapLines(`${purpose}: ${expression}`, width))}\n${rowLines(rows, width)}`);
    for (;;) {
      const line = await this.#askWaiting('your own dice, or enter > ', turnId);
      if (line === null) return turnId === null ? 'left' : 'stays';
      const went = await this.#beside(line, turnId);
      if (went === 'asks-again') continue;
      if (went !== null) return went;
      const thrown = readDice(line, expression);
      if ('faces' in thrown)
        return this.take({ actionId, action: { roll: { ...thrown, rollId } }, mode: null });
      printLines(thrown.because, terminal);
    }
  }

  /** Does what is said to the table while dice or an answer are awaited; null when it may be those. */
  async #beside(line: string, turnId: string | null): Promise<Stays | 'asks-again' | null> {
    if (!/^\s*[/?]/.test(line)) return null;
    const { sessionId } = this.#place;
    const went = await this.#toTable(line);
    // Where the roll is part of the scene, the next round asks for it again; it may also be taken back with the scene.
    const isOver = went === 'left' || turnId === null || this.#place.sessionId !== sessionId;
    return isOver ? went : 'asks-again';
  }

  /** Asks while a turn waits. Ctrl-C calls the turn off, which takes the question back: null then. */
  #askWaiting(prompt: string, turnId: string | null): Promise<string | null> {
    const { api, terminal, interrupts } = this.#tools;
    const takenBack = new AbortController();
    if (turnId !== null) {
      const takeBack = () => {
        if (!interrupts.leaving.aborted) printLines(CALLED_OFF, terminal);
        takenBack.abort();
      };
      interrupts.underWay(() => void callOff(turnId, api).finally(takeBack));
    }
    return terminal.ask(prompt, AbortSignal.any([takenBack.signal, interrupts.leaving]));
  }
}
