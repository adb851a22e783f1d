const LONGEST = 80;

/** What a client sent, as a message can repeat it: whole letters, nothing that is none, and not too much of it. */
export function shortly(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST).toWellFormed()].map((letter) =>
    letter.replace(/\p{Cc}/u, ' '),
  );
  const cut = letters.slice(0, LONGEST).join('');
  return cut.length < text.length ? `${cut}…` : cut;
}
