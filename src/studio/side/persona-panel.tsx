import { useOperation } from '../api/use-operation.ts';
import { SIDE_PERSONA } from '../documents/side.ts';
import { Bar } from '../parts/gauges.tsx';
import { Empty, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { Portrait } from '../parts/portrait.tsx';
import { SheetView } from '../parts/sheet.tsx';

/** The persona: how they are, what they carry, what they can do. */
export function PersonaPanel({ sceneId }: { readonly sceneId: string }) {
  const { data, problem, reload, operation } = useOperation(SIDE_PERSONA, { sceneId });
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  const scene = data?.scene;
  if (scene === undefined || scene === null) return null;
  const { persona, meters, resources, inventory } = scene;
  return (
    <>
      <Panel title={persona?.name ?? 'Nobody'} operation={operation}>
        {persona === null ? <Empty>You play nobody here.</Empty> : null}
        <Portrait image={persona?.portrait ?? null} />
        {persona?.title ? <p className="hint">{persona.title}</p> : null}
        {persona?.conditions?.map(({ name, source }) => (
          <span key={name} className="tag tag-off" title={source ?? undefined}>
            {name}
          </span>
        ))}
        {meters.map(({ name, label, value, min, max }) => (
          <Bar key={name} label={label} value={value} min={min} max={max} />
        ))}
        {resources.map(({ resourceId, name, amount, max }) => (
          <Bar key={resourceId} label={name} value={amount} min={0} max={max} />
        ))}
      </Panel>
      <Panel title="Carried" operation={operation}>
        {inventory.length === 0 ? <Empty>Your hands and pockets are empty.</Empty> : null}
        <ul className="things">
          {inventory.map(({ itemId, quantity, item }) => (
            <li key={itemId}>
              <strong>{item?.name ?? itemId}</strong>
              {quantity > 1 ? ` × ${quantity}` : ''}
              {item?.description ? <span className="hint">{item.description}</span> : null}
            </li>
          ))}
        </ul>
      </Panel>
      {persona?.sheet ? (
        <Panel title="Sheet" operation={operation}>
          <SheetView groups={persona.sheet.groups} />
        </Panel>
      ) : null}
    </>
  );
}
