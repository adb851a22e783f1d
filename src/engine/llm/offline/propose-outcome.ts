import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../narrate-input.ts';
import { NarrateOutcome } from '../narrate-outcome.ts';
import { ended } from './ended.ts';
import { exitTaken, placeBehind } from './exit-taken.ts';
import { changesHands, handledThing } from './handled-thing.ts';
import { choicesAt, offerChoices } from './offer-choices.ts';
import { offerTable } from './offer-table.ts';
import { minutesFor } from './passing-time.ts';
import { midSentence } from './speech/short-name.ts';
import { letPass } from './telling/meanwhile.ts';

/** What follows from the scene just told: time passes, and there are some ways on. */
export function proposeOutcome(input: NarrateInput, random: KeyedRandom): NarrateOutcome {
  const offer = offerTable(input);
  const exit = exitTaken(input);
  return NarrateOutcome.parse({
    elapsed_minutes: minutesFor(input, random.below(4)),
    scene_characters: exit === null ? input.packet.cast.map(({ id }) => id) : [],
    choices: offer !== null ? [] : exit === null ? offerChoices(input, random) : choicesAt(placeBehind(exit)),
    ...(exit === null ? {} : { scene_transition: { location_id: exit.to } }),
    ...(offer === null ? {} : { awaiting_roll: true, roll_type: offer.type, roll_table: offer.table }),
    ...(offer === null && exit === null ? { operations: handsChanged(input) } : {}),
    summary_update: summaryOf(input),
  });
}

/** What was taken up, handed over or put down, as the story has it. */
function handsChanged(input: NarrateInput): readonly object[] {
  const { personaId } = input;
  const handled = handledThing(input);
  const { thing, how, to } = handled ?? {};
  if (handled === null || !changesHands(handled, input) || thing == null) return [];
  if (how === 'give')
    return to == null ? [] : [{ op: 'transfer_item', fromId: personaId, toId: to.id, itemId: thing.id }];
  return [{ op: 'change_inventory', ownerId: personaId, itemId: thing.id, by: how === 'take' ? 1 : -1 }];
}

function summaryOf(input: NarrateInput): string {
  const { opening, packet, playerText, outcome, rolled, conversation, direction } = input;
  if (rolled !== null) return rolled.outcome;
  if (direction !== undefined) return ended(direction.text.slice(0, 160));
  const where = packet.scene.place === null ? '' : ` at ${midSentence(packet.scene.place.name)}`;
  if (opening !== null) return `The story began${where}.`;
  const how = outcome?.band == null ? '' : ` (${outcome.band})`;
  const told = conversation.map(({ narration }) => narration).join('\n');
  return [`${JSON.stringify(playerText.slice(0, 120))}${where}${how}.`, ...letPass(input, told)].join(' ');
}
