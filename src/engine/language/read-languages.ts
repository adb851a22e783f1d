import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { createLanguages, ENGLISH_ONLY, LanguageFile, type Languages } from './languages.ts';

/** Error for a language file that cannot be used; the message names the file and each fault. */
export class LanguageFileError extends Error {
  override readonly name = 'LanguageFileError';
}

/** Reads the language files of a folder, named by their tags: `es.json`, `pt-BR.json`. Without a folder there is English alone. */
export function readLanguages(folder: string | undefined): Languages {
  if (folder === undefined) return ENGLISH_ONLY;
  const files = readFolder(resolve(folder)).filter((file) => extname(file) === '.json');
  return createLanguages(new Map(files.map((file) => [basename(file, '.json'), readLanguage(file)])));
}

function readFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((file) => join(folder, file));
  } catch (cause) {
    const advice = 'SCENEWRIGHT_LANGUAGES must name a folder of files like es.json.';
    throw new LanguageFileError(`${folder} cannot be read. ${advice}`, { cause });
  }
}

function readLanguage(file: string): LanguageFile {
  const { success, data, error } = LanguageFile.safeParse(parseJson(file));
  if (success) return data;
  const faults = error.issues.map(({ path, message }) => `  ${path.join('.') || '(whole file)'}: ${message}`);
  throw new LanguageFileError([`${file} cannot be used:`, ...faults].join('\n'));
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new LanguageFileError(`${file} is no JSON.`, { cause });
  }
}
