import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGLISH } from '#engine/language/built-in/english.ts';
import { createLanguages, ENGLISH_ONLY, LanguageFile } from '#engine/language/languages.ts';
import { LanguageFileError, readLanguages } from '../../../src/engine/language/read-languages.ts';

const SPANISH: unknown = JSON.parse(readFileSync('examples/languages/es.json', 'utf8'));

describe('sentences', () => {
  const languages = createLanguages(new Map([['es', { 'done.goes': '{who} va a {place}.' }]]));

  it('are said in the language of a tag, whatever its region', () => {
    const values = { who: 'Ines', place: 'The Mole' };
    for (const tag of ['es', 'es-MX', 'ES_mx'])
      expect(languages.speak(tag)('done.goes', values)).toBe('Ines va a The Mole.');
    expect(languages.speak('de')('done.goes', values)).toBe('Ines goes to The Mole.');
  });

  it('are said in English where a language lacks one', () => {
    expect(languages.speak('es')('told.time_is_up')).toBe('The time is up.');
    expect(ENGLISH_ONLY.speak('es')('choice.other_action')).toBe('Other action');
  });

  it('take a value as it is, also when it looks like a name in braces', () => {
    const say = ENGLISH_ONLY.speak('en');
    expect(say('done.takes', { who: '{thing}', thing: '$&' })).toBe('{thing} takes $&.');
  });
});

describe('a language file', () => {
  it('may name only sentences and values that exist', () => {
    expect(LanguageFile.safeParse({ 'done.flies': 'x' }).success).toBe(false);
    const wrong = LanguageFile.safeParse({ 'done.goes': '{quien} va.' });
    expect(wrong.error?.issues[0]?.message).toBe(
      'there is no {quien} in this sentence; there are {who}, {place}',
    );
  });

  it('in Spanish is shipped whole as an example', () => {
    expect(Object.keys(LanguageFile.parse(SPANISH)).toSorted()).toEqual(Object.keys(ENGLISH).toSorted());
  });
});

describe('a folder of language files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'languages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is read by the names of its files', () => {
    writeFileSync(join(folder, 'pt-BR.json'), '{"choice.continue":"Continuar"}');
    writeFileSync(join(folder, 'notes.txt'), 'not a language');
    expect(readLanguages(folder).speak('pt-br')('choice.continue')).toBe('Continuar');
    expect(readLanguages(undefined).speak('pt-br')('choice.continue')).toBe('Continue');
  });

  it('names the file and the fault when one cannot be used', () => {
    writeFileSync(join(folder, 'es.json'), '{"choice.continue":""}');
    expect(() => readLanguages(folder)).toThrow(/es\.json cannot be used:\n {2}choice\.continue: /);
    writeFileSync(join(folder, 'es.json'), 'hola');
    expect(() => readLanguages(folder)).toThrow(LanguageFileError);
    expect(() => readLanguages(join(folder, 'none'))).toThrow('SCENEWRIGHT_LANGUAGES');
  });
});
