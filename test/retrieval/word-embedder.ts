import type { Embedder } from '#retrieval/embedding/embedder.ts';

const DIMENSION = 64;

/** Words that mean the same, for an embedder that knows nothing else. */
const MEANINGS: readonly (readonly string[])[] = [
  ['bell', 'chime', 'ring', 'rings'],
  ['ship', 'hull', 'vessel', 'boat'],
  ['pay', 'pays', 'toll', 'fee', 'tax'],
  ['fish', 'catch', 'herring'],
];

export type WordEmbedder = Embedder & {
  /** Every text it was ever asked for. */
  readonly asked: string[];
  /** Throws this instead of answering, until it is set back to null. */
  failure: Error | null;
};

/** Places a text by its words: equal words and words of one meaning lie in the same direction. */
export function wordEmbedder(model = 'words', dimension = DIMENSION): WordEmbedder {
  const asked: string[] = [];
  return {
    model,
    dimension,
    asked,
    failure: null,
    async embed(texts) {
      if (this.failure !== null) throw this.failure;
      asked.push(...texts);
      return texts.map((text) => vectorOf(text, dimension));
    },
    close: async () => {},
  };
}

function vectorOf(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension).fill(0.01);
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    const place = placeOf(word, dimension);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function placeOf(word: string, dimension: number): number {
  const meaning = MEANINGS.findIndex((words) => words.includes(word));
  if (meaning !== -1) return meaning;
  const sum = [...word].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 100_003, 7);
  return MEANINGS.length + (sum % (dimension - MEANINGS.length));
}
