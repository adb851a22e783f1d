import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';

/**
 * Fate of a field: used as it is, used in another form, kept for export without a part in play, or left out and
 * lost.
 */
export type FieldOutcome = 'used' | 'changed' | 'kept' | 'left-out';

/** One line of the report of an import. */
export type ReportLine = {
  /** The field as the file names it: `data.first_mes`, `entries[3].keys`. */
  readonly field: string;
  readonly outcome: FieldOutcome;
  /** Target in the pack: `characters/alice.md prompt`; null without one. */
  readonly to: string | null;
  /** Why it was changed, kept or left out; empty when there is nothing to say. */
  readonly note: string;
};

/** A binary file that came with an import, such as a portrait. */
export type ImportedImage = { readonly path: string; readonly bytes: Uint8Array };

/** A pack made from a file of another program, not yet checked or saved. */
export type ImportedPack = {
  /** Kind of the file: `character card V3 in a PNG`. */
  readonly format: string;
  readonly pack: HomebrewPack;
  /** Id of the entry point to play; null when the file has nothing to play. */
  readonly entryPointId: string | null;
  readonly images: readonly ImportedImage[];
  readonly report: readonly ReportLine[];
};

/** Choices of the person who imports. */
export type ImportOptions = {
  /** Id of the pack; left out, one made of the name. */
  readonly packId?: string | undefined;
  /** Name of the player's character; left out, the visitor of the pack `just_talk`. */
  readonly persona?: string | undefined;
  /** True to let prompts written into the file reach the models. Such prompts are untrusted. */
  readonly allowPrompts?: boolean | undefined;
};

/** Collects the lines of a report. */
export class Report {
  readonly lines: ReportLine[] = [];

  used(field: string, to: string): void {
    this.lines.push({ field, outcome: 'used', to, note: '' });
  }

  changed(field: string, to: string, note: string): void {
    this.lines.push({ field, outcome: 'changed', to, note });
  }

  kept(field: string, note: string): void {
    this.lines.push({ field, outcome: 'kept', to: null, note });
  }

  leftOut(field: string, note: string): void {
    this.lines.push({ field, outcome: 'left-out', to: null, note });
  }
}
