export function add(one: number, other: number): number {
  return one + other;
}

export function half(of: number): number {
  return of * 0.5;
}
