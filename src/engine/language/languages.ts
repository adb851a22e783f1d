import { z } from 'zod';
import { ENGLISH, type SentenceKey, type SentenceValues } from './built-in/english.ts';

/** Says one of the engine's own sentences in one language. */
export type Say = <Key extends SentenceKey>(
  key: Key,
  ...values: keyof SentenceValues<Key> extends never ? [] : [SentenceValues<Key>]
) => string;

/** The languages the engine can speak by itself. */
export type Languages = {
  /** Returns the sentences of a BCP 47 tag: those of `es-MX`, else of `es`, else English. */
  readonly speak: (tag: string) => Say;
};

const KEYS = Object.keys(ENGLISH) as SentenceKey[]; // the keys of a constant
const NAMES = /\{([a-z]+)\}/g;
const LONGEST_SENTENCE = 400;

function listNames(text: string): readonly string[] {
  return [...text.matchAll(NAMES)].map(([, name = '']) => name);
}

/** A language file: some or all of the sentences. Names in braces are those of the English sentence. */
export const LanguageFile = z
  .partialRecord(z.enum(KEYS), z.string().min(1).max(LONGEST_SENTENCE))
  .superRefine((sentences, context) => {
    for (const [key, text] of Object.entries(sentences)) {
      const known = listNames(ENGLISH[key as SentenceKey]);
      for (const name of listNames(text).filter((one) => !known.includes(one))) {
        const message = `there is no {${name}} in this sentence; there are ${known.map((one) => `{${one}}`).join(', ') || 'none'}`;
        context.addIssue({ code: 'custom', message, path: [key] });
      }
    }
  });
export type LanguageFile = z.infer<typeof LanguageFile>;

/** Puts languages together by their tags. English is always there. */
export function createLanguages(files: ReadonlyMap<string, LanguageFile>): Languages {
  const byTag = new Map([...files].map(([tag, sentences]) => [tag.toLowerCase(), createSay(sentences)]));
  const english = createSay({});
  return {
    speak(tag) {
      const wanted = tag.toLowerCase().replaceAll('_', '-');
      return byTag.get(wanted) ?? byTag.get(wanted.split('-')[0] ?? '') ?? english;
    },
  };
}

function createSay(sentences: LanguageFile): Say {
  return (key, ...values) => {
    const given: Readonly<Record<string, string | number>> = values[0] ?? {};
    const text = sentences[key] ?? ENGLISH[key];
    return text.replace(NAMES, (_, name: string) => String(given[name] ?? ''));
  };
}

export const ENGLISH_ONLY: Languages = createLanguages(new Map());
