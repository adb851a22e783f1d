/** Whether a text holds a quotation, letters and digits alone: spaces, case and marks do not matter. An empty quotation is in none. */
export function containsText(text: string, quote: string): boolean {
  const wanted = toBareText(quote);
  return wanted !== '' && toBareText(text).includes(wanted);
}

function toBareText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
