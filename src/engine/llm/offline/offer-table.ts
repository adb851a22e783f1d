import type { CallType, RollType } from '../call-type.ts';
import type { NarrateInput } from '../narrate-input.ts';
import type { OfferedTable } from '../narrate-outcome.ts';
import { awake, personAddressed } from './speech/person-addressed.ts';
import { absentOne } from './telling/absence.ts';

type Row = OfferedTable['rows'][number];
export type Offer = { readonly type: RollType; readonly table: OfferedTable };

/** A d100 table made from the scene where one may be offered and the words call for it; the roll will bind. */
export function offerTable(input: NarrateInput): Offer | null {
  const { callType, mayOfferRoll, rolled, opening, playerText } = input;
  if (!mayOfferRoll || rolled !== null || opening !== null || playerText === '') return null;
  return tableFor(callType, input);
}

/** The table that words of this kind call for; null when nothing about them is uncertain. */
export function tableFor(callType: CallType, input: Scene): Offer | null {
  if (absentOne(input) !== null) return null;
  const words = wordsOf(input);
  switch (callType) {
    case 'persuasion':
      return words.who === null
        ? null
        : offer('persuasion', `What ${words.who} answers`, persuasion(words.who, words));
    case 'battle':
      return words.who === null || ARMIES.test(input.playerText)
        ? offer('battle', `How the clash at ${words.place} goes`, battle(words))
        : offer('battle', `How it ends with ${words.who}`, duel(words.who, words));
    case 'chaos':
      return offer('chaos', `What comes of it at ${words.place}`, chaos(words));
    default:
      return null;
  }
}

function offer(type: RollType, purpose: string, rows: readonly Row[]): Offer {
  return { type, table: { purpose: purpose.slice(0, 120), rows: [...rows] } };
}

type Scene = Pick<NarrateInput, 'playerText' | 'packet'>;

type Words = {
  readonly who: string | null;
  readonly witness: string;
  readonly place: string;
  readonly matter: string;
};

function wordsOf(input: Scene): Words {
  const { cast, scene, threads } = input.packet;
  const [only, ...others] = awake(cast);
  const isDuel = /\b(?:duel|him|her|wrestle|punch|slap)\b/i.test(input.playerText);
  const person = personAddressed(input) ?? (others.length === 0 || isDuel ? only : null) ?? null;
  const other = cast.find(({ id }) => id !== person?.id);
  const [thread] = threads;
  return {
    who: person?.name ?? null,
    witness: other?.name ?? 'everybody within earshot',
    place: (scene.place?.name ?? 'this place').replace(/^(The|An?) /, (article) => article.toLowerCase()),
    matter: thread === undefined ? 'the matter' : `“${thread.title.replace(/[.!]+$/, '')}”`,
  };
}

function persuasion(who: string, { witness, place, matter }: Words): readonly Row[] {
  return [
    row(1, 8, `${who} takes it as an insult, says so aloud, and becomes an open enemy in ${matter}.`),
    row(9, 30, `${who} refuses flatly, and makes sure that ${witness} hears the refusal.`),
    row(31, 52, `${who} asks for a night to think it over and promises nothing until tomorrow.`),
    row(53, 74, `${who} grants half of it and names a price for the other half.`),
    row(75, 92, `${who} agrees, on one condition that can be borne.`),
    row(93, 100, `${who} gives way entirely and offers something nobody at ${place} had thought to ask for.`),
  ];
}

const ARMIES =
  /\b(?:army|armies|line|lines|host|troops|castle|wall|walls|siege|charge|banner|lances|men|soldiers|enemy|garrison)\b/i;

function duel(who: string, { witness, place }: Words): readonly Row[] {
  return [
    row(
      1,
      8,
      `${who} wins it in front of everybody, and there is blood on the ground of ${place} that is not theirs.`,
    ),
    row(9, 30, `${who} has the better of it and lets it be known by stopping.`),
    row(31, 55, `They are pulled apart before anything is decided, and ${witness} has seen who began it.`),
    row(56, 78, `${who} gives ground, hurt in pride more than in body, and will remember it.`),
    row(79, 94, `${who} goes down, and asks for no more.`),
    row(95, 100, `${who} yields at the first pass and says so aloud.`),
  ];
}

function battle({ place, matter }: Words): readonly Row[] {
  return [
    row(1, 8, `The line at ${place} breaks and runs, and the other side takes prisoners.`),
    row(9, 30, `Ground is lost at ${place}, slowly and at a price.`),
    row(31, 55, 'Both sides draw apart, tired, with nothing decided.'),
    row(56, 78, 'The other side gives ground, in good order and with its banners.'),
    row(79, 94, 'The other side is driven off and leaves its baggage behind.'),
    row(95, 100, `The other side yields on the spot and offers terms in ${matter}.`),
  ];
}

function chaos({ place, witness, matter }: Words): readonly Row[] {
  return [
    row(1, 8, `It ends in disaster, and ${place} will be talked about because of it.`),
    row(9, 28, `It miscarries, and ${witness} knows exactly whose doing it was.`),
    row(29, 62, 'Nothing remarkable happens; the day goes on as it would have.'),
    row(63, 82, 'Part of it succeeds, a little later than it was needed.'),
    row(83, 94, 'It succeeds, and hardly anybody notices how it was done.'),
    row(95, 100, `It succeeds beyond hope, and something new comes out about ${matter}.`),
  ];
}

function row(from: number, to: number, outcome: string): Row {
  return { from, to, outcome: outcome.slice(0, 600) };
}
