/** Numbers from 0 to 1 that are the same for the same key on every machine. */
export function keyedRandom(key: string): () => number {
  let state = [...key].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
