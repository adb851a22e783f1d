import { readTokens } from './recorded.ts';
import type { Call, WhyTurn } from './why-page.tsx';

type Props = {
  readonly calls: readonly Call[];
  readonly steps: WhyTurn['steps'];
  readonly onOpen: (call: Call) => void;
};

/** Model calls on a common line of time: when each began, when its first word came, when it ended. */
export function Timeline({ calls, steps, onOpen }: Props) {
  const starts = calls.map(({ startedAt }) => Date.parse(startedAt));
  const origin = Math.min(...starts);
  const ends = calls.map(({ durationMs }, index) => (starts[index] ?? origin) + (durationMs ?? 0));
  const span = Math.max(1, Math.max(...ends) - origin);
  const ordered = calls
    .map((call, index) => ({ call, start: (starts[index] ?? origin) - origin }))
    .sort((one, other) => one.start - other.start);
  return (
    <>
      <ol className="timeline">
        {ordered.map(({ call, start }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a recording never change.
          <li key={index}>
            <button type="button" className="quiet" onClick={() => onOpen(call)}>
              {call.step}
              {call.purpose === 'ask' ? '' : ` (${call.purpose})`}
            </button>
            <svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={(start / span) * 1000}
                y="4"
                width={Math.max(3, ((call.firstDeltaMs ?? 0) / span) * 1000)}
                height="12"
                className="bar-wait"
              />
              <rect
                x={((start + (call.firstDeltaMs ?? 0)) / span) * 1000}
                y="4"
                width={Math.max(3, (((call.durationMs ?? 0) - (call.firstDeltaMs ?? 0)) / span) * 1000)}
                height="12"
                className="bar-talk"
              />
            </svg>
            <span className="timeline-facts">{describeCall(call)}</span>
          </li>
        ))}
      </ol>
      <p className="hint">
        Pale: waiting for the first word. Dark: the reply. Open a call to read its prompt and its reply.
      </p>
      <p className="hint">
        Steps: {steps.map(({ name, milliseconds }) => `${name} ${Math.round(milliseconds)} ms`).join(' · ')}
      </p>
    </>
  );
}

function describeCall({ modelKey, firstDeltaMs, durationMs, costUsd, usage }: Call): string {
  const { input, output, cacheRead } = readTokens(usage);
  const share = input + cacheRead === 0 ? 0 : Math.round((cacheRead / (input + cacheRead)) * 100);
  return [
    modelKey,
    `first word ${firstDeltaMs ?? '?'} ms of ${durationMs ?? '?'}`,
    `${(input + cacheRead).toLocaleString()} → ${output.toLocaleString()} tokens`,
    `${share} % cached`,
    costUsd === null ? 'no price' : `$${costUsd.toFixed(5)}`,
  ].join(' · ');
}
