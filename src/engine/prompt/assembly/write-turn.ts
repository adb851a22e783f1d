import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { Segment } from '../segment.ts';
import { neutralise } from './neutralise.ts';
import {
  createRepetitionFilter,
  endLine,
  joinTexts,
  toOneLine,
  writeLabelled,
  writeSection,
} from './write-lines.ts';
import { findPersonName } from './write-people.ts';

/** Writes how the story opens: the author's directions, and the prologue the player has been shown. */
export function writeOpening({ opening }: NarrateInput, starts: readonly Segment[]): string {
  if (opening === null) return '';
  // The directions may be handed over both as a segment and with the opening.
  const directions = new Set(
    [...starts.map(({ text }) => text), opening.text].map((text) => neutralise(text).trim()),
  );
  const prologue = neutralise(opening.prologue ?? '').trim();
  const shown =
    prologue === '' ? '' : `The player has just read this; go on from it and do not repeat it:\n${prologue}`;
  return joinTexts([...directions, shown], '\n\n');
}

/** Writes what the rules have done and decided, with what it costs and what could not be done. Each thing stands once. */
export function writeOutcome({ outcome, done, blocked, span }: NarrateInput): string {
  const left = createRepetitionFilter(done.join('\n'));
  const text = left(outcome?.text ?? '');
  const leftOfText = createRepetitionFilter([...done, outcome?.text ?? ''].join('\n'));
  return joinTexts([
    writeSection('Already done by the rules', done),
    toOneLine(text),
    writeLabelled('How it went', outcome?.band ?? outcome?.degree ?? ''),
    writeSection('Dice, for you alone', outcome?.rolls ?? []),
    writeSection('It costs', (outcome?.costs ?? []).map(leftOfText)),
    writeSection('What follows', (outcome?.consequences ?? []).map(leftOfText)),
    writeSection(
      'Could not be done',
      blocked.map(({ action, reason }) => `${action}: ${reason}`),
    ),
    writeLabelled('Time that passes', createRepetitionFilter((outcome?.costs ?? []).join('\n'))(span)),
  ]);
}

/** Writes what others do. */
export function writeActions({ actions }: NarrateInput): string {
  return actions
    .map(({ name, action, intents }) => {
      const meant = intents.length === 0 ? '' : `(meaning to ${intents.map(toWords).join(', ')})`;
      return toOneLine(joinTexts([`${name}: ${endLine(action)}`, meant], ' '));
    })
    .join('\n');
}

const toWords = (label: string): string => label.replaceAll('_', ' ');

/** Writes what comes to light, by which deed, and in whose mouth. */
export function writeRevealed({ revealed, packet }: NarrateInput): string {
  return revealed
    .map(({ text, how, saidBy }) => {
      const teller = saidBy === null ? '' : findTeller(packet, saidBy);
      const remarks = joinTexts(
        [how === '' ? '' : `by this: ${how}`, teller === '' ? '' : `said by ${teller}`],
        '; ',
      );
      return `- ${joinTexts([endLine(text), remarks === '' ? '' : `(${toOneLine(remarks)})`], ' ')}`;
    })
    .join('\n');
}

/** Writes the authored answers of characters and places, which bind word for word. */
export function writeResponses({ responses = [], packet }: NarrateInput): string {
  return responses
    .map(({ text, how, saidBy }) => {
      const teller = saidBy === null ? '' : `${findTeller(packet, saidBy)}:`;
      return `- ${joinTexts([`(by this: ${toOneLine(how)})`, toOneLine(teller), toOneLine(neutralise(text))], ' ')}`;
    })
    .join('\n');
}

/** Writes the ending the story reaches: its title and the epilogue players read afterwards. */
export function writeEnding({ ending }: NarrateInput): string {
  return ending === undefined ? '' : `${toOneLine(ending.title)}\n${neutralise(ending.epilogue).trim()}`;
}

/** Finds the name of a teller, given by id or by name. */
function findTeller(packet: NarrateInput['packet'], saidBy: string): string {
  const name = findPersonName(packet, saidBy);
  return name === 'somebody' ? saidBy : name;
}

/** Writes the plan of the turn and the choices its author offers; a plan is a suggestion and never overrides an outcome. */
export function writePlan({ plan, offers = [] }: Pick<NarrateInput, 'plan' | 'offers'>): string {
  return joinTexts([
    writeSection('Beats', plan?.beats ?? []),
    writeLabelled('Tension', plan?.tensionMove ?? ''),
    writeSection('Choices could be', [...offers, ...(plan?.suggestions ?? [])]),
  ]);
}

/** Writes what the player's words are taken to mean. */
export function writeReading(input: NarrateInput): string {
  const { playerActs, assumptions, notices, packet, personaId } = input;
  return joinTexts([
    writeSection(`${toOneLine(findPersonName(packet, personaId))} does this`, playerActs),
    writeSection('Tries to notice', notices),
    writeSection('Taken for granted', assumptions),
  ]);
}

export function writeList(lines: readonly string[]): string {
  return lines
    .map(toOneLine)
    .filter((line) => line !== '')
    .map((line) => `- ${line}`)
    .join('\n');
}

/** Writes a language by its English name and its tag: `Spanish (es)`. Empty for the pack's own. */
export function writeLanguage(tag: string): string {
  const plain = tag.trim();
  if (plain === '') return '';
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(plain) ?? plain;
    return name === plain ? plain : `${name} (${plain})`;
  } catch {
    // A tag that is no tag is passed on as it is: the model may know it.
    return toOneLine(plain);
  }
}
