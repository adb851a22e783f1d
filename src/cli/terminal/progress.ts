const WIDTH = 30;
const LABEL = 20;

/** Formats progress as one line: `neo_seattle          [##########....................] 64/190 by meaning`. */
export function formatProgressBar(
  label: string,
  share: number,
  done: number,
  of: number,
  doing = '',
): string {
  const full = Math.round(share * WIDTH);
  const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`;
  const count = `${String(done).padStart(String(of).length)}/${of}`;
  return `${label.padEnd(LABEL)} [${bar}] ${count} ${doing}`.trimEnd();
}

type Outside = { readonly print: (text: string) => void; readonly isTerminal: boolean };

/** Maximum number of progress lines of one job when the output is not a terminal. */
const LINES = 4;

/**
 * Shows the progress of long work: on a terminal as a bar redrawn in place, elsewhere as an occasional plain line. Prints
 * nothing for work done in one step.
 */
export function createProgress(
  label: string,
  { print, isTerminal }: Outside,
): (done: number, of: number) => void {
  let shown = '';
  let told = 0;
  return (done, of) => {
    if (of < 2) return;
    const line = formatProgressBar(label, done / of, done, of);
    const isOver = done >= of;
    if (isTerminal && line !== shown) print(`\r${line}${isOver ? '\n' : ''}`);
    const quarter = Math.floor((done / of) * LINES);
    if (!isTerminal && quarter > told) print(`${label}: ${done} of ${of}\n`);
    shown = line;
    told = quarter;
  };
}
