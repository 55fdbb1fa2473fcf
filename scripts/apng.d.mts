// The types of apng.mjs, for the tests.
interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}
export function movingPicture(frames: readonly Frame[]): Buffer;
export function chunksOf(png: Buffer): Generator<{ type: string; data: Buffer }>;
export function decodePng(png: Buffer): Picture;
