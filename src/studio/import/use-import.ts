import { useState } from 'react';
import type { ResultOf, VariablesOf } from '../api/graphql.ts';
import { describeFailure } from '../api/problem.ts';
import { sendMutation } from '../api/use-operation.ts';
import { IMPORT_FILE } from '../documents/import.ts';
import { createActionId } from '../table/take-turn.ts';

export type Imported = Extract<
  ResultOf<typeof IMPORT_FILE>['importFile'],
  { __typename: 'ImportFilePayload' }
>;
type Input = VariablesOf<typeof IMPORT_FILE>['input'];
export type ImportWishes = { readonly personaName: string; readonly allowsPrompts: boolean };

/** Bytes of a part: with base64 and the rest of the request below the server's limit. */
const PART_BYTES = 150_000;

/** Sends files to be imported, long ones in parts. */
export function useImport() {
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);

  /** Sends one part. Returns whether the server took it. */
  const sendPart = async (input: Input): Promise<boolean> => {
    const sent = await sendMutation(IMPORT_FILE, { input });
    const refused = 'problem' in sent ? sent.problem.message : describeFailure(sent.data.importFile);
    setProblem(refused);
    if ('problem' in sent || refused !== null) return false;
    if (sent.data.importFile.__typename === 'ImportFilePayload') setImported(sent.data.importFile);
    return true;
  };

  const importFile = async (file: File, wishes: ImportWishes): Promise<void> => {
    setProblem(null);
    setImported(null);
    setProgress(0);
    const of = Math.max(1, Math.ceil(file.size / PART_BYTES));
    const uploadId = createActionId();
    for (let number = 1; number <= of; number += 1) {
      const bytes = file.slice((number - 1) * PART_BYTES, number * PART_BYTES);
      const part = of === 1 ? {} : { part: { number, of, uploadId } };
      if (!(await sendPart({ ...toInput(file.name, wishes), ...part, file: await readBase64(bytes) }))) break;
      setProgress(number / of);
    }
    setProgress(null);
  };
  return { importFile, progress, problem, imported };
}

function toInput(fileName: string, { personaName, allowsPrompts }: ImportWishes) {
  const name = personaName.trim();
  return { fileName, allowsPrompts, ...(name === '' ? {} : { personaName: name }) };
}

/** Reads bytes in base64, as the API takes them. */
function readBase64(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(bytes);
  });
}
