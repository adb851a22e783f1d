const MOST_LINES = 20;
const MOST_CHARACTERS = 400;

export type Dialogue = {
  /** Lines of the character in the examples. */
  readonly lines: readonly string[];
  /** Everything else: how others speak and what is told between. */
  readonly rest: string;
};

/** Takes example dialogue apart: lines of the character, and the rest. Blocks begin with `<START>`. */
export function convertDialogue(text: string, character: string): Dialogue {
  const own = `${character.toLowerCase()}:`;
  const lines: string[] = [];
  const rest: string[] = [];
  let current: string[] | null = null;
  const close = () => {
    if (current !== null) lines.push(current.join(' ').slice(0, MOST_CHARACTERS));
    current = null;
  };
  for (const written of text.split('\n')) {
    const line = written.trim();
    if (line === '' || /^<start>$/i.test(line)) close();
    else if (line.toLowerCase().startsWith(own)) {
      close();
      current = [line.slice(own.length).trim()].filter((words) => words !== '');
    } else if (current === null || /^[^\s:]{1,40}:/.test(line)) {
      close();
      rest.push(line);
    } else (current as string[]).push(line);
  }
  close();
  const said = lines.filter((line) => line !== '').slice(0, MOST_LINES);
  // Examples in which nobody is named are all of the character's manner.
  return { lines: said, rest: rest.join('\n') };
}
