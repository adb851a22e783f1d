const STRING_COMMENT_OR_BRACKET = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[[\](){}]/g;

/** How deep the brackets of a document stand inside each other, those in strings and comments apart. */
export function nestingOf(source: string): number {
  let [depth, deepest] = [0, 0];
  for (const [found] of source.matchAll(STRING_COMMENT_OR_BRACKET)) {
    if ('[({'.includes(found)) deepest = Math.max(deepest, ++depth);
    else if ('])}'.includes(found)) depth -= 1;
  }
  return deepest;
}
