import type { Command } from './command.ts';

const SHELLS = ['bash', 'zsh'] as const;

const USAGE = 'completion bash | zsh';

type Commands = Readonly<Record<string, { readonly load: () => Promise<Command> }>>;

/** `scenewright completion bash`: prints the script with which a shell completes words behind `scenewright`. */
export function createCompletionScript(commands: Commands): Command {
  return {
    usage: USAGE,
    summary: 'writes what a shell needs to complete what you type',
    more: `For bash: source <(scenewright completion bash), in ~/.bashrc to have it always. For zsh the same with zsh, in ~/.zshrc.
`,
    flags: SHELLS,
    async run([shell, ...rest], { terminal: { print, printError } }) {
      const known = SHELLS.find((one) => one === shell);
      if (known === undefined || rest.length > 0) {
        printError(`scenewright ${USAGE}\n`);
        return 2;
      }
      const takes = Object.entries(commands).map(async ([name, { load }]) => {
        return [name, (await load()).flags ?? []] as const;
      });
      print(completionScript(known, await Promise.all(takes)));
      return 0;
    },
  };
}

type Takes = readonly (readonly [command: string, words: readonly string[]])[];

function completionScript(shell: (typeof SHELLS)[number], takes: Takes): string {
  const names = [...takes.map(([name]) => name), 'help'].join(' ');
  const cases = takes
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `    ${name}) words="${words.join(' ')}" ;;\n`);
  const script = `_scenewright() {
  local words=""
  case "\${COMP_WORDS[1]}" in
${cases.join('')}    help) words="${names}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _scenewright scenewright
`;
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}
