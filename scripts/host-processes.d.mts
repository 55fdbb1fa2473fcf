// The types of host-processes.mjs, for the tests.
export interface Process {
  pid: number;
  group?: number;
  parent?: number;
  line: string;
}
export function extensionHostsOf(leader: number, platform?: NodeJS.Platform): number[];
export function hostsIn(all: readonly Process[], leader: number): number[];
export function parsePs(text: string): Process[];
export function parseCim(text: string): Process[];
