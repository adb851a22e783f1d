type BarProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
};

/** A value between two bounds. */
export function Bar({ label, value, min, max }: BarProps) {
  return (
    <div className="gauge">
      <span className="gauge-label">{label}</span>
      <meter aria-label={label} value={value} min={min} max={max} />
      <span className="gauge-value">
        {value}/{max}
      </span>
    </div>
  );
}

type PipsProps = { readonly label: string; readonly value: number; readonly max: number };

/** A clock: so many of so many parts are filled. */
export function Pips({ label, value, max }: PipsProps) {
  return (
    <div className="gauge">
      <span className="gauge-label">{label}</span>
      <span className="pips" role="img" aria-label={`${value} of ${max}`}>
        {'●'.repeat(Math.min(value, max))}
        {'○'.repeat(Math.max(max - value, 0))}
      </span>
    </div>
  );
}
