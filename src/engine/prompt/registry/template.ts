const TAG = /\{\{\s*([#/]?)\s*([^{}]*?)\s*\}\}/g;
const NAME = /^[a-z][a-z0-9_]*$/;

/** Part of a prompt: plain text, a variable, or a section that is left out when its variable is empty. */
export type TemplatePiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'section'; readonly name: string; readonly pieces: readonly TemplatePiece[] };

export type Template = { readonly pieces: readonly TemplatePiece[]; readonly names: ReadonlySet<string> };

type Open = { readonly name: string; readonly pieces: TemplatePiece[] };

/** Reads `{{name}}` and `{{#name}}…{{/name}}`. What is wrong comes back as sentences, all of them at once. */
export function parseTemplate(source: string): {
  readonly template: Template;
  readonly problems: readonly string[];
} {
  const builder = new TemplateBuilder();
  let end = 0;
  for (const match of source.matchAll(TAG)) {
    const [tag, sigil = '', name = ''] = match;
    builder.text(source.slice(end, match.index));
    builder.tag(tag, sigil, name);
    end = match.index + tag.length;
  }
  builder.text(source.slice(end));
  return builder.finish();
}

class TemplateBuilder {
  readonly #names = new Set<string>();
  readonly #problems: string[] = [];
  readonly #root: Open = { name: '', pieces: [] };
  readonly #open: Open[] = [];

  get #top(): Open {
    return this.#open.at(-1) ?? this.#root;
  }

  text(text: string): void {
    if (text !== '') this.#top.pieces.push({ type: 'text', text });
  }

  tag(tag: string, sigil: string, name: string): void {
    if (!NAME.test(name)) {
      this.#problems.push(`${tag} is no variable; write {{name}} with lower-case letters, digits and _`);
      return;
    }
    if (sigil === '/') {
      this.#close(name);
      return;
    }
    this.#names.add(name);
    if (sigil === '#') this.#open.push({ name, pieces: [] });
    else this.#top.pieces.push({ type: 'variable', name });
  }

  finish(): { readonly template: Template; readonly problems: readonly string[] } {
    for (const { name } of this.#open) {
      this.#problems.push(`{{#${name}}} is never closed; write {{/${name}}}`);
    }
    return { template: { pieces: this.#root.pieces, names: this.#names }, problems: this.#problems };
  }

  #close(name: string): void {
    const section = this.#open.at(-1);
    if (section?.name !== name) {
      this.#problems.push(`{{/${name}}} closes nothing that is open`);
      return;
    }
    this.#open.pop();
    this.#top.pieces.push({ type: 'section', name, pieces: section.pieces });
  }
}

/** Writes a template out. Values are put in as they are and never read again, so braces inside them mean nothing. */
export function renderTemplate(template: Template, values: Readonly<Record<string, string>>): string {
  return tidy(renderPieces(template.pieces, values));
}

function renderPieces(pieces: readonly TemplatePiece[], values: Readonly<Record<string, string>>): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.type === 'text') text += piece.text;
    else if (piece.type === 'variable') text += suppliedValue(values, piece.name);
    else if (suppliedValue(values, piece.name) !== '') text += renderPieces(piece.pieces, values);
  }
  return text;
}

function suppliedValue(values: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new Error(`the prompt variable ${name} was not supplied`);
  return value;
}

function tidy(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n').trim();
}
