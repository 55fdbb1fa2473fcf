// Whether a turn that runs still belongs to this window.
export interface Ownership {
  /** Checked before a request is sent and before a tool runs. */
  isOurs: () => boolean;
}
