/** `Label: text`, or nothing where there is no text. */
export function labelled(label: string, text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [`${label}: ${text}`];
}

/** A list under its label, or nothing where it is empty. */
export function listed(label: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${label}:`, ...lines.map((line) => `- ${line}`)];
}
