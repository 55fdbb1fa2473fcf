// The types of judge-soak.mjs, for the tests.
export interface SoakSample {
  at: number;
  heap?: number;
  resident?: number;
  handles?: number;
  page?: number;
}
export interface JudgedFigure {
  subject: string;
  unit: string;
  from: number;
  to: number;
  growth: number;
  allowed: number;
  held: boolean;
}
export function judgeSoak(samples: readonly SoakSample[]): JudgedFigure[];
