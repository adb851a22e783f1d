import type { Content } from '../library/content.ts';
import type { Library } from '../library/make-library.ts';

/** Words that must not stand where players read. */
export type SecretText = {
  readonly packId: string;
  readonly owner: string;
  readonly field: string;
  readonly text: string;
};

/** Everything the packs hide in so many words. */
export function secretsOf(library: Library): readonly SecretText[] {
  return [
    ...library
      .all('character')
      .flatMap((content) => [
        ...lines(content, 'withholds', content.data.withholds),
        ...discoverables(content, content.data.discoverables),
      ]),
    ...library
      .all('faction')
      .flatMap((content) => [
        ...lines(content, 'withholds', content.data.withholds),
        ...discoverables(content, content.data.discoverables),
      ]),
    ...library.all('location').flatMap((content) => discoverables(content, content.data.discoverables)),
    ...library.all('item').flatMap((content) => discoverables(content, content.data.discoverables)),
    ...library.all('entry_point').flatMap(inEntryPoint),
  ];
}

function inEntryPoint(content: Content<'entry_point'>): readonly SecretText[] {
  const { cast, facts, secrets } = content.data;
  const hidden = facts.filter(({ visibility }) => visibility !== 'public').map(({ object }) => object);
  return [
    ...lines(content, 'secrets', secrets),
    ...lines(
      content,
      'cast',
      cast.flatMap(({ withholds }) => withholds),
    ),
    ...lines(
      content,
      'facts',
      hidden.filter((object) => typeof object === 'string'),
    ),
  ];
}

function lines({ packId, localId }: Content, field: string, texts: readonly string[]): readonly SecretText[] {
  return texts.map((text) => ({ packId, owner: localId, field, text }));
}

function discoverables(content: Content, found: readonly { readonly text: string }[]): readonly SecretText[] {
  return lines(
    content,
    'discoverables',
    found.map(({ text }) => text),
  );
}
