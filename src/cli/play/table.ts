import type { Terminal } from '../terminal.ts';
import { type Api, ServerLostError, ServerRefusedError } from './api.ts';
import type { Story } from './begin-story.ts';
import { findServer } from './find-server.ts';
import { Interrupts } from './interrupts.ts';
import { showBeginning, showNotice } from './introduction.ts';
import { printLines } from './render.ts';
import { type Stays, TableTurns } from './table-turns.ts';
import { doAtTable } from './table-words.ts';
import { type Meant, understand } from './understand.ts';

type Tools = { readonly api: Api; readonly terminal: Terminal; readonly newActionId: () => string };

/** A person at play: shows what is told and sends what they say, until they leave. Nothing is kept here: the server has it all. */
export class Table {
  readonly #tools: Tools;
  readonly #interrupts: Interrupts;
  readonly #turns: TableTurns;

  constructor({ place }: Story, tools: Tools) {
    this.#tools = tools;
    this.#interrupts = new Interrupts(tools.terminal);
    this.#turns = new TableTurns(place, { ...tools, interrupts: this.#interrupts }, (line) =>
      this.#answer(understand(line, [])),
    );
  }

  /** Resolves when the person leaves. */
  async play(openingTurnId: string | null): Promise<void> {
    try {
      const introduction = await this.#turns.introduction();
      showNotice(introduction, this.#tools.terminal);
      if (openingTurnId === null) await this.#resume();
      else {
        showBeginning(introduction, this.#tools.terminal);
        await this.#turns.watch(openingTurnId, '');
      }
      while (!this.#interrupts.leaving.aborted) {
        if ((await this.#round().catch((error: unknown) => this.#troubled(error))) === 'left') break;
      }
    } finally {
      this.#interrupts.close();
    }
  }

  async #troubled(error: unknown): Promise<Stays> {
    const { terminal } = this.#tools;
    if (error instanceof ServerLostError) {
      const probe = () => this.#turns.standing();
      if (!(await findServer(error, probe, terminal, this.#interrupts.leaving))) return 'left';
      await this.#resume();
      return 'stays';
    }
    if (!(error instanceof ServerRefusedError)) throw error;
    printLines(error.message, terminal);
    return 'stays';
  }

  async #round(): Promise<Stays> {
    const { terminal, newActionId } = this.#tools;
    const { pendingRoll, choices } = (await this.#turns.standing()).currentScene;
    this.#interrupts.idle();
    if (pendingRoll !== null) {
      const ownTurn = { expression: '1d100', rollId: null, turnId: null };
      return this.#turns.throw({ ...pendingRoll, ...ownTurn, actionId: newActionId() });
    }
    const line = await terminal.ask('> ', this.#interrupts.leaving);
    return line === null ? 'left' : this.#answer(understand(line, choices));
  }

  async #answer(meant: Meant): Promise<Stays> {
    const actionId = this.#tools.newActionId();
    switch (meant.meant) {
      case 'nothing':
        return 'stays';
      case 'unclear':
        printLines(meant.because, this.#tools.terminal);
        return 'stays';
      case 'say':
        return this.#turns.take({ actionId, action: { text: meant.text }, mode: meant.mode });
      case 'choose':
        return this.#turns.take({ actionId, action: { choice: meant.key }, mode: null });
      case 'table':
        return this.#atTable(meant.word);
    }
  }

  async #atTable(word: Extract<Meant, { meant: 'table' }>['word']): Promise<Stays> {
    if (word === 'quit') return 'left';
    if (word === 'look') {
      await this.#turns.show({ isWhole: true });
      return 'stays';
    }
    const moved = await doAtTable(word, await this.#turns.standing(), this.#tools);
    if (moved === null) return 'stays';
    if (moved.sessionId !== null) this.#turns.moveTo(moved.sessionId);
    await this.#turns.show({ isWhole: true });
    return 'stays';
  }

  /** Shows where the story stands, and goes on with a turn that runs or waits there. */
  async #resume(): Promise<void> {
    const { turns } = await this.#turns.show({ isWhole: true });
    // Questions may have been asked outside the story since it began to wait.
    const turn = turns.nodes.findLast(({ status }) => /^(RUNNING$|AWAITING_)/.test(status));
    if (turn?.status === 'RUNNING') {
      this.#tools.terminal.print('A turn is being told; what was told before is in its scene.\n');
      await this.#turns.watch(turn.id, turn.actionId);
    } else if (turn !== undefined) await this.#turns.askAgain(turn.id, turn.actionId);
  }
}
