import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export type Tab = { readonly key: string; readonly label: string; readonly content: ReactNode };

type Props = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly className?: string;
  /** Stands in the line of the tabs, behind them. */
  readonly end?: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs with one panel at a time. Arrow keys, Home and End move between them. */
export function Tabs({ label, tabs, className = '', end }: Props) {
  const [chosen, setChosen] = useState(tabs[0]?.key);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const index = Math.max(
    0,
    tabs.findIndex(({ key }) => key === chosen),
  );
  const go = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? null
            : index + step;
    if (next === null) return;
    event.preventDefault();
    const place = (next + tabs.length) % tabs.length;
    setChosen(tabs[place]?.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus();
  };
  return (
    <>
      <div className="tab-line">
        <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={go}>
          {tabs.map((tab, place) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={place === index}
              aria-controls={`${id}-panel`}
              tabIndex={place === index ? 0 : -1}
              onClick={() => setChosen(tab.key)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className={className}
        aria-labelledby={`${id}-${tabs[index]?.key}`}
        key={tabs[index]?.key}
      >
        {tabs[index]?.content}
      </div>
    </>
  );
}
