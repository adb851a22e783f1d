type Props = {
  readonly name: string;
  /** Stories of one pack share a colour. */
  readonly family: string;
  /** Picture of the story; null without one. */
  readonly image: { readonly url: string } | null;
};

const WIDTH = 320;
const HEIGHT = 120;

/** The cover of a story: its picture, or a drawing. */
export function Cover({ name, family, image }: Props) {
  if (image !== null) return <img className="cover" src={image.url} alt="" loading="lazy" />;
  return <Drawing name={name} family={family} />;
}

/** Draws a cover for a story without a picture. Shape and hour follow from its name, the colour from its pack. */
function Drawing({ name, family }: Omit<Props, 'image'>) {
  const seed = hashText(name);
  const hue = hashText(family) % 360;
  const draw = MOTIFS[seed % MOTIFS.length] ?? drawHills;
  const isNight = ((seed >> 4) & 1) === 1;
  const sky = isNight ? 0.45 : 0.78;
  return (
    <svg
      className="cover"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width={WIDTH} height={HEIGHT} fill={`oklch(${sky} 0.06 ${hue})`} />
      <rect y="52" width={WIDTH} height="68" fill={`oklch(${sky + 0.08} 0.07 ${hue + 40})`} opacity="0.55" />
      {isNight ? <Stars seed={seed} hue={hue} /> : null}
      <circle
        cx={60 + (seed % 200)}
        cy={30 + (seed % 14)}
        r={isNight ? 9 : 15}
        fill={`oklch(0.94 0.05 ${hue + 40})`}
      />
      {LAYERS.map((layer) => (
        <path
          key={layer}
          d={draw(seed, layer)}
          fill={`oklch(${(isNight ? 0.33 : 0.58) - layer * (isNight ? 0.09 : 0.13)} 0.06 ${hue + layer * 12})`}
        />
      ))}
    </svg>
  );
}

const LAYERS = [0, 1, 2] as const;

type Draw = (seed: number, layer: number) => string;

const MOTIFS: readonly Draw[] = [drawHills, drawRoofs, drawTrees, drawWater];

const baseOf = (layer: number) => 76 + layer * 15;

function drawHills(seed: number, layer: number): string {
  const points = [0, 1, 2, 3, 4].map((index) => {
    const height = baseOf(layer) - pick(seed, index * 3 + layer * 2, 22);
    return index === 0 ? `M0,${height}` : `S${index * 80 - 30},${height} ${index * 80},${height}`;
  });
  return `${points.join(' ')} L${WIDTH},${HEIGHT} L0,${HEIGHT} Z`;
}

function drawRoofs(seed: number, layer: number): string {
  let path = `M0,${HEIGHT}`;
  for (let x = 0, index = 0; x < WIDTH; index += 1) {
    const width = 14 + pick(seed, index + layer * 5, 22);
    const top = baseOf(layer) + 12 - pick(seed, index * 2 + layer, 44 - layer * 9);
    path += ` L${x},${top} L${x + width},${top}`;
    x += width;
  }
  return `${path} L${WIDTH + 40},${HEIGHT} Z`;
}

function drawTrees(seed: number, layer: number): string {
  let path = `M0,${HEIGHT} L0,${baseOf(layer) + 12}`;
  for (let x = 0, index = 0; x < WIDTH; index += 1) {
    const width = 12 + pick(seed, index + layer * 4, 12);
    const top = baseOf(layer) - 8 - pick(seed, index * 2 + layer * 3, 22);
    path += ` L${x + width / 2},${top} L${x + width},${baseOf(layer) + 12}`;
    x += width;
  }
  return `${path} L${WIDTH + 20},${HEIGHT} Z`;
}

function drawWater(seed: number, layer: number): string {
  if (layer === 0) return drawHills(seed, 0);
  const top = baseOf(layer) + 4;
  const waves = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => {
    const lift = 3 + pick(seed, index + layer, 5);
    return `Q${index * 40 + 20},${top - lift} ${index * 40 + 40},${top}`;
  });
  return `M0,${top} ${waves.join(' ')} L${WIDTH},${HEIGHT} L0,${HEIGHT} Z`;
}

function Stars({ seed, hue }: { readonly seed: number; readonly hue: number }) {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => (
    <circle
      key={index}
      cx={(pick(seed, index * 2, 320) + index * 37) % WIDTH}
      cy={4 + pick(seed, index * 3 + 1, 44)}
      r={index % 3 === 0 ? 1.3 : 0.8}
      fill={`oklch(0.95 0.03 ${hue})`}
    />
  ));
}

/** Returns a number below a limit; the same for the same seed and place. */
function pick(seed: number, place: number, limit: number): number {
  return (Math.imul(seed ^ (place * 2654435761), 2246822519) >>> 8) % Math.max(1, limit);
}

function hashText(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}
