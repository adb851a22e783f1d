import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../narrate-input.ts';
import { NarrateOutcome, type OfferedChoice } from '../narrate-outcome.ts';
import { exitTaken, placeBehind } from './exit-taken.ts';
import { offerTable } from './offer-table.ts';
import { awake } from './person-addressed.ts';

/** What follows from the scene just told: a little time passes, and there are some ways on. */
export function proposeOutcome(input: NarrateInput, random: KeyedRandom): NarrateOutcome {
  const offer = offerTable(input);
  const exit = exitTaken(input);
  return NarrateOutcome.parse({
    elapsed_minutes: input.opening === null ? 1 + random.below(5) : 1,
    scene_characters: exit === null ? input.packet.cast.map(({ id }) => id) : [],
    choices: offer !== null ? [] : exit === null ? choicesFor(input) : choicesAt(placeBehind(exit)),
    ...(exit === null ? {} : { scene_transition: { location_id: exit.to } }),
    ...(offer === null ? {} : { awaiting_roll: true, roll_type: offer.type, roll_table: offer.table }),
    summary_update: summaryOf(input),
  });
}

/** There is nothing to decide, or only one thing. */
const GO_ON: OfferedChoice = { key: 'continue', text: 'Go on', description: 'See what comes.', risk: 'safe' };
const WAIT: OfferedChoice = { key: 'wait', text: 'Wait', description: 'Let a moment pass.', risk: 'safe' };

const OTHER: OfferedChoice = {
  key: 'other_action',
  text: 'Something else',
  description: 'Say in your own words what you do.',
  risk: 'low',
};

function choicesFor({ packet }: NarrateInput): OfferedChoice[] {
  const { cast, scene, threads } = packet;
  const ways: OfferedChoice[] = [];
  const [someone] = awake(cast);
  if (someone !== undefined) {
    ways.push(choice('talk_to', someone.name, `Talk to ${someone.name}`, 'Ask what they know.', 'low'));
  }
  if (scene.place !== null) {
    const { name } = scene.place;
    ways.push(choice('look_around', name, `Look around ${name}`, 'See what does not belong.', 'safe'));
  }
  const exit = scene.exits.find(({ blocked }) => blocked === null);
  if (exit !== undefined) {
    ways.push(
      choice('go_to', placeBehind(exit), `Go to ${placeBehind(exit)}`, 'Leave here and go there.', 'medium'),
    );
  }
  const [thread] = threads;
  if (thread !== undefined && ways.length < 4) {
    ways.push(
      choice('follow', thread.title, `Follow up: ${thread.title}`, 'Take up the matter at hand.', 'medium'),
    );
  }
  if (ways.length < 2) ways.push(ways.length === 0 ? GO_ON : WAIT);
  return [...ways, OTHER];
}

/** Who and what is there is seen only on arriving. */
function choicesAt(place: string): OfferedChoice[] {
  return [choice('look_around', place, `Look around ${place}`, 'See where this is.', 'safe'), WAIT, OTHER];
}

function choice(
  verb: string,
  about: string,
  text: string,
  description: string,
  risk: OfferedChoice['risk'],
): OfferedChoice {
  const key = `${verb}_${snake(about)}`.slice(0, 60).replace(/_+$/, '');
  return { key, text: text.slice(0, 120), description, risk };
}

function snake(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
}

function summaryOf({ opening, packet, playerText, outcome, rolled }: NarrateInput): string {
  if (rolled !== null) return rolled.outcome;
  const where = packet.scene.place === null ? '' : ` at ${packet.scene.place.name}`;
  if (opening !== null) return `The story began${where}.`;
  const how = outcome?.band == null ? '' : ` (${outcome.band})`;
  return `${JSON.stringify(playerText.slice(0, 120))}${where}${how}.`;
}
