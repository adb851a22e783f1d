type Field = {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly note: string | null;
};
type Group = { readonly key: string; readonly title: string; readonly fields: readonly Field[] };

/** A character sheet as the ruleset makes it: labelled values in groups. */
export function SheetView({ groups }: { readonly groups: readonly Group[] }) {
  return groups.map((group) => (
    <div key={group.key} className="sheet-group">
      <h3>{group.title}</h3>
      <dl>
        {group.fields.map((field) => (
          <div key={field.key} title={field.note ?? undefined}>
            <dt>{field.label}</dt>
            <dd>{field.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}
