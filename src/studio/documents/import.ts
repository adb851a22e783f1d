import { markForAuthoring } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';

/** Makes a pack of a card, a lorebook or a chat, and tells what became of every field. */
export const IMPORT_FILE = markForAuthoring(
  graphql(`
  mutation ImportFile($input: ImportFileInput!) {
    importFile(input: $input) {
      __typename
      ... on ImportFilePayload {
        packId
        format
        entryPoint { id name }
        report { field outcome to note }
        problems { severity message advice }
      }
      ... on ImportPartPayload { received of }
      ... on Failure { code message }
    }
  }
`),
);
