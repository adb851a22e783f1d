import { fileProblem } from '../files/file-problem.ts';
import { readYaml, type YamlData } from '../yaml/read-yaml.ts';

/** A Markdown file taken apart: its data, and the text below with the line it begins on. */
export type MarkdownFile = YamlData & { readonly body: string; readonly bodyLine: number };

const FENCE = /^---[ \t]*$/;

/** Reads the frontmatter between the first line `---` and the next one; positions are those of the file. */
export function readFrontmatter(text: string, file: string): MarkdownFile {
  const lines = text.split('\n');
  if (!FENCE.test(lines[0] ?? ''))
    return withoutFrontmatter(file, 'The file does not begin with frontmatter.');
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1) return withoutFrontmatter(file, 'The frontmatter is never closed.');
  const yaml = readYaml(
    lines
      .slice(1, end)
      .map((line) => `${line}\n`)
      .join(''),
    file,
    2,
  );
  const body = lines.slice(end + 1).join('\n');
  const leading = /^\s*?(?=\S|$)/.exec(body)?.[0].split('\n').length ?? 1;
  return { ...yaml, body: body.trim(), bodyLine: end + 1 + leading };
}

function withoutFrontmatter(file: string, message: string): MarkdownFile {
  const advice = 'Begin with a line ---, then the keys, then another line ---, then the text.';
  return {
    data: undefined,
    problems: [fileProblem('no-frontmatter', file, message, advice)],
    locate: () => ({ line: 1, column: 1 }),
    body: '',
    bodyLine: 1,
  };
}
