import { remembered } from '#engine/kit/remembered.ts';

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

// One prose is looked at by several checks, and again with every sentence that is added.
const KEPT_CHARACTERS = 200_000;

/** The words of a text without case and accents. Scripts that set no spaces give one word for each sign. */
export const plainWords = remembered((text: string): readonly string[] => {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();
  return (plain.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? [...word] : [word]));
}, KEPT_CHARACTERS);

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** How many words a reader would count, in any script. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count += 1;
  return count;
}

const STOPWORDS = new Set(
  `a an the and or but nor so yet of in on at to for from by with without into onto over under after before since until
  while as if than then that this these those there here where when who whom whose which what why how it its he him his she
  her hers they them their theirs we us our you your yours i me my mine is am are was were be been being do does did done
  have has had having will would shall should can could may might must not no only also just very too more most some any all
  each every other another one own same such up down out off about again once ever never still already even both few many
  much now s t d ll re ve m don't doesn't didn't isn't aren't wasn't weren't can't cannot won't it's that's there's he's
  she's they're you're i'm let get got gets go goes went come comes came say says said tell tells told know knows make makes
  made take takes took put puts give gives given gave upon ago between among through across against along around`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** The words that carry meaning, brought to their stems, each once. */
export function contentStems(text: string): ReadonlySet<string> {
  return new Set(
    plainWords(text)
      .filter((word) => !STOPWORDS.has(word) && (word.length > 2 || /\d/.test(word)))
      .map(stem),
  );
}

export function isStopword(word: string): boolean {
  return STOPWORDS.has(word);
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `kept:keep held:hold built:build hid:hide hidden:hide wrote:write written:write sold:sell burst:burst broke:break broken:break
  drove:drive driven:drive fell:fall fallen:fall died:die dead:die death:die dying:die paid:pay bought:buy sworn:swear swore:swear left:leave
  found:find lost:lose shut:shut split:split spent:spend stole:steal stolen:steal brought:bring sent:send signed:sign
  knew:know forgave:forgive forgiven:forgive remembered:rememb remembers:rememb wives:wife men:man women:woman killed:kill
  kills:kill sang:sing drank:drink ran:run rode:ride rose:rise began:begin begun:begin`
    .split(/\s+/)
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [form = '', base = ''] = pair.split(':');
      return [form, base];
    }),
);

/** A rough stem: endings off, a doubled last letter undone. Enough to see `delivery` in `deliveries`. */
export const stem = remembered((word: string): string => {
  const bare = word.replace(/'s$|s'$/, '');
  const irregular = IRREGULAR.get(bare);
  if (irregular !== undefined) return irregular;
  const cut = bare
    .replace(/ies$/, 'y')
    .replace(/(?:sses)$/, 'ss')
    .replace(/(?<=\w{3})(?:ingly|edly|ing|ed|es|er|ly)$/, '')
    .replace(/(?<=\w{2}[^s])s$/, '');
  return cut.replace(/([b-df-hj-np-rtv-z])\1$/, '$1').replace(/(?<=\w{3})[ey]$/, '');
}, KEPT_CHARACTERS);
