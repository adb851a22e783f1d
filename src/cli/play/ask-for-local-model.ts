import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { readConfig } from '#config';
import { readSystemClock } from '#engine/util/clock.ts';
import { chooseModels } from '#server/choose-models.ts';
import type { CommandEnvironment } from '../commands/command.ts';

const FILE = 'play-model.json';
/** The answer by the key of the model that was offered. */
const Answers = z.record(z.string(), z.boolean());

/**
 * Asks once whether to play with a model found on this machine, and remembers the answer. Returns the settings to start with:
 * unchanged when a key or setting chooses a model, when the answer is yes, or when there is none.
 */
export async function askForLocalModel({
  terminal,
  environment,
}: CommandEnvironment): Promise<CommandEnvironment['environment']> {
  const config = readConfig({ ...environment });
  const { isFoundHere, keys, models } = await chooseModels(config, readSystemClock);
  if (!isFoundHere) return environment;
  const file = join(resolve(config.SCENEWRIGHT_DATA), FILE);
  const answers = readAnswers(file);
  const answer = answers[keys.large] ?? (await ask(models.open(keys.large).entry.name, terminal));
  if (answers[keys.large] === undefined && answer !== null)
    saveAnswers(file, { ...answers, [keys.large]: answer });
  return (answer ?? true) ? environment : { ...environment, SMALL_MODEL: 'offline', LARGE_MODEL: 'offline' };
}

/** Asks whether to use a model; null when the input has ended. */
async function ask(name: string, terminal: CommandEnvironment['terminal']): Promise<boolean | null> {
  terminal.print(`Found ${name}. Use it to tell the story? [Y/n]\n`);
  const answer = await terminal.ask('> ');
  return answer === null ? null : !/^n/i.test(answer.trim());
}

function readAnswers(file: string): z.infer<typeof Answers> {
  try {
    return Answers.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

function saveAnswers(file: string, answers: z.infer<typeof Answers>): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(answers)}\n`);
}
