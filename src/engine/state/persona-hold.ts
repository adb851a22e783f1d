import type { CharacterId } from './ids.ts';

/**
 * What players' characters keep for now, whatever a model proposes: neither their players' words nor the rules have put it at
 * stake. The engine and game masters are not bound by it.
 */
export type PersonaHold = {
  /** They stay where they are. */
  readonly staying: readonly CharacterId[];
  /** They part with nothing they have. */
  readonly keeping: readonly CharacterId[];
  /** Their lives are not at stake. */
  readonly safe: readonly CharacterId[];
};
