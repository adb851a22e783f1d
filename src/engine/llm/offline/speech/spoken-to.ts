/** Words taken apart: whom they are said to, where they say so, and the matter itself without that. */
export type SpokenTo = {
  readonly whom: string | null;
  readonly matter: string;
  /** What is done before anything is said. */
  readonly before: string;
};

const ONWARD =
  'about|regarding|concerning|who|whom|whose|what|where|when|why|how|which|whether|if|for|to|that|not';
const NAME = String.raw`((?:[\p{L}\p{N}.'’-]+\s+?){0,7}?[\p{L}\p{N}'’-]+)`;
const END = String.raw`(?=\s+(?:${ONWARD}|(?:his|her|their) name)\b|\s*[,:;!?"“”]|\s*(?<!\b(?:Mr|Mrs|Ms|Dr|St))\.(?:\s|$)|\s*$)`;

/** `ask the Count of Luna | about the king`, `tell Viktor | that Jin is alive`. */
const SAID_TO = new RegExp(
  String.raw`(?<!\b(?:you|he|she|they|who|never|not)\s+)\b(?:ask|question|interrogate|quiz|press|tell|beg|implore|persuade|convince|warn|thank|greet|(?:talk|speak|chat|say)(?:ing)?\s+(?:to|with))(?:s|ed|ing)?\s+` +
    String.raw`(?!(?:${ONWARD}|me|us)\b)${NAME}${END}`,
  'iu',
);
/** `Viktor, who paid?` */
const CALLED_FIRST = /^\s*["“]?((?:[\p{L}.'’-]+\s+){0,3}[\p{L}'’-]+),\s+(?=\p{L})/u;
/** `Who paid, Viktor?` */
const CALLED_LAST = /,\s+((?:[\p{L}.'’-]+\s+){0,3}[\p{L}'’-]+)\s*\?["”]?\s*$/u;
/** What one says before one begins. */
const NO_CALL =
  /^(?:well|so|now|then|and|but|ok|okay|please|hey|listen|look|tell me|excuse me|sorry|yes|no|oh|ah|right|hello|hi|anyway|actually|first|after|before|when|if|while|as|i|we|who|what|where|when|why|how|which|is|are|do|does|did|can|could|will|would|have|has|was|were|you|he|she|they|it)\b/i;

export function spokenTo(words: string): SpokenTo {
  const said = SAID_TO.exec(words);
  const whom = said?.[1]?.trim();
  if (said !== null && whom !== undefined)
    return {
      whom,
      matter: words.slice(said.index + said[0].length).trim(),
      before: words.slice(0, said.index),
    };
  if (!words.includes('?')) return { whom: null, matter: words, before: '' };
  for (const pattern of [CALLED_FIRST, CALLED_LAST]) {
    const called = pattern.exec(words)?.[1]?.trim();
    if (called !== undefined && !NO_CALL.test(called))
      return {
        whom: called,
        matter: words.replace(pattern, pattern === CALLED_LAST ? '?' : '').trim(),
        before: '',
      };
  }
  return { whom: null, matter: words, before: '' };
}

const ANYBODY =
  /^(?:him|her|them|it|you|everyone|everybody|anyone|anybody|someone|somebody|whoever|one|ones|all|man|men|woman|women|person|people|others?|strangers?|guy|girl|boy|child|kid|crowd|company|group|room|table|friends?|locals?|same|two|both|master|boss)$/i;

/** Whether a word for somebody could mean anybody who is there: `the first man I see`. */
export function isAnybody(whom: string): boolean {
  const bare = whom
    .trim()
    .replace(/\s+(?:i|we|who|that|at|in|by|near|with|behind|on|here|there|again|aside)\b.*$/i, '')
    .replace(/\s+\p{L}+ly$/u, '');
  return ANYBODY.test(bare.split(/\s+/).at(-1) ?? '');
}
