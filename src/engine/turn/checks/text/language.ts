import { plainWords } from './words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const COMMON = {
  english: words(
    'the and of to a in is it you that he was for on are with as his they at be this from have or by not but what all were when we there can an your which their said if will she her him do into than then them out up has had my me i its who would no',
  ),
  others: [
    words(
      'de la que el en y a los se del las un por con no una su para es al lo como mas pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos hay tu te ves muy',
    ),
    words(
      'der die und in den von zu das mit sich des auf ist im dem nicht ein eine als auch es an er hat aus bei war wie sie ich du nach um am noch nur wird dich dir sind wir was dann denkst',
    ),
    words(
      'de la le et les des en un du une que est pour qui dans sur pas au par il plus ne se ce avec sont elle ses mais son tu je vous nous ton ta dehors',
    ),
    words(
      'di e il la che in a per un del non una sono con le si da i lo gli come ma al piu dei nel alla tu ti questa qualcosa',
    ),
    words(
      'de a o que e do da em um para com nao uma os no se na por mais as dos como mas foi ao ele das tem seu sua ou voce',
    ),
    words('de het een en van in is dat op te zijn met voor niet aan er om als ook bij je hij ze maar die'),
  ],
} as const;

const FOREIGN = /[\p{L}--\p{Script=Latin}]/gv;

/**
 * Whether a text can be read by the rules of English. Decided by script and by which language's small words are the
 * commonest; in doubt, where a text has none of any, the answer is yes.
 */
export function isEnglish(text: string): boolean {
  const foreign = text.match(FOREIGN)?.length ?? 0;
  if (foreign > 0 && foreign > (text.match(/\p{L}/gu)?.length ?? 0) / 4) return false;
  const spoken = plainWords(text);
  const share = (list: ReadonlySet<string>) => spoken.filter((word) => list.has(word)).length;
  const english = share(COMMON.english);
  return COMMON.others.every((list) => share(list) <= english);
}
