/** Words taken apart: whom they are said to, where they say so, and the matter itself without that. */
export type SpokenTo = { readonly whom: string | null; readonly matter: string };

const ONWARD =
  'about|regarding|concerning|who|whom|whose|what|where|when|why|how|which|whether|if|for|to|that|not|not to|if';

/** `ask the Count of Luna | about the king`, `tell Viktor | that Jin is alive`. */
const SAID_TO = new RegExp(
  `\\b(?:ask|question|interrogate|quiz|press|tell|beg|implore|persuade|convince|warn|thank|greet|(?:talk|speak|chat|say)(?:ing)?\\s+(?:to|with))(?:s|ed|ing)?\\s+` +
    `(?!(?:${ONWARD}|me|us)\\b)((?:[\\p{L}\\p{N}.'’-]+\\s+?){0,7}?[\\p{L}\\p{N}'’-]+\\.?)(?=\\s+(?:${ONWARD})\\b|\\s*[,:;!?"“”]|\\s*\\.?$|\\.\\s)`,
  'iu',
);
/** `Viktor, who paid?` */
const CALLED_FIRST = /^\s*["“]?((?:[\p{L}.'’-]+\s+){0,3}[\p{L}'’-]+),\s+(?=\p{L})/u;
/** `Who paid, Viktor?` */
const CALLED_LAST = /,\s+((?:[\p{L}.'’-]+\s+){0,3}[\p{L}'’-]+)\s*\?["”]?\s*$/u;
/** What one says before one begins. */
const NO_CALL =
  /^(?:well|so|now|then|and|but|ok|okay|please|hey|listen|look|tell me|excuse me|sorry|yes|no|oh|ah|right|hello|hi|anyway|actually|first|after|before|when|if|while|as|i|we)\b/i;

export function spokenTo(words: string): SpokenTo {
  const said = SAID_TO.exec(words);
  const whom = said?.[1]?.trim();
  if (said !== null && whom !== undefined)
    return { whom, matter: words.slice(said.index + said[0].length).trim() };
  if (!words.includes('?')) return { whom: null, matter: words };
  for (const pattern of [CALLED_FIRST, CALLED_LAST]) {
    const called = pattern.exec(words)?.[1]?.trim();
    if (called !== undefined && !NO_CALL.test(called))
      return { whom: called, matter: words.replace(pattern, pattern === CALLED_LAST ? '?' : '').trim() };
  }
  return { whom: null, matter: words };
}

const ANYBODY =
  /^(?:him|her|them|it|you|everyone|everybody|anyone|anybody|someone|somebody|whoever|one|ones|all|man|men|woman|women|person|people|others?|strangers?|guy|girl|boy|child|kid|crowd|company|group|room|table|friends?|locals?|two|both|master|boss)$/i;

/** Whether a word for somebody could mean anybody who is there: `the first man I see`. */
export function isAnybody(whom: string): boolean {
  const bare = whom
    .trim()
    .replace(/\s+(?:i|we|who|that|at|in|by|near|with|behind|on|here|there|again)\b.*$/i, '');
  return ANYBODY.test(bare.split(/\s+/).at(-1) ?? '');
}
