/** Draws a cover of its own for a story without a picture: a landscape whose shape and colour follow from the name. */
export function Cover({ name }: { readonly name: string }) {
  const seed = hashText(name);
  const hue = seed % 360;
  const hill = (base: number, turn: number) => {
    const heights = [0, 1, 2, 3, 4].map((index) => base - ((seed >> (index * 3 + turn)) % 17));
    const points = heights.map((height, index) => `${index * 80},${height}`).join(' L');
    return `M${points} L320,120 L0,120 Z`;
  };
  return (
    <svg className="cover" viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="120" fill={`oklch(0.72 0.06 ${hue})`} />
      <circle cx={60 + (seed % 200)} cy={34} r={15} fill={`oklch(0.93 0.05 ${(hue + 40) % 360})`} />
      <path d={hill(76, 0)} fill={`oklch(0.56 0.06 ${hue})`} />
      <path d={hill(92, 2)} fill={`oklch(0.42 0.06 ${(hue + 15) % 360})`} />
      <path d={hill(108, 4)} fill={`oklch(0.28 0.05 ${(hue + 30) % 360})`} />
    </svg>
  );
}

function hashText(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}
