// A list of numbers with more room, for one that has become too short.

type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export function grown<List extends Numbers>(numbers: List, least: number): List;
export function grown(numbers: Numbers, least: number): Numbers {
  const size = Math.max(least, numbers.length * 2);
  const List = numbers instanceof Uint8Array ? Uint8Array : numbers instanceof Uint16Array ? Uint16Array : Uint32Array;
  const larger = new List(size);
  larger.set(numbers);
  return larger;
}
