/** Something that came about in a turn, as the engine knows it. */
export type Happening =
  | { readonly kind: 'plot-event'; readonly summary: string; readonly weight: 'major' | 'twist' | 'minor' }
  | { readonly kind: 'mission-changed'; readonly title: string; readonly status: MissionOutcome }
  | {
      readonly kind: 'level-gained';
      readonly name: string;
      readonly level: number;
      readonly gains: readonly string[];
    }
  | { readonly kind: 'power-gained'; readonly name: string; readonly summary: string }
  | {
      readonly kind: 'resource-changed';
      readonly name: string;
      readonly resource: string;
      readonly before: number;
      readonly after: number;
    }
  | {
      readonly kind: 'fate-changed';
      readonly name: string;
      readonly fate: Fate;
      readonly isKey: boolean;
      readonly detail: string;
    }
  | { readonly kind: 'complication'; readonly summary: string }
  | { readonly kind: 'time-passed'; readonly microseconds: number; readonly focus: string }
  | { readonly kind: 'retcon'; readonly summary: string }
  | { readonly kind: 'thought'; readonly summary: string }
  | { readonly kind: 'roll'; readonly summary: string }
  | { readonly kind: 'scene-detail'; readonly summary: string };

export type MissionOutcome = 'offered' | 'accepted' | 'progressed' | 'completed' | 'failed';
export type Fate = 'died' | 'captured' | 'freed' | 'changed-sides' | 'wounded' | 'left';
