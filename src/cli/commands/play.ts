import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, ServerLostError, ServerRefusedError } from '#client/graphql-api.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { withApi } from '../play/api-connection.ts';
import { type ChosenStory, chooseStory } from '../play/choose-story.ts';
import { FOLLOW_TIMEOUTS } from '../play/follow-turn.ts';
import { Interrupts } from '../play/interrupts.ts';
import { showBeginning, showNotice } from '../play/introduction.ts';
import { type ParsedLine, parseLine } from '../play/parse-line.ts';
import { type PlayFlags, readPlayFlags } from '../play/play-flags.ts';
import { printLines } from '../play/render.ts';
import { runTableCommand } from '../play/table-commands.ts';
import { type PlayOutcome, TurnLoop } from '../play/turn-loop.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Command, CommandEnvironment, ExitCode } from './command.ts';

/** Waits for a server that is being restarted. Returns true once it answers, false when the person leaves first. */
async function findServer(
  lost: ServerLostError,
  probe: () => Promise<unknown>,
  terminal: Terminal,
  leaving: AbortSignal,
): Promise<boolean> {
  printLines(`${lost.message} Looking for it …`, terminal);
  for (const seconds of FOLLOW_TIMEOUTS) {
    await sleep(seconds * 1000, undefined, { signal: leaving }).catch(() => {});
    if (leaving.aborted) return false;
    const isBack = await probe().then(
      () => true,
      (again: unknown) => !(again instanceof ServerLostError),
    );
    if (!isBack) continue;
    terminal.print('It is back.\n');
    return true;
  }
  throw lost;
}

type Tools = { readonly api: Api; readonly terminal: Terminal; readonly newActionId: () => string };

/** Plays with one person: shows narrations and sends their input until they leave. Keeps no state; the server has all of it. */
class Table {
  readonly #tools: Tools;
  readonly #interrupts: Interrupts;
  readonly #turns: TurnLoop;

  constructor({ place }: ChosenStory, tools: Tools) {
    this.#tools = tools;
    this.#interrupts = new Interrupts(tools.terminal);
    this.#turns = new TurnLoop(place, { ...tools, interrupts: this.#interrupts }, (line) =>
      this.#answer(parseLine(line, [])),
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
        await this.#turns.watch(openingTurnId);
      }
      while (!this.#interrupts.leaving.aborted) {
        if ((await this.#round().catch((error: unknown) => this.#troubled(error))) === 'left') break;
      }
    } finally {
      this.#interrupts.close();
    }
  }

  async #troubled(error: unknown): Promise<PlayOutcome> {
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

  async #round(): Promise<PlayOutcome> {
    const { terminal } = this.#tools;
    const { awaiting, currentScene } = await this.#turns.standing();
    this.#interrupts.idle();
    if (awaiting !== null) return this.#turns.answer(awaiting);
    const line = await terminal.ask('> ', this.#interrupts.leaving);
    return line === null ? 'left' : this.#answer(parseLine(line, currentScene.choices));
  }

  async #answer(meant: ParsedLine): Promise<PlayOutcome> {
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
        return this.#atTable(meant);
    }
  }

  async #atTable({ word, rest }: Extract<ParsedLine, { meant: 'table' }>): Promise<PlayOutcome> {
    if (word === 'quit') return 'left';
    if (word === 'look') {
      await this.#turns.show({ isWhole: true });
      return 'stays';
    }
    const moved = await runTableCommand(word, rest, await this.#turns.standing(), this.#tools);
    if (moved === null) return 'stays';
    if (moved.sessionId !== null) this.#turns.moveTo(moved.sessionId);
    await this.#turns.show({ isWhole: true });
    return 'stays';
  }

  /** Shows where the story stands, and goes on with a turn that runs there. */
  async #resume(): Promise<void> {
    const { turns } = await this.#turns.show({ isWhole: true });
    const turn = turns.nodes.findLast(({ status }) => status === 'RUNNING');
    if (turn === undefined) return;
    this.#tools.terminal.print('A turn is being told; what was told before is in its scene.\n');
    await this.#turns.watch(turn.id);
  }
}

/** `scenewright play`: plays a story at the terminal, on a server or on an engine in this process. */
export const playCommand: Command = {
  usage:
    'play [--server URL] [--token T] [--continue | --new] [--pack P] [--entry E] [--persona P | --make] [--opening O] [--session-zero]',
  summary: 'plays a story here; goes on where you left',
  more: `Without --server the server that runs on the data folder of the settings is used; when none runs, an engine is started in
this process. A server on loopback without accounts needs no token; for others it may also be in SCENEWRIGHT_TOKEN.

  --continue      goes on with the newest campaign without asking
  --campaign ID   goes on with this one
  --new           begins another story; --pack, --entry, --persona and --opening answer the menus beforehand
  --make          makes a character of your own for it, by the rules of the story
  --session-zero  asks for difficulty, pace, tone and what must not happen before it begins

At the table /help lists what can be typed.
`,

  flags: [
    '--server',
    '--token',
    '--continue',
    '--campaign',
    '--new',
    '--pack',
    '--entry',
    '--persona',
    '--opening',
    '--make',
    '--session-zero',
  ],

  async run(words, surroundings) {
    const { printError } = surroundings.terminal;
    const flags = readPlayFlags(words);
    if (typeof flags === 'string') {
      printError(`${flags}\n`);
      return 2;
    }
    return withApi(flags, surroundings, (api) => playOnServer(api, flags, surroundings));
  },
};

/** Plays on a server until the person leaves. */
async function playOnServer(api: Api, flags: PlayFlags, { terminal }: CommandEnvironment): Promise<ExitCode> {
  const story = await chooseStory(flags, { api, terminal });
  if (story !== null) {
    const table = new Table(story, { api, terminal, newActionId: createTimeOrderedIds(readSystemClock) });
    await table.play(story.turnId);
  }
  terminal.print('\nUntil next time.\n');
  return 0;
}
