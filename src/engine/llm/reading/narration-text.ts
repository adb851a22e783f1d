import { canBeginWithLabel, measureOpeningLabels } from './labels.ts';
import { isEntryLine, isListLine, isPipedLine } from './narration-tail.ts';
import { SurrogatePairBuffer } from './surrogate-pairs.ts';

/** Prose and the lines behind it, unread. */
export type SplitNarration = { readonly prose: string; readonly tail: string };

/**
 * Kinds of line. `entry` is certainly a choice, a row or notes; `piped` and `list` are when nothing but their like follows; `rule`,
 * `label` and `fence` set parts of a reply apart.
 */
type LineKind =
  | 'blank'
  | 'separator'
  | 'entry'
  | 'piped'
  | 'list'
  | 'rule'
  | 'label'
  | 'fence'
  | 'json'
  | 'text';

const SEPARATOR = /^[\s*_#>`]*[=＝]{3,}[\s*_`]*$/;
const RULE = /^\s*(?:[-*_=＝‐-―−]\s?){3,}[^\n]{0,30}?[-*_=＝‐-―−]*\s*$/;
const RULE_START = /^\s*(?:[-*_=＝−]\s?){3}/;
const FENCE = /^\s*(?:`{3,}|~{3,})[^\n`~]*$/;
const JSON_START = /^\s*(?:(?:`{3,}|~{3,})\s*json\b|\{\s*["“}]|\{\s*$)/i;
const LABEL = /^\s*(?:#{1,6}\s[^\n]{1,60}|\*\*[^*\n]{1,40}\*\*\s*[:：]?|[^\n]{1,24}[:：])\s*$/;
/** Words and characters after which a line shows whether it is prose. */
const DECIDED_WORDS = 3;
const DECIDED_LENGTH = 16;
/** Characters within which a reply shows how it begins. */
const LONGEST_LEAD = 2000;
const LONGEST_RULE = 120;
/** Trailing marks that are held back. */
const LONGEST_RUN = 200;
const LONGEST_LISTED = 200;
const LEAST_LISTED = 2;
/** Dialogue is written with dashes in many languages; choices seldom end like sentences. */
const SPOKEN = /[\p{Sentence_Terminal}…"”»’)]\s*$|[¿¡"“«]/u;
const DASHED = /^\s*-\s/;

type HeldLine = { readonly kind: LineKind; readonly text: string };

/**
 * Passes the prose of a narration on as it comes and ends it at the separator. The separator is a line of `===`, or the first
 * line that can only be a choice, a row or notes. Each character is looked at a bounded number of times. The text passed on is
 * always the beginning of the final prose.
 */
export class NarrationText {
  readonly #wellFormed = new SurrogatePairBuffer();
  /** The beginning of the reply, until it is certain that it is prose. */
  #lead: string | null = '';
  /** Lines that may turn out to be no prose. */
  #held: HeldLine[] = [];
  /** The present line, while it may turn out to be no prose. */
  #line = '';
  #lineState: 'undecided' | 'held' | 'prose' = 'undecided';
  /** White space that is only let through when something follows it. */
  #space = '';
  #isAfterBreak = true;
  readonly #prose: string[] = [];
  #tail: string[] | null = null;

  /** Whether all of the prose has been read. */
  get proseComplete(): boolean {
    return this.#tail !== null;
  }

  /** The lines behind the prose, as far as they have come. */
  get tail(): string {
    return (this.#tail ?? []).join('');
  }

  /** Takes a piece of the reply and returns the prose that can be let through by now. */
  push(piece: string): string {
    const text = this.#wellFormed.take(piece);
    if (this.#lead === null) return this.#take(text);
    this.#lead += text;
    const start = this.#lead.slice(measureOpeningLabels(this.#lead));
    if (this.#lead.length < LONGEST_LEAD && (start.trim() === '' || canBeginWithLabel(start))) return '';
    this.#lead = null;
    return this.#take(start.trimStart());
  }

  /** Ends the reply. `rest` is prose that was not let through before. */
  end(): SplitNarration & { readonly rest: string } {
    let rest = this.push(`${this.#wellFormed.end()}`);
    if (this.#lead !== null) {
      const start = this.#lead.slice(measureOpeningLabels(this.#lead)).trimStart();
      this.#lead = null;
      rest += this.#take(start);
    }
    if (this.#tail === null && this.#lineState === 'prose') this.#lineState = 'undecided';
    else if (this.#tail === null && this.#line !== '') rest += this.#endLine('');
    if (this.#tail === null) rest += this.#settleHeld();
    return { prose: this.#prose.join(''), tail: this.tail, rest };
  }

  #take(text: string): string {
    let released = '';
    let from = 0;
    while (from < text.length) {
      if (this.#tail !== null) {
        this.#tail.push(text.slice(from));
        break;
      }
      const end = text.indexOf('\n', from);
      if (end === -1) return released + this.#extendLine(text.slice(from));
      released += this.#endLine(text.slice(from, end));
      from = end + 1;
    }
    return released;
  }

  #extendLine(piece: string): string {
    if (this.#lineState === 'prose') return this.#release(piece);
    this.#line += piece;
    if (this.#lineState === 'held' || !isDecided(this.#line)) return '';
    this.#lineState = this.#mayBeOther(this.#line) ? 'held' : 'prose';
    if (this.#lineState === 'held') return '';
    const line = this.#line;
    this.#line = '';
    return this.#releaseHeld() + this.#release(line);
  }

  /** Tells whether a line with this beginning may be anything but prose. */
  #mayBeOther(start: string): boolean {
    if (isPipedLine(start) || isEntryLine(start) || RULE_START.test(start)) return true;
    if (/^\s*(?:#|`{3}|~{3}|\{\s*["“}]|\W*\d{1,3}\s*[%-]|\W*\d{1,3}\s*[‐-―−~]\s*\d)/.test(start)) return true;
    return isListLine(start) && this.#isAfterBreak;
  }

  #endLine(piece: string): string {
    if (this.#lineState === 'prose') {
      this.#lineState = 'undecided';
      this.#isAfterBreak = false;
      return this.#release(`${piece}\n`);
    }
    const line = this.#line + piece;
    this.#line = '';
    this.#lineState = 'undecided';
    return this.#sort(line);
  }

  #sort(line: string): string {
    const kind = kindOf(line);
    switch (kind) {
      case 'separator':
        // A separator in front of everything sets nothing apart.
        return this.#hasProse() ? this.#endProse([]) : '';
      case 'entry':
      case 'json':
        return this.#endProse([`${line}\n`]);
      case 'text':
        this.#isAfterBreak = false;
        return this.#releaseHeld() + this.#release(`${line}\n`);
      case 'list':
      case 'piped':
        if (!this.#isAfterBreak) return this.#releaseHeld() + this.#release(`${line}\n`);
        break;
      default:
        this.#isAfterBreak = true;
    }
    this.#held.push({ kind, text: line });
    return '';
  }

  #hasProse(): boolean {
    return this.#prose.length > 0 || this.#held.some(({ kind }) => kind === 'list' || kind === 'label');
  }

  /** Ends the prose. Lines held back directly before that belong to the tail go there; others are prose. */
  #endProse(first: readonly string[]): string {
    let from = this.#held.length;
    const isOfTail = (kind: LineKind | undefined) =>
      kind === 'blank' ||
      kind === 'rule' ||
      kind === 'fence' ||
      (first.length > 0 && (kind === 'piped' || kind === 'label'));
    while (isOfTail(this.#held[from - 1]?.kind)) from -= 1;
    const tail = this.#held.slice(from).map(({ text }) => `${text}\n`);
    this.#held = this.#held.slice(0, from);
    const released = this.#releaseHeld();
    this.#space = '';
    this.#tail = [...tail, ...first];
    return released;
  }

  /** Decides about lines held back when the reply has ended. */
  #settleHeld(): string {
    const listed = this.#held.filter(({ kind }) => kind === 'list' || kind === 'piped');
    if (isChoiceList(listed)) {
      const from = this.#held.findIndex(({ kind }) => kind === 'list' || kind === 'piped');
      const [before, tail] = [this.#held.slice(0, from), this.#held.slice(from)];
      this.#held = before.filter(({ kind }) => kind === 'text');
      this.#tail = tail.map(({ text }) => `${text}\n`);
      this.#space = '';
      return '';
    }
    while (isOnlyMarks(this.#held.at(-1))) this.#held.pop();
    return this.#releaseHeld();
  }

  #releaseHeld(): string {
    const text = this.#held.map(({ kind, text }) => (kind === 'fence' ? '' : `${text}\n`)).join('');
    this.#held = [];
    return this.#release(text);
  }

  #release(text: string): string {
    const whole = this.#prose.length === 0 ? text.trimStart() : this.#space + text;
    const released = whole.slice(0, endOfWords(whole));
    this.#space = whole.slice(released.length);
    if (released !== '') this.#prose.push(released);
    return released;
  }
}

/**
 * Finds where trailing white space and `=` begin, because a separator may follow the last sentence on its own line. Long runs
 * are text.
 */
function endOfWords(text: string): number {
  let end = text.length;
  while (end > 0 && /[\s=]/.test(text.charAt(end - 1))) {
    end -= 1;
    if (text.length - end > LONGEST_RUN) return text.length;
  }
  return end;
}

function isOnlyMarks(line: HeldLine | undefined): boolean {
  if (line === undefined) return false;
  return ['blank', 'fence'].includes(line.kind) || (line.kind === 'rule' && !/[\p{L}\p{N}]/u.test(line.text));
}

function isDecided(line: string): boolean {
  const start = line.trimStart();
  if (start.length > DECIDED_LENGTH) return true;
  return start.length > 1 && start.split(/\s+/, DECIDED_WORDS + 1).length > DECIDED_WORDS;
}

function kindOf(line: string): LineKind {
  if (line.trim() === '') return 'blank';
  if (SEPARATOR.test(line)) return 'separator';
  if (JSON_START.test(line)) return 'json';
  if (FENCE.test(line)) return 'fence';
  if (isEntryLine(line)) return 'entry';
  if (isPipedLine(line)) return 'piped';
  if (line.length <= LONGEST_RULE && RULE_START.test(line) && RULE.test(line)) return 'rule';
  if (LABEL.test(line)) return 'label';
  return isListLine(line) ? 'list' : 'text';
}

/** Tells whether lines at the end of a reply are choices without a separator. */
function isChoiceList(lines: readonly HeldLine[]): boolean {
  if (lines.length < LEAST_LISTED || lines.some(({ text }) => text.length > LONGEST_LISTED)) return false;
  return !lines.some(({ kind, text }) => kind === 'list' && DASHED.test(text) && SPOKEN.test(text));
}
