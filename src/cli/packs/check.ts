import { resolve } from 'node:path';
import { type CheckReport, checkPacks } from '#engine/content/check-pack.ts';
import { isError, type Problem } from '#engine/content/problem.ts';
import type { Command } from './command.ts';

export const check: Command = {
  usage: 'check [path…] [--json] [--strict]',
  summary: 'Finds every problem of the packs in a folder; --strict also fails on warnings.',

  async run(parameters, { print, packsFolder, currentFolder }) {
    const flags = parameters.filter((parameter) => parameter.startsWith('--'));
    const paths = parameters.filter((parameter) => !parameter.startsWith('--'));
    const folders = paths.length === 0 ? [packsFolder] : paths.map((path) => resolve(currentFolder, path));
    const report = await checkPacks(folders, [packsFolder]);
    print(flags.includes('--json') ? `${JSON.stringify(report, null, 2)}\n` : written(report));
    const isFine = flags.includes('--strict') ? report.problems.length === 0 : report.isPlayable;
    return isFine && report.checked.length > 0 ? 0 : 1;
  },
};

function written({ checked, problems, overrides }: CheckReport): string {
  if (checked.length === 0) return 'There is no pack here: a pack is a folder with a pack.yaml.\n';
  const lines = problems.flatMap(problemLines);
  for (const { target, field, byPackId, file, line } of overrides) {
    lines.push(`${byPackId}/${file}:${line}  overrides ${field} of ${target}`);
  }
  return `${[...lines, ...(lines.length > 0 ? [''] : []), summary(checked, problems)].join('\n')}\n`;
}

function problemLines({ packId, file, line, column, severity, field, message, advice }: Problem): string[] {
  const where = [packId, file].filter((part) => part !== '').join('/');
  const about = field === '' ? '' : ` (${field})`;
  return [`${where}:${line}:${column}  ${severity}${about}: ${message}`, `    ${advice}`];
}

function summary(checked: readonly string[], problems: readonly Problem[]): string {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const found =
    problems.length === 0 ? 'no problems' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  return `${checked.join(', ')}: ${found}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
