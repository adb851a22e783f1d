import { type ListedOperation, listOperations } from '#engine/content/pack-operations.ts';
import type { Command } from './command.ts';

export const operations: Command = {
  usage: 'operations [name] [--json]',
  summary: 'Prints every operation a clock or a deadline can set off, with its fields.',

  async run(parameters, { print, printError }) {
    const [name] = parameters.filter((parameter) => !parameter.startsWith('--'));
    const listed = listOperations().filter((operation) => name === undefined || operation.name === name);
    if (listed.length === 0) {
      printError(`There is no operation ${name}.\n`);
      return 2;
    }
    print(
      parameters.includes('--json') ? `${JSON.stringify(listed, null, 2)}\n` : listed.map(written).join('\n'),
    );
    return 0;
  },
};

function written({ name, summary, fields }: ListedOperation): string {
  const lines = fields.map((field) => {
    const mark = field.isRequired ? ' (required)' : '';
    return `    ${field.name}: ${field.takes}${mark}\n`;
  });
  return `${name}\n  ${summary}\n${lines.join('')}`;
}
