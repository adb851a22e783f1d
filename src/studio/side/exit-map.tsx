import type { ResultOf } from '../api/graphql.ts';
import type { SIDE_WORLD } from '../documents/side.ts';

type Exits = NonNullable<NonNullable<NonNullable<ResultOf<typeof SIDE_WORLD>['scene']>['place']>['exits']>;

const WIDTH = 320;
const HEIGHT = 200;

/** Draws the ways out of a place around it. The list below says the same in words. */
export function ExitMap({ here, exits }: { readonly here: string; readonly exits: Exits }) {
  if (exits.length === 0) return <p className="hint">No way out is known.</p>;
  const places = exits.map((exit, index) => {
    const angle = (index / exits.length) * 2 * Math.PI - Math.PI / 2;
    return {
      exit,
      x: WIDTH / 2 + Math.cos(angle) * 115,
      y: HEIGHT / 2 + Math.sin(angle) * 74,
    };
  });
  return (
    <>
      <svg className="exit-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {places.map(({ exit, x, y }) => (
          <line
            key={`${exit.to?.name} ${exit.label}`}
            x1={WIDTH / 2}
            y1={HEIGHT / 2}
            x2={x}
            y2={y}
            className={exit.blocked === null ? 'way' : 'way way-blocked'}
          />
        ))}
        <circle cx={WIDTH / 2} cy={HEIGHT / 2} r={9} className="spot spot-here" />
        {places.map(({ exit, x, y }) => (
          <g key={`${exit.to?.name} ${exit.label}`}>
            <circle cx={x} cy={y} r={6} className="spot" />
            <text x={x} y={y + (y < HEIGHT / 2 ? -11 : 19)}>
              {shorten(exit.to?.name ?? exit.label ?? '?')}
            </text>
          </g>
        ))}
        <text x={WIDTH / 2} y={HEIGHT / 2 + 24} className="spot-name">
          {shorten(here)}
        </text>
      </svg>
      <ul className="things">
        {exits.map(({ to, label, minutes, blocked }) => (
          <li key={`${to?.name} ${label}`}>
            {to?.name ?? label ?? 'A way'}
            <span className="hint">
              {[to === null ? null : label, minutes === null ? null : `${minutes} min`, blocked]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function shorten(name: string): string {
  return name.length > 22 ? `${name.slice(0, 20)}…` : name;
}
