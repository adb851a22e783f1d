import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runScenewright } from '#cli/scenewright.ts';
import { pseudoTerminal } from '../support/pseudo-terminal.ts';

async function script(shell: string): Promise<string> {
  const { terminal, out } = pseudoTerminal();
  await runScenewright(['completion', shell], { terminal, currentFolder: '.', environment: {} });
  return out();
}

it.each([
  [['scenewright', 'rep'], ['replay']],
  [
    ['scenewright', 'replay', '--t'],
    ['--to', '--temperature'],
  ],
  [['scenewright', 'turn', 's'], ['show']],
  [['scenewright', 'help', 'met'], ['metrics']],
])('completes %j in bash', async (words, completed) => {
  const typed = words.map((word) => `"${word}"`).join(' ');
  const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _scenewright; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-c', `${await script('bash')}\n${ask}`], { encoding: 'utf8' });

  expect(printed.trim().split('\n')).toEqual(completed);
});

it('writes the same for zsh, which reads it by bashcompinit', async () => {
  expect(await script('zsh')).toBe(`autoload -U +X bashcompinit && bashcompinit\n${await script('bash')}`);
});
