// Whether a turn that runs still belongs to this window.
export interface Ownership {
  /** Asked before a request goes and before a tool runs. */
  isOurs: () => boolean;
}
