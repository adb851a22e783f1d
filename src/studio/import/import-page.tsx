import { type DragEvent, useState } from 'react';
import { Link } from 'wouter';
import { describeOperation } from '../api/use-operation.ts';
import { IMPORT_FILE } from '../documents/import.ts';
import { Empty, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { type Imported, type ImportWishes, useImport } from './use-import.ts';

const ENDINGS = '.png,.json,.charx,.jsonl';

/** Takes a character card, a lorebook or a chat, and shows what became of each field. */
export function ImportPage() {
  const [wishes, setWishes] = useState<ImportWishes>({ personaName: '', allowsPrompts: false });
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const { importFile, progress, problem, imported } = useImport();
  const take = (next: File | undefined) => {
    if (next === undefined || progress !== null) return;
    setFile(next);
    void importFile(next, wishes);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className="page page-narrow">
      <h1>Import</h1>
      <p className="lead">
        A character card (PNG, JSON, CHARX), a lorebook or a chat (JSONL) becomes a story that plays at once.
      </p>
      <label className="field">
        <span>Your name in the story</span>
        <input
          value={wishes.personaName}
          placeholder="Robin"
          onChange={({ target }) => setWishes({ ...wishes, personaName: target.value })}
        />
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={wishes.allowsPrompts}
          onChange={({ target }) => setWishes({ ...wishes, allowsPrompts: target.checked })}
        />
        <span>
          Follow the instructions to the model that stand in the file
          <span className="hint"> They are a stranger's. Without this they are kept and not used.</span>
        </span>
      </label>
      <label
        className={isOver ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <strong>Drop a file here</strong>
        <span className="hint">or choose one: {ENDINGS.replaceAll(',', ', ')}</span>
        <input
          type="file"
          accept={ENDINGS}
          className="hidden"
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The same file can be chosen again, with other wishes.
            target.value = '';
          }}
        />
      </label>
      <p role="status" className="hint">
        {progress === null ? '' : `Reading ${file?.name ?? 'the file'} … ${Math.round(progress * 100)} %`}
      </p>
      {problem === null ? null : (
        <ProblemBox
          problem={{ message: problem, isNetwork: false }}
          onRetry={file === null ? undefined : () => take(file)}
        />
      )}
      {imported === null ? null : <Report imported={imported} wishes={wishes} fileName={file?.name ?? ''} />}
    </div>
  );
}

const OUTCOMES: Readonly<Record<Imported['report'][number]['outcome'], string>> = {
  USED: 'used',
  CHANGED: 'changed',
  KEPT: 'kept',
  LEFT_OUT: 'left out',
};

type ReportProps = {
  readonly imported: Imported;
  readonly wishes: ImportWishes;
  readonly fileName: string;
};

function Report({ imported: { format, entryPoint, report, problems }, wishes, fileName }: ReportProps) {
  const count = (outcome: keyof typeof OUTCOMES) => report.filter((line) => line.outcome === outcome).length;
  const counts = (['USED', 'CHANGED', 'KEPT', 'LEFT_OUT'] as const)
    .map((outcome) => `${count(outcome)} ${OUTCOMES[outcome]}`)
    .join(', ');
  const operation = describeOperation(IMPORT_FILE, {
    input: { ...wishes, fileName, file: '(the file in base64)' },
  });
  return (
    <>
      <div className="box">
        <p>
          <strong>{entryPoint?.name ?? fileName}</strong> is a pack of this server now. It was a {format}.
        </p>
        {entryPoint === null ? (
          <p className="hint">It has no story of its own: lay it over another one with `extraPackIds`.</p>
        ) : (
          <Link href={`/begin/${encodeURIComponent(entryPoint.id)}`} className="button">
            Play it
          </Link>
        )}
      </div>
      {problems.map(({ message, advice }) => (
        <p key={message} className="box">
          {message} {advice}
        </p>
      ))}
      <Panel title={`What became of each field: ${counts}`} operation={operation}>
        {report.length === 0 ? <Empty>The file had no fields.</Empty> : null}
        <div className="report">
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Outcome</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {report.map(({ field, outcome, to, note }) => (
                <tr key={`${field} ${note}`}>
                  <th scope="row" className="mono">
                    {field}
                  </th>
                  <td>
                    <span className={`tag outcome-${outcome.toLowerCase()}`}>{OUTCOMES[outcome]}</span>
                  </td>
                  <td>
                    {note}
                    {to === null ? null : <span className="hint mono"> {to}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}
