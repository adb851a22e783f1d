const MODERN: ReadonlyMap<string, string> = new Map(
  `thou:you thee:you ye:you thy:your thine:your thyself:yourself dost:do didst:did hast:have hadst:had wert:were wast:were
  shalt:shall canst:can couldst:could wouldst:would shouldst:should mayst:may mightst:might doth:does hath:has saith:says
  quoth:said spake:spoke`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [old = '', modern = ''] = pair.split(':');
      return [old, modern];
    }),
);

/** A small word of older English as it is written now; any other as it is. */
export function modernWord(word: string): string {
  return MODERN.get(word) ?? word;
}

/** What a verb with an older ending could be today, likeliest first: `kneeleth` kneels, `liftedst` lifted, `drewest` drew. */
export function modernForms(word: string): readonly string[] {
  const third = /^(\w{2,})eth$/.exec(word)?.[1];
  if (third !== undefined) return [`${third}s`, `${third}es`, `${third.replace(/(\w)\1$/, '$1')}s`];
  const second = /^(\w{3,}?)(?:e?st)$/.exec(word)?.[1];
  return second === undefined ? [] : [second, `${second}e`];
}
