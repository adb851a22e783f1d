import type { FtsOptions } from '@lancedb/lancedb';

/** The languages LanceDB stems and whose stop words it knows, by the first part of their tag. */
const STEMMED: Readonly<Record<string, string>> = {
  ar: 'Arabic',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  fi: 'Finnish',
  fr: 'French',
  hu: 'Hungarian',
  it: 'Italian',
  nb: 'Norwegian',
  nl: 'Dutch',
  nn: 'Norwegian',
  no: 'Norwegian',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sv: 'Swedish',
  ta: 'Tamil',
  tr: 'Turkish',
};

/** Language of a table that says none. */
export const DEFAULT_LANGUAGE = 'en';

/**
 * Returns the options of a full-text index for texts of a language, given as a tag like `pt-BR`. Words of other languages
 * are indexed as they are written.
 */
export function toFullTextOptions(tag: string): Partial<FtsOptions> {
  const language = STEMMED[tag.split('-')[0]?.toLowerCase() ?? ''];
  return language === undefined ? { stem: false, removeStopWords: false } : { language };
}
