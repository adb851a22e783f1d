import type { OfferedOperation } from '#engine/llm/narrate-input.ts';
import type { ModeInput } from '#engine/llm/step-inputs.ts';
import { contextPacket } from './context-packet.ts';
import type { Moment } from './draft.ts';

/** What a question outside the story, a command to the world or a pause for thought is answered from. */
export function modeInput(moment: Moment, operations: readonly OfferedOperation[]): ModeInput {
  return {
    playerText: moment.words,
    personaId: moment.persona.id,
    packet: contextPacket({ ...moment, sceneLore: null }),
    rulebook: moment.playbook.rulebook.summary,
    operations: [...operations],
  };
}
