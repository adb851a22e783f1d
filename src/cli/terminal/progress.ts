const WIDTH = 30;
const LABEL = 20;

/** How far something has come, as one line: `neo_seattle          [##########....................] 64/190 by meaning`. */
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

/** Where nobody looks, so many lines tell of long work at most. */
const LINES = 4;

/**
 * Hears how far long work has come and shows it: on a terminal as a bar that is drawn over itself, elsewhere as a plain line now and
 * then. What is done in one go is not worth a line.
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
