/** How a local server answers one call. */
export type Behaviour =
  | {
      readonly kind: 'reply';
      /** The text, in the pieces in which it is sent. */
      readonly pieces: readonly string[];
      readonly stop?: 'finished' | 'length' | 'refused';
      readonly firstDelayMs?: number;
      /** Lines of the event stream that are no text, sent before the first piece: pings, thoughts, comments. */
      readonly signsOfLife?: { readonly lines: readonly string[]; readonly everyMs: number };
      readonly pieceDelayMs?: number;
      /** Breaks the connection after so many pieces. */
      readonly cutAfter?: number;
      /** Closes the stream politely after so many pieces, without ending the reply. */
      readonly endAfter?: number;
      /** Falls silent after so many pieces, with the connection open. */
      readonly stallAfter?: number;
      /** Sends an error inside the stream after so many pieces. */
      readonly errorAfter?: { readonly pieces: number; readonly type: string };
      /** Sends something that is not JSON after so many pieces. */
      readonly garbageAfter?: number;
    }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly type?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Takes the call and never answers. */
  | { readonly kind: 'hang' }
  /** Breaks the connection before answering. */
  | { readonly kind: 'drop' };

export function saying(...pieces: string[]): Behaviour {
  return { kind: 'reply', pieces };
}

export function failing(status: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return { kind: 'error', status, headers };
}
