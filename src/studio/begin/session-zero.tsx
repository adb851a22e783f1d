/** What a table agrees on before it begins. */
export type Agreement = {
  readonly tone: string;
  readonly pacing: '' | 'SLOW' | 'NORMAL' | 'FAST';
  readonly difficulty: '' | 'GENTLE' | 'NORMAL' | 'HARD' | 'BRUTAL';
  readonly boundaries: string;
  readonly allowsOwnPersonas: boolean;
};

export const DEFAULT_AGREEMENT: Agreement = {
  tone: '',
  pacing: '',
  difficulty: '',
  boundaries: '',
  allowsOwnPersonas: false,
};

type Calibration = {
  tone?: string;
  pacing?: 'SLOW' | 'NORMAL' | 'FAST';
  difficulty?: 'GENTLE' | 'NORMAL' | 'HARD' | 'BRUTAL';
  boundaries?: string[];
  allowsOwnPersonas?: boolean;
};

/** Returns what was agreed on; null when everything stays as the story has it. */
export function toCalibration(agreement: Agreement): Calibration | null {
  const boundaries = agreement.boundaries
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const calibration: Calibration = {
    ...(agreement.tone.trim() === '' ? {} : { tone: agreement.tone.trim() }),
    ...(agreement.pacing === '' ? {} : { pacing: agreement.pacing }),
    ...(agreement.difficulty === '' ? {} : { difficulty: agreement.difficulty }),
    ...(boundaries.length === 0 ? {} : { boundaries }),
    ...(agreement.allowsOwnPersonas ? { allowsOwnPersonas: true } : {}),
  };
  return Object.keys(calibration).length === 0 ? null : calibration;
}

type Props = {
  readonly agreement: Agreement;
  readonly onChange: (agreement: Agreement) => void;
  readonly hasCompany: boolean;
};

/** Session zero: tone, pace, difficulty and what must not happen. Everything may stay open. */
export function SessionZero({ agreement, onChange, hasCompany }: Props) {
  const change = (part: Partial<Agreement>) => onChange({ ...agreement, ...part });
  return (
    <details className="fold">
      <summary>Session zero: tone, pace and limits</summary>
      <div className="stack">
        <label className="field">
          <span>Tone</span>
          <input
            value={agreement.tone}
            placeholder="As the story has it"
            onChange={(event) => change({ tone: event.target.value })}
          />
        </label>
        <div className="row">
          <label className="field">
            <span>Pace</span>
            <select
              value={agreement.pacing}
              onChange={(event) => change({ pacing: event.target.value as Agreement['pacing'] })}
            >
              <option value="">As the story has it</option>
              <option value="SLOW">Slow</option>
              <option value="NORMAL">Normal</option>
              <option value="FAST">Fast</option>
            </select>
          </label>
          <label className="field">
            <span>Difficulty</span>
            <select
              value={agreement.difficulty}
              onChange={(event) => change({ difficulty: event.target.value as Agreement['difficulty'] })}
            >
              <option value="">As the story has it</option>
              <option value="GENTLE">Gentle</option>
              <option value="NORMAL">Normal</option>
              <option value="HARD">Hard</option>
              <option value="BRUTAL">Brutal</option>
            </select>
          </label>
        </div>
        <label className="field">
          <span>What must not happen, one line each</span>
          <textarea
            rows={3}
            value={agreement.boundaries}
            onChange={(event) => change({ boundaries: event.target.value })}
          />
        </label>
        {hasCompany ? (
          <label className="check">
            <input
              type="checkbox"
              checked={agreement.allowsOwnPersonas}
              onChange={(event) => change({ allowsOwnPersonas: event.target.checked })}
            />
            Players may bring characters of their own
          </label>
        ) : null}
      </div>
    </details>
  );
}
