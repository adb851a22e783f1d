/** A piece of a Markdown text: the overview under its # heading, or one ## section with all that is below it. */
export type Section = {
  /** Null for the overview. */
  readonly heading: string | null;
  /** Without its own heading, deeper headings included. */
  readonly text: string;
  /** Marked `{gm}` in the heading: the game master's alone. */
  readonly isHidden: boolean;
  /** The line its text begins on, counted from 1 within the body. */
  readonly line: number;
};

export type Outline = {
  /** The first # heading, if there is one. */
  readonly title: string | null;
  readonly sections: readonly Section[];
};

type Line = { readonly text: string; readonly line: number };
type Open = { heading: string | null; isHidden: boolean; lines: Line[] };

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const LONGEST_HEADING = 200;
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HIDDEN_MARK = /\s*\{gm\}\s*$/i;

/** Cuts a Markdown body at its # and ## headings. Headings inside code fences are text. */
export function parseOutline(body: string): Outline {
  let title: string | null = null;
  let fence: string | null = null;
  let current: Open = { heading: null, isHidden: false, lines: [] };
  const sections: Open[] = [current];

  for (const [at, line] of body.split('\n').entries()) {
    fence = fenceAfter(line, fence);
    const cut = fence === null ? cutAt(line) : null;
    if (cut === null) current.lines.push({ text: line, line: at + 1 });
    else if (cut.level === 1 && title === null) {
      title = cut.heading;
      current.isHidden = cut.isHidden;
    } else {
      current = { heading: cut.heading, isHidden: cut.isHidden, lines: [] };
      sections.push(current);
    }
  }
  return { title, sections: sections.map(closed).filter(({ text }) => text !== '') };
}

type Cut = { readonly level: number; readonly heading: string; readonly isHidden: boolean };

function cutAt(line: string): Cut | null {
  const [mark, { length: level } = ''] = HEADING.exec(line) ?? [];
  if (mark === undefined || level > 2) return null;
  const words = line.slice(mark.length, mark.length + LONGEST_HEADING).replace(/\s#+\s*$/, '');
  return { level, heading: words.replace(HIDDEN_MARK, '').trim(), isHidden: HIDDEN_MARK.test(words) };
}

function fenceAfter(line: string, fence: string | null): string | null {
  const mark = CODE_FENCE.exec(line)?.[1];
  if (mark === undefined) return fence;
  if (fence === null) return mark;
  const closes = mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
  return closes ? null : fence;
}

function closed({ lines, ...section }: Open): Section {
  const first = lines.find(({ text }) => text.trim() !== '');
  const text = lines.map((one) => one.text).join('\n');
  return { ...section, text: text.trim(), line: first?.line ?? 1 };
}
