const TITLE =
  /^(?:The|Captain|Lord|Lady|Don|Doña|Father|Mother|Sister|Brother|Big|Old|Agent|Mr\.?|Mrs\.?|Ms\.?|Miss|Dr\.?|Doctor|Aunt|Uncle|Madam|King|Queen|Infante|Infanta|Bishop|Master|Gaffer|Chief|Officer|Reverend|Sir|Dame|First|Second|Young)\s/;

/** What people call each other: a nickname, the first of two names, or the whole where that is how one is known. */
export function shortName(name: string): string {
  const nickname = /["“]([^"”]+)["”]/.exec(name)?.[1];
  if (nickname !== undefined) return nickname;
  const words = name.split(/\s+/);
  return words.length === 2 && !TITLE.test(name) ? (words[0] ?? name) : name.replace(/^The /, 'the ');
}

/** `The Pier House` inside a sentence. */
export function midSentence(name: string): string {
  return name.replace(/^(The|An?) /, (article) => article.toLowerCase());
}

/** A sentence may begin with a name that is written small inside one. */
export function capital(text: string): string {
  return text.replace(
    /^([“"(]?)(\p{Ll})/u,
    (_all, mark: string, first: string) => mark + first.toUpperCase(),
  );
}
