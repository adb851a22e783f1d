import { RecordInput } from '#engine/contracts/outcome.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import type { OutcomeDraft } from './reply.ts';

const MOST = 100;

type Told = { readonly prose: string; readonly playerText: string; readonly outcome: OutcomeDraft };

/** Outcomes that were scripted together with a narration, kept for the `record` call of the same turn. */
export type ToldOutcomes = {
  /** Keeps the outcome of a narration that is about to be sent. */
  readonly keep: (request: ModelRequest, prose: string, outcome: OutcomeDraft) => void;
  /** Returns the reply to a `record` request; undefined when the narration came without an outcome. */
  readonly find: (request: ModelRequest) => object | undefined;
};

export function createToldOutcomes(): ToldOutcomes {
  const told: Told[] = [];
  return {
    keep: ({ input }, prose, outcome) => {
      told.push({ prose: squeeze(prose), playerText: String(Object(input).playerText ?? ''), outcome });
      if (told.length > MOST) told.shift();
    },
    find: ({ input }) => {
      const given = RecordInput.parse(input);
      const prose = squeeze(given.sentences.join(''));
      // The engine may have cleaned the prose; then the player's words tell which turn it is.
      const found =
        told.findLast((one) => one.prose === prose) ??
        told.findLast(({ playerText }) => playerText === given.playerText);
      if (found === undefined) return undefined;
      return typeof found.outcome === 'function' ? found.outcome(given) : found.outcome;
    },
  };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
