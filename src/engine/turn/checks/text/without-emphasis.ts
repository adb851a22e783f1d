const BOLD = /\*\*([^*\n]+)\*\*|__([^_\n]+)__/g;
const WORDS = '([^*_\\s.!?…“”"]+(?: [^*_\\s.!?…“”"]+){0,2})';
/** A word or two in italics; more of it may be a page that is read, which nobody does or says. */
const ITALICS = new RegExp(`(?<![*_\\p{L}\\p{N}])(?:\\*${WORDS}\\*|_${WORDS}_)(?![*_\\p{L}\\p{N}])`, 'gu');

/** Prose without the marks by which models stress words: what is said is the same, and is held to the same. */
export function withoutEmphasis(prose: string): string {
  if (!/[*_]/.test(prose)) return prose;
  const kept = (_match: string, starred?: string, lined?: string) => starred ?? lined ?? '';
  return prose.replace(BOLD, kept).replace(ITALICS, kept);
}
