import type { Phrases } from '../grammar.ts';

/** The parts people play in a trouble. */
export const PARTS = ['persona', 'client', 'rival', 'witness'] as const;
export type Part = (typeof PARTS)[number];

type Each<Value> = Readonly<Record<Part, Value>>;

export type TroubleSecret = {
  readonly holder: Exclude<Part, 'persona'>;
  /** Names no place and no faction: what players read may name them, and a secret must share no run of words with it. */
  readonly secret: Phrases;
  readonly triggers: readonly string[];
};

export type TroubleClock = {
  readonly name: Phrases;
  readonly max: number;
  readonly open: boolean;
  /** Which of the threads fails when it is full. */
  readonly thread: number;
  readonly steps: readonly { readonly at: number; readonly happens: string }[];
  readonly mover: Part | null;
  readonly hours: number;
};

/** A situation that can happen in any world. Words in braces are filled with its people, places and things. */
export type Trouble = {
  /** Words of a wish that ask for it. */
  readonly asked: RegExp;
  /** Whether only persona and client are in it. */
  readonly isForTwo: boolean;
  readonly things: readonly { readonly name: string; readonly description: string }[];
  readonly holder: Part | null;
  readonly title: Phrases;
  readonly summary: Phrases;
  readonly tone: Phrases;
  readonly stakes: Phrases;
  readonly goals: readonly Phrases[];
  readonly parts: Each<Phrases>;
  readonly wants: Each<Phrases>;
  readonly threads: readonly {
    readonly title: Phrases;
    readonly stakes: Phrases;
    readonly about: readonly Part[];
    readonly open: boolean;
  }[];
  readonly secrets: readonly TroubleSecret[];
  readonly clocks: readonly TroubleClock[];
  readonly deadline: { readonly what: string; readonly hours: number; readonly otherwise: string } | null;
  readonly constraints: readonly Phrases[];
  readonly light: 'clear' | 'dim' | 'dark';
  readonly noise: 'quiet' | 'normal' | 'loud';
  /** One paragraph each. */
  readonly prologue: readonly Phrases[];
  readonly intro: Phrases;
  readonly seen: Each<Phrases>;
};

/** Stands for the parts that nobody plays in a trouble for two. */
export const NOBODY = { rival: ['nobody'], witness: ['nobody'] } as const;
