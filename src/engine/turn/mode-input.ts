import type { OfferedOperation } from '#engine/llm/narrate-input.ts';
import type { ModeInput } from '#engine/llm/step-inputs.ts';
import { contextPacket } from './context-packet.ts';
import type { Moment } from './draft.ts';

/** What a command of the campaign's owner is carried out from. */
export function commandInput(moment: Moment, operations: readonly OfferedOperation[]): ModeInput {
  return {
    playerText: moment.words,
    personaId: moment.persona.id,
    packet: contextPacket({ ...moment, sceneLore: null }),
    rulebook: moment.playbook.rulebook.summary,
    operations: [...operations],
  };
}

/**
 * What a question outside the story or a pause for thought is answered from. The answer goes to the player as it is, so
 * people are told of as they can be seen: what they want and will not do is for those who play them.
 */
export function asideInput(moment: Moment): ModeInput {
  const input = commandInput(moment, []);
  const cast = input.packet.cast.map((member) => ({
    ...member,
    speech: '',
    capabilities: '',
    goals: [],
    redLines: [],
  }));
  return { ...input, packet: { ...input.packet, cast } };
}
